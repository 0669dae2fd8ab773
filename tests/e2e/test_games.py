"""Tests of whole games of Expedition, played to the end by keys on the box's page in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from companion.box.faces.faces import ConfirmFace, EndFace, TallyFace
from companion.games import GAMES
from companion.journal.moves_file import export, replay_file
from companion.rules.match_functions import standings
from tests.depth import deep
from tests.e2e.player import Player

pytestmark = pytest.mark.e2e


def sit_down(player: Player, *names: str) -> None:
    """Go from the welcome to the list of the lobby, and have these people sit down."""
    player.press("ok")
    player.choose("New game")
    player.choose("Marco Polo Expedition")
    player.sit_down(*names)


def read_out(player: Player) -> int:
    """Read a tally to its end; return the number of its shares."""
    shares = 0
    while isinstance(player.face(), TallyFace):
        shares += 1
        player.press("ok")
    return shares


def race(player: Player) -> None:
    """Play to the end: everyone steps by cards, three times a turn, with the first camel that may."""
    for _ in range(80):
        for _ in range(3):
            turn = player.turn()
            if turn is None or turn.action_refused:
                break
            player.press("ok")
            if isinstance(player.face(), ConfirmFace):  # before a tally, or the end
                player.press("ok")
        read_out(player)
        if player.companion.session.reveal is not None:
            player.hold("ok")
        if isinstance(player.face(), EndFace):
            return
        player.press("back")
    raise AssertionError("the race never ended")


def assert_ended_as_replayed(player: Player) -> None:
    """Check that the page's end sheet has the result that a replay of the moves file gives."""
    table = player.companion.ask(lambda: player.companion.box.table)
    assert table is not None
    assert table.over
    replayed = replay_file(export(table).encode(), GAMES)
    places = standings(replayed.match, replayed.state)
    lines, totals = player.lines()[1 : 1 + len(places)], [place.total for place in places]
    assert [line.partition(" (")[0] for line in lines] == [
        f"{place.rank}. {replayed.names[place.seat - 1]} {place.total}" for place in places
    ]
    assert all(totals.count(total) > 1 for total, line in zip(totals, lines, strict=True) if "(" in line)
    assert (replayed.match, replayed.digest()) == (table.match, table.digest())
    assert player.sees_what_is_painted()


def test_three_players_finish_with_the_four_required_keys(player: Player) -> None:
    sit_down(player, "A", "B", "C")
    player.choose("Start")
    assert player.lines()[0] == "A"
    race(player)
    assert_ended_as_replayed(player)
    assert player.used <= {"up", "down", "ok", "back"}


@deep
def test_two_players_one_camel_a_turn(player: Player) -> None:
    sit_down(player, "A", "B")
    player.choose("Start")
    race(player)
    assert_ended_as_replayed(player)
    table = player.companion.session.table
    assert table is not None
    assert [len(camels) for camels in table.state.camels] == [2, 2]


@deep
def test_two_players_with_ballast_take_backs_and_a_correction(player: Player) -> None:
    sit_down(player, "A", "B")
    player.choose("Tonight’s rules")
    player.choose("Options")
    player.choose("Two camels")
    player.press("back")
    player.press("back")
    player.choose("Start")
    player.press("ok")
    player.press("down")
    player.press("down")
    assert player.lines()[3].startswith("Crate of 1")
    player.press("ok")
    assert player.lines()[1] == "4"
    player.hold("back")
    assert player.lines()[1] == "3"
    player.hold("ok")
    player.choose("Restore")
    assert player.lines()[1] == "4"
    race(player)
    assert_ended_as_replayed(player)
    table = player.companion.session.table
    assert table is not None
    match: Any = table.match
    assert match.both_camels


def test_drumming_on_a_key_loses_no_press(player: Player) -> None:
    """Type twenty presses as fast as a keyboard can, each shorter than any hand could make it."""
    before = player.output().sound_number
    for _ in range(20):
        player.page.keyboard.press("ArrowDown")
    assert player.sounds_until(before + 20)
