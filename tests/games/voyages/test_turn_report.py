"""The report of a whole turn or phase: one sentence a seat, with what it gained."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.game import PlayedMove, move_from_json
from companion.rules.moves import Line
from companion.rules.text import say
from companion.rules.viewer import PUBLIC
from companion.words.catalogue import Words
from tests.games.voyages.test_points import game_over, points
from tests.games.voyages.voyage import NAMES, Voyage, first_turn

ENGLISH, FRENCH = Words("en"), Words("fr")


def played(voyage: Voyage, *bodies: tuple[int, dict[str, Any]]) -> list[PlayedMove]:
    """Play these moves, each with its seat."""
    result = []
    for seat, body in bodies:
        before, move = voyage.state, move_from_json(voyage.match.game, body)
        voyage.play(seat, **body)
        result.append(PlayedMove(before, seat, move, voyage.state, voyage.last))
    return result


def reports(voyage: Voyage, *bodies: tuple[int, dict[str, Any]]) -> tuple[str, str, str]:
    """Return the report of these moves in English, in French, and in brief English."""
    text = voyage.match.describe_turn(played(voyage, *bodies), voyage.state, PUBLIC)
    assert text is not None
    return ENGLISH.of(text, NAMES), FRENCH.of(text, NAMES).replace("\u00a0", " "), ENGLISH.brief(text, NAMES)


def take_three(die: str) -> dict[str, Any]:
    return {"move": "take_three", "dice": [die]}


END_TURN: tuple[int, dict[str, Any]] = (1, {"move": "end_turn"})


def test_a_turn_is_one_sentence_with_what_everyone_gained() -> None:
    voyage = first_turn("berke", "mercator").give(active="S5", gold=1, camels=1, dice="blue:4 blue:4 black:2")
    assert reports(
        voyage,
        (1, {"move": "bazaar", "row": "silk", "dice": ["blue:4", "blue:4"]}),
        (1, {"move": "fulfil", "contract": "S5"}),
        (1, take_three("black:2")),
        END_TURN,
    ) == (
        "Ada takes silk with two 4s, fulfils a contract and takes coins for a die "
        "(+3 silk, +2 camels, −1 gold, +2 points, +3 coins, Bao +1 silk)",
        "Ada prend de la soie avec deux 4, remplit un contrat et prend des pièces contre un dé "
        "(+3 soies, +2 chameaux, −1 or, +2 points, +3 pièces, Bao +1 soie)",
        "takes silk",
    )


def test_equal_moves_of_a_turn_are_counted() -> None:
    voyage = first_turn("berke", "wilhelm").give(dice="blue:1 blue:2 blue:3", camels=5, coins=0)
    english, french, _ = reports(
        voyage,
        (1, {"move": "reroll", "die": "blue:1", "chance": [4]}),
        (1, take_three("blue:2")),
        (1, {"move": "reroll", "die": "blue:4", "chance": [6]}),
        (1, take_three("blue:3")),
        (1, {"move": "take_five", "dice": ["blue:6"]}),
        END_TURN,
    )
    assert english == "Ada rerolls 2 dice, takes coins for 2 dice and takes coins with a 6 (−2 camels, +11 coins)"
    assert french == (
        "Ada relance 2 dés, prend des pièces contre 2 dés et prend des pièces avec un 6 (−2 chameaux, +11 pièces)"
    )


def test_a_journey_is_reported_by_its_end() -> None:
    voyage = first_turn("berke", "kubilai", bonus_tiles={"MOS": "B07"}).give(dice="blue:3 blue:3", coins=20)
    journey = {"move": "travel", "dice": ["blue:3", "blue:3"], "paths": [["O1", "MOS"]]}
    name = {"move": "name", "contract": "S1"}
    english, french, brief = reports(voyage, (1, journey), (2, name), (1, {"move": "choose", "goods": ["silk"]}))
    assert english == "Ada travels to Moscow (−7 coins, +1 silk)"
    assert french == "Ada voyage jusqu’à Moscou (−7 pièces, +1 soie)"
    assert brief == "goes to Moscow"


def test_a_declined_step_is_reported_as_staying() -> None:
    voyage = first_turn("berke", "kubilai", bonus_tiles={"ALE": "B08"}).give(coins=9)
    journey = {"move": "travel", "dice": ["blue:3", "blue:3"], "paths": [["ALE"]]}
    english, french, _ = reports(voyage, (1, journey), (1, {"move": "decline"}))
    assert english == "Ada travels to Alexandria and stays put (−3 coins)"
    assert french == "Ada voyage jusqu’à Alexandria et reste sur place (−3 pièces)"


@pytest.mark.parametrize(
    ("dice", "english", "french"),
    [
        ("blue:5 blue:5 black:4", "two 5s and a black 4", "deux 5 et un 4 noir"),
        ("black:6 black:6 white:6", "two black 6s and a white 6", "deux 6 noirs et un 6 blanc"),
        ("blue:6 blue:6 blue:6", "three 6s", "trois 6"),
        ("blue:1 blue:6 white:5", "a 1, a 6 and a white 5", "un 1, un 6 et un 5 blanc"),
    ],
)
def test_used_dice_are_grouped_by_value_and_colour(dice: str, english: str, french: str) -> None:
    voyage = first_turn("berke", "wilhelm").give(dice=dice)
    move = {"move": "bazaar", "row": "gold", "dice": dice.split(), "column": 1}
    sentences = reports(voyage, (1, move))
    assert sentences[0].startswith(f"Ada takes gold with {english} (")
    assert sentences[1].startswith(f"Ada prend de l’or avec {french} (")


def test_a_phase_names_each_seat_once() -> None:
    voyage = Voyage(2, characters=["matteo", "berke"])
    assert reports(
        voyage,
        (2, {"move": "roll", "chance": [1, 2, 2, 3, 2]}),
        (1, {"move": "keep", "contract": "K01"}),
        (2, {"move": "compensate", "coins": 5, "camels": 0}),
        (1, {"move": "roll", "chance": [3, 3, 3, 3, 3, 6]}),
    ) == (
        "Bao rolls 1 2 2 3 2: 5 to take (+5 coins), Ada keeps a contract and rolls 3 3 3 3 3 6",
        "Bao lance 1 2 2 3 2 : 5 à recevoir (+5 pièces), Ada garde un contrat et lance 3 3 3 3 3 6",
        "rolls 3 3 3 3 3 6",
    )


def test_rolls_are_reported_without_the_draft_before_them() -> None:
    voyage = Voyage(2, draft=True, deal=False)
    moves = played(
        voyage,
        (2, {"move": "take_character", "character": "johannes"}),
        (1, {"move": "take_character", "character": "kubilai"}),
        (1, {"move": "keep_goals", "cards": ["G01", "G02"]}),
        (2, {"move": "keep_goals", "cards": ["G03", "G04"]}),
        (1, {"move": "roll", "chance": [3, 3, 3, 3, 3]}),
    )
    texts = [voyage.match.describe_turn(moves[:n], moves[n - 1].after, PUBLIC) for n in (2, 4, 5)]
    assert [text and ENGLISH.of(text, NAMES) for text in texts] == [
        "Bao has taken Johannes Carprini, "
        "Ada has taken Kubilai Khan: the first post in Beijing, on the space of 10 points",
        "Bao (+3 coins)",
        "Bao (+3 coins), Ada rolls 3 3 3 3 3",
    ]


def test_a_phase_lists_incomes_of_seats_without_a_move() -> None:
    voyage = Voyage(2, characters=["raschid", "berke"])
    (roll,) = played(voyage, (2, {"move": "roll", "chance": [3, 3, 3, 3, 3]}))
    income = Line(1, "coins", 3, say("voyages.why.town", place=say("voyages.place.orm")), "V20")
    text = voyage.match.describe_turn([replace(roll, lines=(income,))], voyage.state, PUBLIC)
    assert text is not None
    assert (ENGLISH.of(text, NAMES), ENGLISH.brief(text, NAMES)) == (
        "Bao rolls 3 3 3 3 3, Ada (+3 coins)",
        "rolls 3 3 3 3 3",
    )


def test_points_alone_are_a_report() -> None:
    score = {"move": "score", "by": 3, "why": ""}
    assert reports(points(), (1, score), (1, {"move": "end_turn", "used": 1})) == (
        "Ada: +3 points",
        "Ada : +3 points",
        "+3 points",
    )


def test_a_turn_with_nothing_to_report_has_no_report() -> None:
    voyage = points()
    moves = played(voyage, (1, {"move": "end_turn", "used": 1}))
    assert voyage.match.describe_turn(moves, voyage.state, PUBLIC) is None


def test_the_final_count_is_reported_by_seat() -> None:
    voyage = game_over(points())
    final = {"move": "final", "coins": 10, "camels": 0, "goods": 0, "beijing": 0, "goals": [], "reached": 1}
    english, _, brief = reports(voyage, (1, final), (2, {**final, "coins": 20}))
    assert english == "Ada does the final count (+2 points), Bao does the final count (+3 points)"
    assert brief == "does the final count"


# Labels of what is declined.


def test_what_may_be_declined_is_named() -> None:
    drawn = Voyage(2, characters=["matteo", "berke"])
    step = first_turn("berke", "kubilai", bonus_tiles={"ALE": "B08"}).give(coins=9)
    step.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"]])
    labels = [
        {words.of(offer.label) for offer in voyage.match.offers(voyage.state, 1) if offer.kind == "decline"}
        for words in (ENGLISH, FRENCH)
        for voyage in (drawn, step)
    ]
    assert labels == [{"Leave the contract"}, {"Stay put"}, {"Refuser le contrat"}, {"Rester sur place"}]


def test_the_last_turn_is_reported_without_final_points() -> None:
    voyage = first_turn("berke", "wilhelm").give(dice="blue:2")
    *others, last = played(voyage, (1, take_three("blue:2")), END_TURN)
    final = Line(1, "points", 24, say("voyages.why.goals"), "V42")
    text = voyage.match.describe_turn([*others, replace(last, lines=(*last.lines, final))], voyage.state, PUBLIC)
    assert text is not None
    assert ENGLISH.of(text, NAMES) == "Ada takes coins for a die (+3 coins)"
