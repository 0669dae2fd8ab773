"""Forms, played with Lanterns: every kind of field, several seats at once, chance drawn or typed in, and secrets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.box.faces.chance_faces import DiceFace
from companion.box.faces.faces import ConfirmFace, ListFace, MessageFace, NumberFace, TurnFace
from companion.box.faces.signals import Sound
from companion.box.pages.field_pages import NumberPage, PickPage, TakeValue
from companion.games.expedition import EXPEDITION
from companion.rules.fields import Blank, ChanceField, Choice, Field, FieldValues, Gap, Items, Json, NumberField, Pick
from companion.rules.form_walk import begin_walk, remaining_choices
from companion.rules.rule_errors import Refusal
from companion.rules.text import say
from companion.table.commands import StartGame
from companion.table.complete_moves import refuse_draw
from companion.table.draw_record import Draw
from tests.games.lanterns import LANTERNS
from tests.input.hands import Hands

NAMES = ("Inès", "Bao", "Chloé")


def six_and_five(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
    """Return a six and a five: with two sixes a stall would miss its turn."""
    return tuple(6 - number for number, _ in enumerate(wanted.bounds))


def at_market(directory: Path, draw: Draw = six_and_five) -> Hands:
    """Return hands at three stalls that are about to hide their cards."""
    hands = Hands(directory / "state", games=(EXPEDITION, LANTERNS), draw=draw)
    hands.watch = lambda face: None
    hands.other_hand(StartGame(game="lanterns", names=NAMES))
    hands.press("ok")  # closes the seal on chance
    return hands


@pytest.fixture
def market(tmp_path: Path) -> Iterator[Hands]:
    """Three stalls that are about to hide their cards."""
    hands = at_market(tmp_path)
    yield hands
    hands.close()


@pytest.fixture
def rolling(market: Hands) -> Hands:
    """Everything is hidden; everyone may roll."""
    for _ in NAMES:
        for _ in range(2):
            hide(market)
    return market


@pytest.fixture
def hanging(rolling: Hands) -> Hands:
    """Everyone has rolled a six and a five; it is the first stall's turn."""
    rolling.press("ok")
    return rolling


def hide(hands: Hands) -> None:
    """Hide a card and a wish for the first seat that is asked."""
    hands.press("ok")
    take_over(hands)
    hands.press("ok", "ok")
    hands.write("paix")
    hands.press("ok")


def badges(hands: Hands) -> list[str]:
    """Return the letters of the seats in a list, "" for a row without a seat."""
    assert isinstance(hands.face, ListFace), hands.spoken
    return [row.mark.letter if row.mark else "" for row in hands.face.rows]


def take_over(hands: Hands) -> None:
    """Hand the box to the seat that it asks for."""
    assert hands.spoken.startswith("Passe la boîte à ")
    hands.press("ok")


def test_active_seats_are_a_list_and_leave_it_when_done(market: Hands) -> None:
    assert badges(market) == ["I", "B", "C"]
    assert market.rows == ["Cacher une carte…"] * 3
    assert market.spoken == "Inès : Cacher une carte… | Qui joue ?"
    assert market.hints == {"back": "menu", "ok": "choisir"}
    hide(market)
    assert badges(market) == ["I", "B", "C"]
    for _ in range(2):
        market.press("down")
        assert market.spoken == "Bao : Cacher une carte… | Qui joue ?"
        hide(market)
    assert badges(market) == ["I", "C"]


def test_back_and_holding_ok_open_a_menu_of_all_seats(market: Hands) -> None:
    for open_menu in (partial(market.press, "back"), partial(market.press, "left"), partial(market.hold, "ok")):
        open_menu()
        assert market.rows[:3] == ["Inès joue…", "Bao joue…", "Chloé joue…"]
        market.press("back")
        assert badges(market) == ["I", "B", "C"]


def test_a_seats_key_chooses_the_acting_seat(market: Hands) -> None:
    market.press("seat3")
    assert market.rows == ["Cacher une carte"]
    assert market.face.strip.turn is not None
    assert market.face.strip.turn.name == "Chloé"


def test_a_choice_a_number_and_words_end_in_one_question(market: Hands) -> None:
    market.press("seat2", "ok")
    take_over(market)
    assert market.rows == ["rouge", "bleu"]
    market.press("down", "ok", "up")
    assert isinstance(market.face, NumberFace)
    assert market.face.number == 10_001
    market.press("down", "down", "ok")
    market.write("paix")
    assert isinstance(market.face, ConfirmFace)
    assert market.face.gives == ("+1 bleu 10000",)
    market.press("ok")
    played = market.table.entries[0].played
    assert (played.seat, played.move.kind) == (2, "hide")


def test_back_in_a_form_keeps_the_choices(market: Hands) -> None:
    market.press("ok", "ok", "ok", "up", "ok")
    market.hold("back")
    assert isinstance(market.face, NumberFace)
    assert market.face.number == 10_001
    market.press("back")
    assert market.rows == ["rouge", "bleu"]
    market.press("back")
    assert market.spoken == "C’est caché | Repose la boîte au milieu."
    market.press("ok")
    assert badges(market) == ["I", "B", "C"]


def test_hidden_cards_are_on_no_public_page_until_the_end(rolling: Hands) -> None:
    rolling.hold("ok")
    rolling.choose("Coups joués")
    assert set(rolling.rows) == {"cache une carte", "Le début"}
    rolling.press("back", "back", "seat1")
    rolling.press("back")
    rolling.hold("ok")
    rolling.choose("Feuille de score")
    rolling.press("ok")
    held = ["Huile"]
    assert rolling.rows == [*held, "+1 carte cachée", "+1 carte cachée", "+1 huile au départ"]
    rolling.press(*["down"] * len(held), "ok")
    assert rolling.spoken == "+1 | carte cachée (coup 2) | L1"


def test_a_common_offer_of_several_seats_takes_one_press(rolling: Hands) -> None:
    assert rolling.rows == ["Huile (3 joueurs)", *["Huile"] * 3]
    rolling.press("ok")
    assert rolling.table.state.oil == (12, 12, 12)
    rolling.hold("back")
    assert rolling.table.state.oil == (1, 1, 1)


def test_a_complete_move_takes_one_press_on_its_row(rolling: Hands) -> None:
    rolling.press("down", "down")
    assert rolling.spoken == "Bao : Huile | Qui joue ?"
    rolling.press("ok")
    assert rolling.table.state.oil == (1, 12, 1)
    assert isinstance(rolling.face, DiceFace)
    assert rolling.face.dice == rolling.table.state.thrown[1]
    rolling.press("ok")
    assert badges(rolling) == ["", "I", "C"]
    assert rolling.rows[0] == "Huile (2 joueurs)"


def test_a_seats_key_opens_its_turn_and_back_returns(rolling: Hands) -> None:
    rolling.press("seat2")
    assert rolling.turn.action == "Huile"
    assert rolling.hints["back"] == "retour"
    rolling.press("back")
    assert badges(rolling) == ["", "I", "B", "C"]


def test_the_box_draws_or_real_dice_are_typed_in(rolling: Hands) -> None:
    rolling.hold("ok")
    rolling.press("ok", "ok")
    assert rolling.rows == ["La boîte tire", "Lancer de vrais dés"]
    rolling.press("ok")
    assert isinstance(rolling.face, ConfirmFace)
    assert rolling.face.question == "Huile"
    rolling.press("ok")
    assert rolling.table.state.oil == (12, 1, 1)
    rolling.press("ok")  # closes the dice
    rolling.hold("ok")
    rolling.press("ok", "ok")
    rolling.choose("Lancer de vrais dés")
    assert rolling.spoken == "Dé 1 | 1 | Bao"
    rolling.press("up", "up", "ok", "ok")
    assert isinstance(rolling.face, ConfirmFace)
    assert rolling.face.gives == ("+4 huile",)
    rolling.press("ok")
    assert rolling.table.entries[-1].played.typed
    assert rolling.table.state.oil == (12, 5, 1)


def test_without_a_source_of_chance_dice_must_be_typed_in(tmp_path: Path) -> None:
    hands = at_market(tmp_path, refuse_draw)
    for _ in range(6):
        hide(hands)
    hands.press("ok")
    assert hands.spoken == "La boîte ne tire rien ici. Entre ce que montrent de vrais dés."
    hands.close()


def test_a_path_may_end_where_it_is_complete(hanging: Hands) -> None:
    assert isinstance(hanging.face, TurnFace)
    hanging.hold("ok")
    hanging.press("ok")
    hanging.choose("Accrocher")
    hanging.choose("rivière")
    assert "S’arrêter là" not in hanging.rows
    hanging.choose("place 1")
    hanging.press("down", "ok")
    assert hanging.row == "S’arrêter là"
    hanging.press("ok")
    face = hanging.face
    assert isinstance(face, ConfirmFace)
    assert (face.costs, face.gives) == (("−2 huile",), ("+4 points",))
    hanging.press("ok")
    assert hanging.table.state.points == (4, 0, 0)


def test_several_items_are_ticked_and_taken_together(hanging: Hands) -> None:
    hanging.hold("ok")
    hanging.press("ok")
    hanging.choose("Montrer")
    take_over(hanging)
    hanging.press("up")
    assert hanging.row == "Fini"
    assert hanging.note == "Choisis 1 ou 2"
    hanging.press("ok")
    assert isinstance(hanging.face, ConfirmFace), "one of the two, which are alike, is taken already"
    hanging.press("back", "down", "ok")
    assert isinstance(hanging.face, ListFace)
    assert [row.ticked for row in hanging.face.rows] == [False, None]
    hanging.press("up", "ok")
    assert isinstance(hanging.face, ListFace), "with nothing ticked there is nothing to finish"
    hanging.press("down", "ok")
    assert [row.ticked for row in hanging.face.rows] == [True, False, None]
    hanging.press("ok")
    assert isinstance(hanging.face, ConfirmFace), "the next alike is under the hand; all are taken, nobody says so"
    hanging.press("ok")
    assert hanging.table.state.points == (6, 0, 0)


def test_no_refused_item_and_no_surplus_item_is_ticked(market: Hands) -> None:
    refused = Refusal(say("expedition.refused.ballast_once"), "E4")
    choices = tuple(Choice(n, say("form.die", number=n), refused if n == 3 else None) for n in (1, 2, 4, 3))
    moves: list[dict[str, Json]] = []

    def ask(chosen: FieldValues, items: Items) -> Field | None:
        left = remaining_choices(choices, items)
        dice = Pick(name="dice", label=say("form.done"), choices=left, least=2, most=2, items=tuple(items))
        return None if "dice" in chosen else dice

    def fill(choice: Choice, take: TakeValue) -> None:
        raise AssertionError(f"{choice} leaves nothing to be said")

    page = PickPage(market.box, "Dés", begin_walk(ask), lambda walk: moves.append(walk.move_fields), fill, NAMES)
    market.box.push(page)
    market.press("up", "ok")
    assert market.last_sound() is Sound.REFUSED, "with none ticked there is nothing to finish"
    market.press("up")
    assert market.note == "Un seul délestage par tour."
    market.press("ok")
    assert market.spoken == "Un seul délestage par tour. | E4"
    market.press("ok", "up", "ok", "up", "ok")
    assert moves == [{"dice": [2, 4]}], "what is full need not be finished"


def test_a_number_shows_its_consequence(market: Hands) -> None:
    consequences = tuple(say("form.die", number=n) for n in (3, 4, 5))
    number = NumberField(name="coins", label=say("form.typed"), low=3, high=5, outcomes=consequences)
    market.box.push(NumberPage(market.box, "Pièces", number, lambda n: None, number=4))
    assert isinstance(market.face, NumberFace)
    assert market.face.consequence == market.words("form.die", number=4)
    market.press("up")
    assert market.spoken == f"Pièces | {market.words('form.die', number=5)}"


def test_a_refused_number_shows_its_reason_and_is_not_taken(market: Hands) -> None:
    gaps = tuple(Gap(low, high, Refusal(say("refused.over"), "L1")) for low, high in ((1, 3), (5, 9)))
    number = NumberField(name="n", label=say("form.typed"), low=-9, high=9, signed=True, nonzero=True, gaps=gaps)
    taken: list[Json] = []
    market.box.push(NumberPage(market.box, "Place", number, taken.append))
    reason = market.words("refused.over")
    assert market.spoken == "Place | -1", "the nearest number that can be taken"
    market.press("up")
    assert market.spoken.startswith("Place | 1 | ")
    assert isinstance(market.face, NumberFace)
    assert market.face.refused
    market.press("ok")
    assert market.spoken == f"{reason} | L1"
    market.press("ok")
    assert (market.spoken.split(" | ")[:2], taken) == (["Place", "1"], [])
    market.press("up", "up", "up", "ok")
    assert taken == [4]


def test_the_open_part_of_a_tick_has_another_page(market: Hands) -> None:
    number = NumberField(name="besants", label=say("form.typed"), low=-9, high=9, signed=True, nonzero=True)
    blank = Blank(number, "classic.effect.sum.said")
    choices = (Choice({"besants": 7}, say("form.die", number=7)), Choice({}, say("form.stop_here"), blank=blank))
    moves: list[dict[str, Json]] = []

    def ask(chosen: FieldValues, items: Items) -> Field | None:
        sums = Pick(name="sums", label=say("form.done"), choices=choices, least=1, most=3, items=tuple(items))
        return None if "sums" in chosen else sums

    def fill(choice: Choice, take: TakeValue) -> None:
        market.box.push(NumberPage(market.box, "Somme", number, lambda n: take(choice.with_answer(n).value)))

    page = PickPage(market.box, "Sommes", begin_walk(ask), lambda walk: moves.append(walk.move_fields), fill, NAMES)
    market.box.push(page)
    market.press("down", "ok")
    assert isinstance(market.face, NumberFace)
    market.press("up", "up", "ok")
    assert isinstance(market.face, ListFace), "back at the list, with the item that was said"
    assert [(row.text, row.ticked) for row in market.face.rows[1:3]] == [
        ("+3 besants", True),
        (market.words("form.stop_here"), False),
    ]
    market.press("ok")
    assert [row.ticked for row in market.face.rows] == [False, False, None], "let go again"
    market.press("ok", "down", "ok")
    market.press("up", "ok")
    assert [row.ticked for row in market.face.rows] == [True, False, True, False, None], (
        "what is offered is ticked once"
    )
    market.press("up", "up", "ok")
    assert moves == [{"sums": [{"besants": 7}, {"besants": -1}]}]


def test_a_chosen_seat_answers_out_of_turn(hanging: Hands) -> None:
    hanging.hold("ok")
    hanging.press("ok")
    hanging.choose("Fête")
    assert hanging.rows == ["Bao", "Chloé"]
    hanging.choose("Chloé")
    hanging.press("ok")
    face = hanging.face
    assert isinstance(face, TurnFace)
    assert face.strip.turn is not None
    assert (face.strip.turn.name, face.action) == ("Chloé", "Donner 1 huile")
    hanging.press("ok")
    hanging.hold("ok")
    hanging.press("ok")
    hanging.choose("Réponse")
    assert hanging.rows == ["oui", "non"]
    hanging.choose("non")
    hanging.press("ok")
    assert hanging.table.state.oil == (13, 12, 11)
    assert hanging.turn.strip.turn is not None
    assert hanging.turn.strip.turn.name == "Inès"


def test_a_refused_kind_stays_in_sight_with_its_reason(hanging: Hands) -> None:
    hanging.hold("ok")
    hanging.press("ok")
    hanging.choose("Fête")
    hanging.press("ok", "ok", "ok", "ok")
    assert hanging.turn.action == "Remercier"
    hanging.press("ok")
    hanging.hold("ok")
    hanging.press("ok")
    hanging.find("Fête")
    assert hanging.note == "Une fête par tour."
    hanging.press("ok")
    assert isinstance(hanging.face, MessageFace)
    assert hanging.face.ruling == "L5"


def test_the_default_action_is_the_first_that_is_not_refused(hanging: Hands) -> None:
    assert isinstance(hanging.face, TurnFace)
    assert hanging.turn.action == "Accrocher…", "what stands under a heading comes where the game has it"
    assert not hanging.turn.action_refused
    assert hanging.hints["back"] == "Finir le tour"
