"""Handing the box over: secrets of a seat are shown only while it holds the box, and hidden afterwards."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.faces import BlockFace, ConfirmFace, Face, ListFace, MessageFace, TurnFace
from companion.box.faces.wheel_face import WheelFace
from companion.box.pages.private_hand_page import HIDES_AFTER, HandOverPage
from companion.games.classic import CLASSIC
from companion.rules.viewer import PUBLIC, as_seat
from companion.session.pairing_codes import ASKED_S
from companion.table.commands import ClaimSeat, Play, StartGame
from tests.input.hands import Hands, plain

PASS = "Passe la boîte à Inès."
HIDDEN = "C’est caché | Repose la boîte au milieu."
TOO_LATE = "C’est caché | Rien n’a été joué."
ASKED = "Changer de téléphone ? | La place en a déjà un. Le nouveau le remplace ? | Bao"
SECRETS = ("50", "manque", "270")
"""Words that are on no public face: the card that Inès has drawn at the mauve post, and what her hand lacks."""


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    """Inès has bought a mauve 50 at a post, and may buy more."""
    hands = Hands(tmp_path / "state", games=(CLASSIC,), calm=True)
    hands.other_hand(StartGame(game="classic", names=("Inès", "Bao")))
    hands.press("ok")
    play(hands, 1, move="spin", route="land", chance=[land(hands, attack=False)])
    hands.press("ok")
    play(hands, 1, move="arrive", place="post", colour="mauve")
    play(hands, 1, move="buy", colour="mauve", value=50)
    assert isinstance(hands.face, TurnFace), hands.spoken
    yield hands
    hands.close()


def play(hands: Hands, seat: int, **move: Any) -> None:
    """Play a move on a phone."""
    hands.other_hand(Play(moves=((seat, move),)))


def land(hands: Hands, *, attack: bool) -> int:
    """Return a sector of the wheel that attacks on land, or one that does not."""
    sectors = hands.table.match.edition.wheel.sectors
    return next(index for index, sector in enumerate(sectors) if (sector.land is None) is attack)


def open_hand(hands: Hands, name: str = "Inès") -> None:
    hands.hold("ok")
    hands.choose("hand.of", name=name)


def test_a_hand_is_shown_only_after_the_box_was_passed(hands: Hands) -> None:
    open_hand(hands)
    assert hands.spoken == PASS
    assert hands.hints == {"back": "retour", "ok": "voir"}
    for key in ("down", "up", "right", "seat1", "spin"):
        hands.press(key)
        assert hands.spoken == PASS, key
    hands.press("ok")
    assert spoken_lines(hands) == [
        *("Inès", "Ta main", "Inès : mauve 50", "Bourse d’Inès", "besants : 220", "marchandises : 1"),
        *("Ta route vers la victoire", "Khanbalik : la Table d’Or", "Fortune : 270 sur 1100"),
        *(f"{colour} : 0, il en faut 1 ou 2" for colour in ("bleu", "vert", "jaune")),
        *("encore 830 besants", "encore 1 bleu", "encore 1 vert", "encore 1 jaune"),
    ]


def test_with_nothing_to_show_no_page_stays_open(hands: Hands) -> None:
    hands.box.push(HandOverPage(hands.box, 1, lambda: None))
    hands.press("ok")
    assert hands.spoken == HIDDEN
    hands.press("ok")
    assert isinstance(hands.face, TurnFace)


def test_closing_the_hand_hides_it_and_asks_for_the_box(hands: Hands) -> None:
    open_hand(hands)
    hands.press("ok", "back")
    assert hands.spoken == HIDDEN
    hands.press("back")
    assert hands.row == "Main d’Inès"


def test_back_before_the_box_was_passed_shows_nothing(hands: Hands) -> None:
    open_hand(hands)
    hands.press("back")
    assert hands.row == "Main d’Inès"


def test_a_hand_is_hidden_after_a_while_without_a_key(hands: Hands) -> None:
    open_hand(hands)
    hands.press("ok")
    hands.wait(HIDES_AFTER - 1)
    assert isinstance(hands.face, BlockFace)
    hands.press("down")
    hands.wait(HIDES_AFTER - 1)
    assert isinstance(hands.face, BlockFace), "a key keeps it open"
    hands.wait(1)
    assert hands.spoken == TOO_LATE
    assert hands.box.deadline() is None, "at rest the box waits for nothing"


def test_a_secret_form_is_hidden_and_not_played(hands: Hands) -> None:
    hands.act("Acheter…")
    assert hands.spoken == PASS
    hands.press("ok", "ok")
    assert isinstance(hands.face, ConfirmFace)
    entries = hands.table.entries
    hands.wait(HIDES_AFTER)
    assert hands.spoken == TOO_LATE
    hands.press("ok")
    assert hands.table.entries == entries
    hands.act("Acheter…")
    assert hands.spoken == PASS, "the way so far is gone"


def test_a_change_by_another_hand_hides_the_hand(hands: Hands) -> None:
    hands.act("Acheter…")
    hands.press("ok")
    play(hands, 1, move="buy", colour="mauve", value=30)
    assert hands.spoken == HIDDEN
    open_hand_after = hands.table.entries
    hands.press("ok")
    assert isinstance(hands.face, TurnFace)
    assert hands.table.entries == open_hand_after


def test_a_phones_spin_is_shown_once_the_hand_is_hidden(hands: Hands) -> None:
    play(hands, 1, move="end_turn")
    open_hand(hands)
    hands.press("ok")
    assert isinstance(hands.face, BlockFace)
    play(hands, 2, move="spin", route="land", chance=[land(hands, attack=True)])
    assert isinstance(hands.face, WheelFace)
    hands.press("ok")
    assert hands.spoken == HIDDEN


@pytest.mark.parametrize("leave", ["back", "undo"])
def test_no_way_out_shows_the_hand(hands: Hands, leave: str) -> None:
    open_hand(hands)
    hands.press("ok")
    hands.press("undo") if leave == "undo" else hands.hold("back")
    assert isinstance(hands.face, TurnFace)


def test_after_the_move_the_table_hides_the_hand(hands: Hands) -> None:
    hands.act("Acheter…")
    hands.press("ok", "ok", "ok")
    assert len(hands.table.state.hands[0].goods) == 2
    assert hands.spoken == "Inès | 200 | aller · 2 cartes | Acheter…. 20 besants | Inès achète une carte"


def test_a_seat_with_a_phone_is_asked_about_first(hands: Hands) -> None:
    hands.other_hand(ClaimSeat(seat=1, phone="hers"))
    hands.act("Acheter…")
    assert hands.spoken == "A déjà un téléphone | Voir sa main ici quand même ?"
    hands.press("ok")
    assert hands.spoken == PASS
    hands.press("ok", "ok", "ok")
    assert len(hands.table.state.hands[0].goods) == 2


def test_a_private_refusal_stays_private(hands: Hands) -> None:
    open_hand(hands)
    hands.press("ok")
    hands.fill_the_card()
    hands.box.do(Play(moves=((1, {"move": "sell", "cards": [{"colour": "blue", "value": 80}]}),)))
    assert isinstance(hands.face, MessageFace)
    hands.wait(HIDES_AFTER + 1)
    assert hands.spoken == TOO_LATE


@pytest.mark.parametrize("seat", [1, 2])
def test_a_refusal_of_another_seat_shows_nothing_of_its_hand(hands: Hands, seat: int) -> None:
    open_hand(hands)
    hands.press("ok")
    hands.box.do(Play(moves=((seat, {"move": "correct", "what": "green:80", "by": -1}),)))
    assert isinstance(hands.face, MessageFace)
    assert ("(vert 80) : de 0 à 3" in hands.spoken) is (seat == 1)


# A phone asks for a seat while a hand is shown.


@pytest.fixture
def claimed(hands: Hands) -> Hands:
    """Bao has a phone; the hand of Inès is shown to her."""
    hands.other_hand(ClaimSeat(seat=2, phone="first"))
    open_hand(hands)
    hands.press("ok")
    return hands


def ask(hands: Hands) -> None:
    """Let another phone use a code for Bao's seat."""
    hands.codes.ask_takeover(2, "second", hands.table.number, 1)
    hands.box.refresh()


def test_a_phones_request_waits_until_the_hand_is_hidden(claimed: Hands) -> None:
    claimed.wait(HIDES_AFTER - 5)
    ask(claimed)
    assert isinstance(claimed.face, BlockFace)
    claimed.wait(5)
    assert claimed.spoken == ASKED
    claimed.wait(ASKED_S - 6)
    assert claimed.spoken == ASKED, "it is asked for as long as everywhere"
    claimed.press("ok")
    assert claimed.table.claims == {2: "second"}
    claimed.press("ok")
    assert claimed.spoken == TOO_LATE


def test_the_key_that_closes_the_hand_answers_no_question(claimed: Hands) -> None:
    ask(claimed)
    claimed.press("down", "down", "down", "back")
    assert claimed.spoken == ASKED
    assert claimed.codes.takeover_request is not None
    claimed.wait(ASKED_S)
    assert claimed.codes.was_refused("second")


def test_a_hidden_hand_does_not_cover_a_question(claimed: Hands) -> None:
    claimed.press("back")
    assert claimed.spoken == HIDDEN
    claimed.wait(HIDES_AFTER + 5)
    ask(claimed)
    claimed.wait(HIDES_AFTER)
    assert claimed.spoken == ASKED
    claimed.press("ok")
    assert claimed.table.claims == {2: "second"}


def test_a_request_that_expired_behind_a_hand_is_not_asked(claimed: Hands) -> None:
    ask(claimed)
    for _ in range(int(ASKED_S // HIDES_AFTER) + 1):
        claimed.wait(HIDES_AFTER - 1)
        claimed.press("down")
    claimed.press("back")
    assert claimed.spoken == HIDDEN
    assert claimed.codes.was_refused("second")


def test_the_hand_is_on_no_public_page(hands: Hands) -> None:
    faces: list[Face] = []
    hands.watch = faces.append
    hands.press("down", "down", "up", "up")
    hands.press("seat1")
    for _ in hands.rows:
        hands.press("ok", "ok", "down")
    hands.hold("back")
    hands.hold("ok")
    for row in ("Feuille de score", "Coups joués", "Téléphones"):
        hands.choose(row)
        for _ in hands.rows:
            hands.press("down")
        hands.press("back")
    hands.find("Reprendre le coup")
    hands.press("up", "up", "up", "up")
    hands.choose("Inès joue…")
    for _ in hands.rows:
        hands.press("down")
    hands.hold("back")
    hands.hold("back")
    cards = {face.card for face in faces if isinstance(face, MessageFace)}  # the same for everybody
    lines = [line for face in faces for line in face.spoken() if line not in cards]
    assert lines
    assert [line for line in lines if any(secret in line for secret in SECRETS)] == []


def test_the_hand_is_not_in_the_log(hands: Hands, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        hands.act("Acheter…")
        hands.press("ok", "ok", "ok")
        open_hand(hands)
        hands.press("ok")
        hands.wait(HIDES_AFTER)
    assert "mauve" not in caplog.text
    assert "270" not in caplog.text


def test_cards_are_corrected_in_private(hands: Hands) -> None:
    hands.hold("ok")
    hands.choose("menu.correct")
    hands.choose("Bao")
    assert hands.spoken == "Passe la boîte à Bao."
    hands.press("ok")
    assert "besants" in hands.rows


def test_an_earlier_move_is_replaced_in_private(hands: Hands) -> None:
    hands.hold("ok")
    hands.choose("menu.history")
    hands.press("ok", "ok")
    hands.choose("Acheter")
    assert hands.spoken == PASS
    hands.press("ok", "ok")
    assert isinstance(hands.face, BlockFace)
    assert "80" not in hands.spoken
    hands.press("ok")
    assert hands.table.state.hands[0].goods[0].value == 80


def spoken_lines(hands: Hands) -> list[str]:
    """Return the spoken lines of the blocks on the screen, with plain spaces."""
    face = hands.face
    assert isinstance(face, BlockFace)
    return [plain(line) for line in face.spoken()]


def test_a_second_card_in_a_turn_needs_no_hand_over(hands: Hands) -> None:
    buy(hands)
    assert hands.spoken == PASS
    hands.press("ok")
    buy_this(hands)
    buy(hands)
    assert isinstance(hands.face, ListFace), "the box is in her hands still"
    assert hands.box.viewer == as_seat(1)
    buy_this(hands)
    assert hands.table.state.turn.bought == 3
    assert hands.box.viewer is PUBLIC


def test_another_move_or_a_delay_needs_another_hand_over(hands: Hands) -> None:
    buy(hands)
    hands.press("ok")
    buy_this(hands)
    open_hand(hands)
    assert hands.spoken == PASS, "a hand is more than a card that was drawn"
    hands.press("back", "back")
    hands.wait(HIDES_AFTER)
    buy(hands)
    assert hands.spoken == PASS


def test_a_change_by_another_hand_needs_another_hand_over(hands: Hands) -> None:
    buy(hands)
    hands.press("ok")
    buy_this(hands)
    play(hands, 2, move="correct", what="besants", by=1)
    buy(hands)
    assert hands.spoken == PASS


def buy(hands: Hands) -> None:
    """Begin to buy, on the table's page."""
    hands.act("Acheter…")


def buy_this(hands: Hands) -> None:
    """Buy the first available card, and confirm."""
    hands.press("ok", "ok")
