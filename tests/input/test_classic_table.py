"""The table's page in a game of 1983: the actions of ok, the public view, and the house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.faces import ConfirmFace, ListFace, TurnFace
from companion.box.pages.actions_menu import play_form
from companion.box.pages.private_hand_page import show_privately
from companion.games.classic import CLASSIC
from companion.games.classic.cards import Colour, Effect
from companion.games.classic.moves import Buy
from companion.table.commands import Play, StartGame
from companion.words.signs import Glyph
from tests.input.hands import Hands, plain

SECTORS = [{"land": 3, "sea": 4}, {"land": "bandit", "sea": "corsair"}, {"land": 5, "sea": 2}]
Begin = Callable[..., Hands]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Return a function that begins a game of two with options."""
    begun: list[Hands] = []

    def start(**options: Any) -> Hands:
        hands = Hands(tmp_path / "state", games=(CLASSIC,), calm=True)
        hands.other_hand(
            StartGame(game="classic", names=("Inès", "Bao"), options={"wheel": {"sectors": SECTORS}, **options})
        )
        hands.press("ok")
        begun.append(hands)
        return hands

    yield start
    for hands in begun:
        hands.close()


def play(hands: Hands, seat: int, **move: Any) -> None:
    """Play a move on a phone; the page of its outcome is closed."""
    hands.other_hand(Play(moves=((seat, move),)))
    if move["move"] in ("spin", "fight"):
        hands.press("ok")


def actions(hands: Hands) -> list[str]:
    """Return everything that up and down go through."""
    labels = []
    for _ in range(hands.turn.actions):
        labels.append(plain(hands.turn.action))
        hands.press("down")
    return labels


def test_a_turn_shows_besants_stage_and_number_of_cards(begin: Begin) -> None:
    hands = begin()
    assert (hands.turn.number, hands.turn.unit, hands.turn.place) == (240, Glyph.COIN, "aller")
    assert actions(hands) == ["Terre : lancer", "Mer : lancer"]


def test_without_tracked_hands_no_cards_are_shown(begin: Begin) -> None:
    hands = begin(tracking="dice")
    assert hands.turn.place == "aller"
    hands.hold("ok")
    assert "Main d’Inès" not in hands.rows


def test_an_arrival_takes_one_press_or_a_form(begin: Begin) -> None:
    hands = begin()
    play(hands, 1, move="spin", route="land", chance=[0])
    assert actions(hands) == [
        *("Comptoir bleu", "Comptoir vert", "Comptoir jaune", "Comptoir mauve"),
        *("Une ville", "Un port", "Khanbalik", "La ville de mission", "Venise", "Arriver…"),
    ]


def test_at_a_post_the_forms_come_first(begin: Begin) -> None:
    hands = begin()
    for seat, place in ((1, {"place": "town"}), (2, {"place": "post", "colour": "blue"})):
        play(hands, seat, move="spin", route="land", chance=[0])
        play(hands, seat, move="arrive", **place)
        hands.press("back")
    play(hands, 1, move="spin", route="land", chance=[0])
    play(hands, 1, move="arrive", place="post", colour="blue", shared_with=[2])
    assert actions(hands) == ["Acheter…", "Finir le tour"], "Bao has no card to take"
    play(hands, 1, move="buy", colour="blue", value=80)
    assert actions(hands) == ["Acheter…", "Finir le tour"], "one sells before one buys"
    hands.press("back")
    play(hands, 2, move="spin", route="land", chance=[0])
    play(hands, 2, move="arrive", place="post", colour="blue", shared_with=[1])
    assert actions(hands) == ["Acheter…", "Prendre une carte…", "Finir le tour"]


def test_a_hasard_can_have_any_sum_and_a_note(begin: Begin) -> None:
    hands = begin(tracking="dice")
    play(hands, 1, move="spin", route="land", chance=[0])
    play(hands, 1, move="arrive", place="post", colour="blue")
    hands.act("Acheter…")
    assert hands.rows == [
        *("S’arrêter là", "gagne ou paie des besants…", "passe un tour", "relance la roulette", "va ailleurs"),
        *("se bat", "autre chose"),
    ]
    hands.choose("gagne ou paie des besants…")
    assert hands.rows == ["gagne…", "paie à la banque…", "met au butin…", "paie à Bao…", "une autre somme"]
    hands.choose("une autre somme")
    hands.press("up", "up", "ok")
    hands.choose("autre chose")
    hands.press("down", "ok", "up", "ok")
    hands.choose("form.stop_here")
    hands.press("ok")
    assert hands.table.entries[-1].played.move == Buy(Colour.BLUE, hasard=(Effect(besants=3), Effect(note="A")))


def test_a_move_that_the_hand_refuses_looks_allowed(begin: Begin) -> None:
    hands = begin()
    for colour in ("blue", "green", "yellow"):
        play(hands, 1, move="correct", what=f"{colour}:80", by=1)
    for seat, place in ((1, "khanbalik"), (2, "town"), (1, "mission"), (2, "town"), (1, "venice")):
        if place == "khanbalik":
            for _ in range(2):
                play(hands, 1, move="correct", what="blue:80", by=1)
        play(hands, seat, move="spin", route="land", chance=[0])
        play(hands, seat, move="arrive", place=place)
        if place == "khanbalik":
            gifts = [{"colour": "blue", "value": 80}] * 3
            play(hands, seat, move="give_gifts", cards=gifts)
        if place == "mission":
            play(hands, seat, move="finish_mission")
        if place != "venice":
            play(hands, seat, move="end_turn")
    poor = claim_views(hands)
    hands.act("Fortune faite !")
    assert hands.spoken.startswith("Ta fortune n’est pas encore faite. | C14 | ")
    hands.press("ok")
    assert hands.spoken == "Passe la boîte à Inès."
    hands.press("ok")
    assert "Encore" in hands.spoken
    hands.press("ok", "ok")
    for colour in ("green", "yellow", "mauve"):
        play(hands, 1, move="correct", what=f"{colour}:80", by=1)
    play(hands, 1, move="correct", what="blue:80", by=1)
    assert claim_views(hands) == poor, "nothing tells a fortune that is made from one that is not"
    hands.act("Fortune faite !")
    hands.press("ok")
    assert hands.table.over


def claim_views(hands: Hands) -> tuple[Any, ...]:
    """Return how the claim looks on the table's page, and in the list of moves."""
    while plain(hands.turn.action) != "Fortune faite !":
        hands.press("down")
        assert hands.turn.action_index, "once around, and no claim"
    face = hands.turn
    hands.hold("ok")
    hands.press("ok")
    hands.find("Fortune faite !")
    listed = (hands.rows, hands.note, [row.refused for row in hands.face.rows])  # type: ignore[attr-defined]  # a list
    hands.hold("back")
    return (face.action_refused, face.action_detail, face.action_glyph, *listed)


def test_house_rules_have_a_badge_and_a_page(begin: Begin) -> None:
    hands = begin(bandits_d8=True, move_bonus=2)
    assert "house_rules" in hands.badges
    hands.hold("ok")
    assert "house_rules" in hands.badges
    hands.choose("rules.tonight")
    hands.choose("rules.title")
    assert hands.rows == ["Bandits au dé à 8", "Cases en plus"]
    hands.choose("Cases en plus")
    assert hands.spoken.startswith("Règle maison : Cases en plus, +2.")


def test_without_house_rules_their_line_says_none(begin: Begin) -> None:
    hands = begin()
    assert hands.badges == set()
    hands.hold("ok")
    hands.choose("rules.tonight")
    hands.find("rules.title")
    assert hands.details[hands.rows.index(hands.row)] == "aucune"
    hands.press("ok")
    assert hands.spoken.startswith("Aucune règle maison ce soir.")


def test_an_overdrawn_bank_has_a_badge_and_a_line(begin: Begin) -> None:
    hands = begin(money={"total": 400})
    assert hands.badges == {"look"}
    hands.hold("ok")
    hands.find("rules.tonight")
    assert hands.note == "La banque n’a que 400 besants et en a donné 480. Vérifie les billets."


def test_a_spin_typed_in_later_uses_the_announced_ring(begin: Begin) -> None:
    hands = begin()
    play(hands, 1, move="spin", route="sea", chance=[0])
    hands.hold("ok")
    hands.choose("menu.history")
    hands.press("ok", "ok")
    hands.choose("Lancer la roulette")
    hands.choose("Mer")
    hands.press("ok")
    assert hands.rows == ["1 : 4 cases", "2 : corsaires", "3 : 2 cases"]
    hands.choose("3 : 2 cases")
    hands.press("ok")
    assert hands.table.state.turn.points == 2


def test_dice_of_two_kinds_are_typed_in_order_by_name(begin: Begin) -> None:
    hands = begin(bandits_d8=True)
    play(hands, 1, move="spin", route="land", chance=[1])
    hands.hold("ok")
    hands.press("ok")
    hands.choose("Combattre")
    hands.choose("form.typed")
    assert hands.spoken.startswith("Dé blanc | 1")
    hands.press(*["up"] * 9)
    assert hands.spoken.startswith("Dé blanc | 6")
    hands.press("ok")
    assert hands.spoken.startswith("Dé noir | 1")
    hands.press(*["up"] * 9)
    assert hands.spoken.startswith("Dé noir | 8")
    hands.press("ok", "ok")
    assert (hands.table.state.fight.white, hands.table.state.fight.black) == (6, 8)


def in_venice_with_a_fortune(hands: Hands) -> None:
    """Bring seat 1 to Venice after its mission, with a fortune that wins."""
    for what, by in (("table", 1), ("blue:80", 1), ("green:80", 1), ("yellow:80", 1), ("besants", 400)):
        play(hands, 1, move="correct", what=what, by=by)
    for place in ("mission", "town", "venice"):
        seat = hands.table.state.turn.seat
        play(hands, seat, move="spin", route="land", chance=[0])
        play(hands, seat, move="arrive", place=place)
        if place == "venice":
            return
        if place == "mission":
            play(hands, 1, move="finish_mission")
        play(hands, seat, move="end_turn")


def test_the_public_box_ends_a_winning_turn_without_a_question(begin: Begin) -> None:
    hands = begin()
    in_venice_with_a_fortune(hands)
    hands.press("back")
    assert hands.table.state.turn.seat == 2


def test_the_box_asks_a_winner_who_holds_it(begin: Begin) -> None:
    hands = begin()
    in_venice_with_a_fortune(hands)
    show_privately(hands.box, 1, lambda: play_form(hands.box, 1, "end_turn"))
    hands.press("ok")
    assert isinstance(hands.face, ConfirmFace)
    assert plain(hands.face.body) == "Ta fortune est faite : annonce-la et tu gagnes. Finir quand même ton tour ?"
    hands.press("ok")
    assert hands.table.state.turn.seat == 2


def test_the_box_asks_no_loser_who_holds_it(begin: Begin) -> None:
    hands = begin()
    in_venice_with_a_fortune(hands)
    play(hands, 1, move="correct", what="besants", by=-400)
    show_privately(hands.box, 1, lambda: play_form(hands.box, 1, "end_turn"))
    hands.press("ok")
    assert hands.table.state.turn.seat == 2


def test_a_replaced_spin_starts_at_its_sector(begin: Begin) -> None:
    hands = begin(tracking="dice")
    play(hands, 1, move="spin", route="land", chance=[1])
    while not isinstance(hands.face, TurnFace):
        hands.press("back")
    hands.hold("ok")
    hands.choose("Coups joués")
    hands.press("ok")
    hands.choose("Le remplacer")
    hands.press("ok", "ok", "ok")
    assert isinstance(hands.face, ListFace)
    assert (hands.face.chosen, len(hands.rows)) == (1, len(SECTORS))
