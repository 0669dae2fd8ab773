"""Animations as pages get them: those of the newest change, and the blocks that remain after them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.box.faces.find_chance_results import throw_result_at
from companion.games.classic import CLASSIC
from companion.rules.game import move_from_json
from companion.rules.scene import Dice, Ring
from companion.rules.viewer import PUBLIC, as_seat
from companion.server.views.scene_view import animations_view
from companion.table import amendments
from companion.table import table as tables
from companion.table.table import CompleteMove, Table
from companion.words.catalogue import Words
from companion.words.translated_scene import scene_of
from tests.games.lanterns import LANTERNS
from tests.views.games import expedition, play_moves, with_correction, with_move

ENGLISH, FRENCH = Words("en"), Words("fr")
AT_GANZHOU = [*["step"] * 10, "end", "step", "end", *["step"] * 12]
OWN: dict[str, Any] = {"sectors": [{"land": 4, "sea": 9, "weight": 3}, {"land": "bandit", "sea": 1}]}
LAND, SEA = ({"move": "spin", "route": route} for route in ("land", "sea"))


def classic(*moves: dict[str, Any], **options: Any) -> Table:
    """Return a game of 1983 of two on a wheel of two sectors, after these moves of the first seat."""
    table = tables.start(CLASSIC, ("Inès", "Bao"), {"wheel": OWN, **options}, number=1)
    for move in moves:
        table = with_move(table, 1, move)
    return table


def animation_kinds(table: Table) -> list[str]:
    return [animation["ceremony"] for animation in animations_view(table, PUBLIC, FRENCH)]


def with_typed_chance(table: Table) -> Table:
    """Return the table with its last move's chance typed in."""
    *before, last = table.entries
    return replace(table, entries=(*before, replace(last, played=replace(last.played, typed=True))))


def block(table: Table, block_type: type[Any]) -> Any:
    """Return the only block of a type; None without one."""
    return next(
        (candidate for candidate in scene_of(table, PUBLIC, ENGLISH).blocks if isinstance(candidate, block_type)), None
    )


# Animations of the newest change.


def test_a_tally_has_every_share_and_its_entry() -> None:
    table = play_moves(expedition(), *AT_GANZHOU)
    walk, tally, walked_on = animations_view(table, PUBLIC, FRENCH)
    assert (walk["ceremony"], walked_on["ceremony"]) == ("walk", "walk")
    assert (tally["ceremony"], tally["entry"], tally["by"]) == ("tally", len(table.entries), 3)
    assert (tally["typed"], tally["again"]) == (False, False)
    assert tally["name"] == "Décompte de Ganzhou"
    assert tally["shares"][1] == {
        "seat": 1,
        "piece": "camel:1:1",
        "where": "case\N{NO-BREAK SPACE}12 → Ganzhou",
        "pays": 2,
        "total": 5,
    }


def test_animations_are_shown_only_until_the_next_change() -> None:
    table = play_moves(expedition(), *AT_GANZHOU)
    assert animation_kinds(play_moves(table, "end")) == []
    assert animation_kinds(with_correction(table, 1, 1)) == []


def test_restored_moves_are_animated_again_but_not_taken_back_ones() -> None:
    table = play_moves(expedition(), *AT_GANZHOU)
    assert animation_kinds(amendments.take_back(table)) == []
    assert animation_kinds(amendments.restore(amendments.take_back(table))) == animation_kinds(table)
    assert animation_kinds(amendments.take_back(play_moves(table, "end"))) == []


def test_all_viewers_see_the_same_spin_and_fight() -> None:
    for table in (
        classic({**LAND, "chance": [1]}),
        classic({**LAND, "chance": [1]}, {"move": "fight", "chance": [1, 6]}),
    ):
        views = [animations_view(table, viewer, FRENCH) for viewer in (PUBLIC, as_seat(1), as_seat(2))]
        assert views[0] == views[1] == views[2] != []


# Blocks that remain after them.


@pytest.mark.parametrize(("white", "black"), [(4, 4), (6, 1)])
def test_thrown_dice_are_shown_until_the_next_move(white: int, black: int) -> None:
    attacked = classic({**LAND, "chance": [1]})
    won = with_move(attacked, 1, {"move": "fight", "chance": [white, black]})
    dice = block(won, Dice)
    assert [die.value for group in dice.groups for die in group.dice] == [white, black]
    assert (dice.id, dice.against, dice.name) == ("fight", True, "Won!")
    assert dice.says == "Inès wins the fight"
    assert scene_of(won, PUBLIC, ENGLISH).blocks.index(dice) == 1  # after the notes about the next action
    assert block(with_move(won, 2, {**SEA, "chance": [0]}), Dice) is None
    assert block(amendments.take_back(won), Dice) == block(attacked, Dice)


def test_dice_shown_by_the_game_are_not_shown_twice() -> None:
    lost = classic({**LAND, "chance": [1]}, {"move": "fight", "chance": [1, 6]})
    assert [shown.id for shown in scene_of(lost, PUBLIC, ENGLISH).blocks].count("fight") == 1
    assert block(lost, Dice).says == "Inès loses the fight"


def test_a_wheel_shows_its_result_and_whether_it_was_typed() -> None:
    spun = classic({**SEA, "chance": [0]}, move_bonus=2)
    assert (block(spun, Ring).says, block(spun, Ring).large) == ("9 + 2 spaces", "11")
    assert block(with_typed_chance(spun), Ring).says == "9 + 2 spaces · typed in"
    arrived = with_move(
        with_typed_chance(spun), 1, {"move": "arrive", "place": "post", "colour": "green", "shared_with": []}
    )
    assert block(arrived, Ring).says == "9 + 2 spaces"
    assert block(classic({**LAND, "chance": [1]}), Ring).says == "Bandits!"


def test_typed_dice_are_marked() -> None:
    lost = with_typed_chance(classic({**LAND, "chance": [1]}, {"move": "fight", "chance": [1, 6]}))
    assert block(lost, Dice).says == "Inès loses the fight · typed in"


@pytest.mark.parametrize(("typed", "says"), [(True, "9 spaces · typed in"), (False, "9 spaces")])
def test_the_last_of_several_spins_decides_the_typed_mark(typed: bool, says: str) -> None:
    spin, arrive, end = {**SEA, "chance": [0]}, {"move": "arrive", "place": "town"}, {"move": "end_turn"}
    moves: list[tuple[int, dict[str, Any], bool]] = [
        (1, spin, True),
        (1, arrive, False),
        (1, end, False),
        (2, spin, typed),
    ]
    change = [CompleteMove(seat, move_from_json(CLASSIC, move), typed) for seat, move, typed in moves]
    assert block(tables.play(classic(), change, 1), Ring).says == says


def test_the_little_screen_shows_dice_results_briefly() -> None:
    table = tables.start(LANTERNS, ("Ada", "Bao"), {}, number=1)
    for seat in (1, 2):
        for value in (10_001, 10_002):
            table = with_move(
                table, seat, {"move": "hide", "colour": "red", "value": value + 2 * seat, "wish": "peace"}
            )
    table = with_move(table, 1, {"move": "roll", "chance": [6, 6]})
    thrown = throw_result_at(table, len(table.entries), ENGLISH)
    assert thrown is not None
    assert thrown.throw.says == "Burnt!"
    assert animations_view(table, PUBLIC, ENGLISH)[0]["says"] == "Two sixes: burnt, and nothing to pour!"
