"""Phones at the box: the address of the table, the codes that link phones, and the end of each code."""

from __future__ import annotations

import logging

import pytest

from companion.box.faces.faces import MOST_MODULES, CodeFace, HomeFace, MessageFace, QrFace, TallyFace, TurnFace
from companion.box.faces.signals import Sound
from companion.box.pages.outcome_pages import TallyPage
from companion.box.pages.phones_page import SETTLES_S
from companion.session.pairing_codes import ASKED_S, LIFE_S
from companion.support.qr_code import modules
from companion.table.commands import ClaimSeat, LeaveGame, Play, StartGame
from companion.table.roles import PhoneRole
from tests.input.hands import CODE, TOKEN, Hands


@pytest.fixture
def table(hands: Hands) -> Hands:
    """Hands at the list of phones of a table of three."""
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao", "Chloé")))
    hands.hold("ok")
    hands.choose("Téléphones")
    return hands


@pytest.fixture
def code(table: Hands) -> Hands:
    """Show the code for the second seat of three."""
    table.choose("Code pour Bao")
    return table


# The address of the table.


def test_the_address_is_shown_for_scanning_and_typing(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Téléphones")
    hands.press("ok")
    face = hands.face
    assert isinstance(face, QrFace)
    assert face.modules == modules("HTTP://192.168.100.20:8080")
    assert face.words == ("192.168.100.20:8080", "caravane.local:8080")
    assert hands.spoken == "192.168.100.20:8080 | caravane.local:8080 | Trouver la table | Scanne ici"
    hands.press("back")
    assert hands.row == "Trouver la table"


def test_a_name_that_does_not_resolve_is_not_shown(hands: Hands) -> None:
    hands.box.named_address = lambda: ""
    hands.press("ok")
    hands.choose("Téléphones")
    hands.press("ok")
    assert isinstance(hands.face, QrFace)
    assert hands.face.words == ("192.168.100.20:8080",)


def test_the_page_follows_the_network(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Téléphones")
    hands.press("ok")
    hands.box.address = lambda: ""
    assert hands.spoken == "Pas de réseau. On peut jouer quand même."
    hands.box.address = lambda: "http://10.0.0.7:8080/"
    assert hands.spoken.startswith("10.0.0.7:8080 | ")


def test_down_shows_the_next_address_of_the_room(hands: Hands) -> None:
    hands.box.more_addresses = lambda: ("http://10.0.0.7:8080/",)
    hands.press("ok")
    hands.choose("Téléphones")
    hands.press("ok")
    assert hands.spoken.startswith("192.168.100.20:8080 | caravane.local:8080 | ")
    assert hands.hints == {"down": "autre"}
    hands.press("down")
    assert hands.spoken.startswith("10.0.0.7:8080 | Trouver")
    hands.press("down")
    assert hands.spoken.startswith("192.168.100.20:8080 | ")
    hands.press("back")
    assert hands.row == "Trouver la table"


def test_the_page_says_why_there_is_no_address(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Téléphones")
    hands.press("ok")
    hands.box.address = lambda: ""
    hands.box.why_no_address = lambda: "settings.no_address.link_local"
    assert "adresses IPv6 locales" in hands.spoken
    for key, scroll in (("down", 1), ("up", 0), ("up", 0)):
        hands.press(key)
        assert isinstance(hands.face, MessageFace)
        assert hands.face.scroll == scroll
    hands.press("ok")
    assert hands.row == "Trouver la table"


# Linking a phone.


def test_a_code_is_large_and_spoken_and_names_its_seat(code: Hands) -> None:
    assert isinstance(code.face, CodeFace)
    assert code.face.code == CODE
    assert code.face.strip.turn is not None
    assert code.face.strip.turn.seat == 2
    instruction = "Scanne-le ou tape-le. Il vaut tant que cet écran est ouvert."
    assert code.spoken == f"482 913 | Bao | {instruction}"
    assert code.hints == {"back": "fermer"}


def test_the_code_can_be_scanned_too(code: Hands) -> None:
    assert isinstance(code.face, CodeFace)
    assert code.face.modules == modules(f"http://192.168.100.20:8080/#{TOKEN}")
    assert len(code.face.modules) == MOST_MODULES, "two points a module, as cameras like it"
    assert code.phone(TOKEN, "digest of a phone")
    assert code.table.claims == {2: "digest of a phone"}


@pytest.mark.parametrize("address", ["", "http://living-room-companion.example:8080/"])
def test_without_a_short_address_the_code_is_only_typed(code: Hands, address: str) -> None:
    code.box.address = lambda: address
    assert isinstance(code.face, CodeFace)
    assert code.face.modules == ()
    assert code.spoken == "482 913 | Bao | Tape-le sur le téléphone"


def test_a_phone_with_a_seats_code_gets_the_seat(code: Hands) -> None:
    assert code.phone(CODE, "digest of a phone")
    assert code.table.claims == {2: "digest of a phone"}
    assert code.spoken == "Ce téléphone joue pour Bao."
    assert code.last_sound() is Sound.DONE
    code.press("ok")
    assert code.row == "Code pour Bao"
    assert code.note == "A déjà un téléphone"
    assert not code.phone(CODE), "a code is used once"


def test_a_phone_with_the_tables_code_becomes_host(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Téléphones")
    hands.choose("Code de la table")
    assert hands.spoken == "482 913 | Table | Scanne-le ou tape-le. Il vaut tant que cet écran est ouvert."
    assert hands.phone(CODE, "digest of a phone")
    assert hands.session.snapshot().roles.hosts == {"digest of a phone"}
    assert hands.spoken == "Ce téléphone est l’hôte."


def test_without_a_game_only_the_table_has_a_code(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Téléphones")
    assert hands.rows == ["Trouver la table", "Code de la table", "Télévision", "Oublier les téléphones"]


def test_a_televisions_code_gives_no_role_but_the_code(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Téléphones")
    hands.choose("Télévision")
    assert hands.spoken == "482 913 | Télévision | Tape-le sur la page Télé"
    assert isinstance(hands.face, CodeFace)
    assert hands.face.modules == (), "a television has no camera"
    assert hands.phone(CODE, "digest of a television")
    (display,) = hands.session.snapshot().roles.phones
    assert display == PhoneRole("digest of a television", display=True)
    assert hands.spoken == "La télévision montre le code."


def test_a_seats_key_shows_its_code(table: Hands) -> None:
    table.press("seat3")
    assert isinstance(table.face, CodeFace)
    assert table.codes.current_offer is not None
    assert table.codes.current_offer.seat == 3
    assert table.session.table
    assert table.codes.current_offer.game == table.session.table.number, "and in no other game"


def test_a_second_press_of_ok_does_not_close_the_code(table: Hands) -> None:
    table.find("Code pour Bao")
    table.press("ok", "ok", "down")
    assert isinstance(table.face, CodeFace)


def test_a_code_is_in_no_log(table: Hands, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        table.choose("Code pour Bao")
        table.phone("111111")
        table.phone(CODE)
    assert CODE not in caplog.text


# The end of a code.


def test_closing_the_page_ends_its_code(code: Hands) -> None:
    code.press("back")
    assert code.codes.current_offer is None
    assert not code.phone(CODE)


def test_leaving_for_the_table_ends_the_code(code: Hands) -> None:
    code.hold("back")
    assert isinstance(code.face, TurnFace)
    assert code.codes.current_offer is None


def test_taking_back_ends_the_code(code: Hands) -> None:
    code.press("undo")
    assert code.codes.current_offer is None


@pytest.mark.parametrize("command", [LeaveGame(), StartGame(game="expedition", names=("Dan", "Eva"))])
def test_another_game_ends_the_code(code: Hands, command: LeaveGame | StartGame) -> None:
    code.other_hand(command)
    assert isinstance(code.face, HomeFace | TurnFace)
    assert code.codes.current_offer is None


def test_a_move_elsewhere_does_not_end_the_code(code: Hands) -> None:
    code.other_hand(Play(moves=((1, {"move": "step", "by": "cards"}),)))
    assert isinstance(code.face, CodeFace)
    assert code.phone(CODE)


def test_a_code_behind_a_tally_stays_valid(table: Hands) -> None:
    table.press("back", "back")
    table.play(until=lambda table: table.state.camels[0] == (15,))
    table.hold("ok")
    table.choose("Téléphones")
    table.choose("Code pour Bao")
    table.other_hand(Play(moves=((1, {"move": "step", "by": "cards"}),)))
    assert isinstance(table.face, TallyFace)
    assert table.phone(CODE)
    assert table.spoken == "Ce téléphone joue pour Bao."


def test_a_code_expires(code: Hands) -> None:
    code.wait(LIFE_S - 1)
    assert isinstance(code.face, CodeFace)
    code.wait(1)
    assert code.spoken == "Ce code a expiré au bout d’un quart d’heure. Prends-en un autre."
    assert code.box.deadline() is None
    code.press("ok")
    assert code.row == "Code pour Bao"


def test_a_key_held_while_a_code_expires_is_no_answer(code: Hands) -> None:
    code.wait(LIFE_S - 0.5)
    code.grip("down", 1)
    code.let_go("down")
    assert isinstance(code.face, MessageFace)


def test_wrong_tries_end_no_code(code: Hands) -> None:
    for guess in range(100):
        assert not code.phone(f"{guess:06}")
    assert isinstance(code.face, CodeFace)
    assert code.phone(CODE)


def test_a_code_used_without_effect_says_that_it_is_over(code: Hands) -> None:
    assert code.codes.redeem(CODE) is not None
    code.box.refresh()
    assert "a déjà servi" in code.spoken


def test_a_later_code_is_not_withdrawn(code: Hands) -> None:
    later = code.codes.offer(1, 1)
    code.box.refresh()
    assert isinstance(code.face, MessageFace)
    assert code.codes.current_offer == later


# Forgetting.


def test_all_phones_are_forgotten_after_confirmation(table: Hands) -> None:
    table.other_hand(ClaimSeat(seat=1, phone="one"))
    table.other_hand(ClaimSeat(seat=None, phone="two"))
    table.choose("Oublier les téléphones")
    assert (
        table.spoken == "Les oublier tous ? | Ils pourront encore regarder, mais plus jouer. | Oublier les téléphones"
    )
    table.press("back")
    assert table.table.claims == {1: "one"}
    table.press("ok", "ok")
    assert table.table.claims == {}
    assert table.session.snapshot().roles.hosts == frozenset()
    assert table.spoken.startswith("Ces téléphones peuvent encore regarder.")
    table.press("ok")
    assert table.row == "Oublier les téléphones"


def test_phones_that_cannot_be_forgotten_are_reported(table: Hands) -> None:
    table.other_hand(ClaimSeat(seat=1, phone="one"))
    table.fill_the_card()
    table.choose("Oublier les téléphones")
    table.press("ok")
    assert isinstance(table.face, MessageFace)
    assert table.last_sound() is Sound.REFUSED
    assert table.table.claims == {1: "one"}


def test_a_phone_in_the_list_of_roles_can_be_forgotten(table: Hands) -> None:
    assert "Téléphones reliés" not in table.rows
    table.other_hand(ClaimSeat(seat=1, phone="one"))
    table.other_hand(ClaimSeat(seat=None, phone="one"))
    table.other_hand(ClaimSeat(seat=2, phone="two"))
    table.codes.attendance.note_contact("one")
    left = table.codes.attendance.begin_watching("two")
    table.choose("Téléphones reliés")
    assert table.rows == ["Bao", "Inès (hôte)"]
    assert table.details == ["en ligne", "en ligne"]
    table.wait(200)
    assert table.details == ["en ligne", "il y a 3 min"]
    left()
    table.wait(7300)
    assert table.details == ["il y a 2 h", "il y a 2 h"]
    table.choose("Inès (hôte)")
    assert table.spoken == "Oublier celui-ci ? | Il pourra encore regarder, mais plus jouer. | Inès (hôte)"
    table.press("ok")
    assert table.session.snapshot().roles.phones == (PhoneRole("two", name="Bao"),)
    table.press("ok")
    assert table.rows == ["Bao"]
    table.press("ok", "ok", "ok")
    assert table.session.snapshot().roles.phones == ()
    assert "Téléphones reliés" not in table.rows


def test_a_phone_not_seen_since_the_start_is_away(table: Hands) -> None:
    table.other_hand(ClaimSeat(seat=None, phone="one"))
    table.choose("Téléphones reliés")
    assert (table.rows, table.details) == (["Hôte"], ["absent"])


# A second phone for a seat.


ASKED = "Changer de téléphone ? | La place en a déjà un. Le nouveau le remplace ? | Bao"


@pytest.fixture
def at_question(table: Hands) -> Hands:
    """Let a second phone use the code of Bao's seat."""
    table.other_hand(ClaimSeat(seat=2, phone="first"))
    table.choose("Code pour Bao")
    assert table.rows == ["Relier un autre téléphone", "Libérer la place"]
    table.press("ok")
    assert table.phone(CODE, "second")
    return table


def test_taking_a_phones_seat_asks_first(at_question: Hands) -> None:
    assert at_question.spoken == ASKED
    assert at_question.table.claims == {2: "first"}
    at_question.wait(SETTLES_S)
    at_question.press("ok")
    assert at_question.table.claims == {2: "second"}
    assert at_question.spoken == "Ce téléphone joue pour Bao."
    assert at_question.codes.takeover_request is None


@pytest.mark.parametrize("leave", ["back", "hold", "undo", "game"])
def test_any_other_action_counts_as_no(at_question: Hands, leave: str) -> None:
    at_question.wait(SETTLES_S)
    if leave == "hold":
        at_question.hold("back")
    elif leave == "game":
        at_question.other_hand(StartGame(game="expedition", names=("Dan", "Eva")))
    else:
        at_question.press(leave)
    assert at_question.codes.takeover_request is None
    assert at_question.codes.was_refused("second")
    assert "second" not in at_question.table.claims.values()


@pytest.mark.parametrize("key", ["ok", "back", "left", "undo"])
def test_a_key_meant_for_the_page_before_is_no_answer(at_question: Hands, key: str) -> None:
    at_question.press(key)
    assert at_question.spoken == ASKED
    assert at_question.codes.takeover_request is not None
    assert at_question.table.claims == {2: "first"}
    at_question.wait(SETTLES_S)
    at_question.press("ok")
    assert at_question.table.claims == {2: "second"}


def test_only_a_short_ok_counts_as_yes(at_question: Hands) -> None:
    at_question.wait(SETTLES_S / 2)
    at_question.hold("ok")
    assert at_question.spoken == ASKED
    assert at_question.table.claims == {2: "first"}


@pytest.mark.parametrize("wait", [0, 30])
def test_a_question_settles_from_its_own_time_without_keys(table: Hands, wait: float) -> None:
    table.other_hand(ClaimSeat(seat=2, phone="first"))
    table.hold("back")
    table.wait(wait)
    assert table.phone(table.codes.offer(2, 1).code, "second")
    table.press("ok")
    assert table.spoken == ASKED
    table.wait(SETTLES_S)
    table.press("ok")
    assert table.table.claims == {2: "second"}


def test_the_key_that_closes_a_tally_answers_no_question(table: Hands) -> None:
    table.press("back", "back")
    table.play(until=lambda table: table.state.camels[0] == (15,))
    table.other_hand(ClaimSeat(seat=2, phone="first"))
    assert table.phone(table.codes.offer(2, 1).code, "second")
    table.other_hand(Play(moves=((1, {"move": "step", "by": "cards"}),)))
    table.wait(SETTLES_S)
    while isinstance(table.box.page, TallyPage):
        table.press("ok")
    table.press("ok")
    assert table.spoken == ASKED
    table.wait(SETTLES_S)
    table.press("ok")
    assert table.table.claims == {2: "second"}


def test_no_answer_counts_as_no(at_question: Hands) -> None:
    at_question.press("down", "up", "seat2")
    at_question.wait(ASKED_S)
    assert at_question.spoken == "L’ancien téléphone garde la place."
    assert at_question.codes.was_refused("second")
    assert at_question.table.claims == {2: "first"}
    assert at_question.box.deadline() is None


def test_the_question_comes_on_any_page(table: Hands) -> None:
    table.other_hand(ClaimSeat(seat=2, phone="first"))
    table.hold("back")
    offer = table.codes.offer(2, 1)
    assert table.phone(offer.code, "second")
    assert table.spoken.startswith("Changer de téléphone ?")


def test_a_claim_that_cannot_be_saved_is_reported(at_question: Hands) -> None:
    at_question.fill_the_card()
    at_question.wait(SETTLES_S)
    at_question.press("ok")
    assert at_question.last_sound() is Sound.REFUSED
    assert at_question.table.claims == {2: "first"}


def test_a_seat_is_released_at_its_row(table: Hands) -> None:
    table.other_hand(ClaimSeat(seat=1, phone="one"))
    table.other_hand(ClaimSeat(seat=None, phone="one"))
    table.choose("Code pour Inès")
    table.choose("Libérer la place")
    table.press("back")
    assert table.table.claims == {1: "one"}
    table.press("ok", "ok")
    assert table.table.claims == {}
    assert table.session.snapshot().roles.hosts == {"one"}, "whatever else the phone is, it stays"
    assert table.spoken == "La place est libre."
