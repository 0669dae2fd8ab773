"""Tests of a whole game of Expedition over the lines of the bench box, played to its end by a hand on one key."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

from companion.devices.board_profiles import load_board
from companion.support.resources import boards_dir
from companion.words.signs import Key
from tests.box.inside.lines import Lines, press, turning
from tests.box.inside.process import Process, complaints
from tests.kept import save_game
from tests.terminal import run, run_json

BENCH = load_board("bench", boards_dir())
LIGHTS = tuple(BENCH.lights.values())
PERIOD_S = 5.0
"""Period of the light that shows whose turn it is, in seconds."""
TUNE_S = 0.4
"""Seconds, longer than the sound of a press."""
BACK_S = 0.5
"""Seconds from one press to the next."""
GLANCE_S = 0.04
"""Seconds from one look at the lights to the next: a wink is three times as long."""
MOST_PRESSES = 120
TOLD = ("entry", "turn", "over", "standings", "holdings")
"""Fields of the view that a replay of the moves must reproduce."""
READ_S = 0.5
"""Seconds that a hand waits for a new entry before it presses again: a tally takes one press after the other."""


def test_a_game_is_played_to_the_end_over_the_lines(lines: Lines, tmp_path: Path) -> None:
    save_game(tmp_path, names=("Ada", "Bao"))
    random = Random("game")
    with Process(tmp_path) as table:
        assert BENCH.knob is not None
        for detents in (1, -1):  # to another action and back
            lines.play(turning(BENCH.knob.a, BENCH.knob.b, detents, 10, random))
        for _ in range(MOST_PRESSES):
            entry = table.view["entry"]
            lines.play(press(0.05, BENCH.keys[Key.OK], 0.05, random))
            table.wait_for(lambda view, entry=entry: view["entry"] > entry, READ_S)  # type: ignore[misc]  # a bound default
            if table.view["over"]:
                break
        view = table.view
        lines.see(lambda: all(lines.low(line) for line in LIGHTS))
        status, log = table.end()
    assert view["over"]
    assert (status, lines.used()) == (0, ())
    assert "the screen is lost" in log, "there is none in this machine, and the game went on without"
    assert complaints(log) == []
    file = tmp_path / "game.jsonl"
    assert run("export", "--state", tmp_path, "-o", file).exit_code == 0
    replayed = run_json("replay", file)[1]
    assert {name: replayed[name] for name in TOLD} == {name: view[name] for name in TOLD}


def test_lights_show_whose_turn_it_is_and_buzzer_sounds(lines: Lines, tmp_path: Path) -> None:
    save_game(tmp_path)
    with Process(tmp_path) as table:
        for turn in (1, 2):
            lines.see(lambda turn=turn: not lines.low(LIGHTS[turn - 1]))  # type: ignore[misc]  # a bound default
            assert winks(lines) == [turn if seat == turn else None for seat in range(1, 6)]
            entry = table.view["entry"]
            lines.begin([*press(0, BENCH.keys[Key.OK], 0.05), *press(BACK_S, BENCH.keys[Key.BACK], 0.05)])
            assert sounds(lines, BACK_S + TUNE_S), "from the first press on: the sound of a key is over in a moment"
            lines.finish()
            assert table.wait_for(lambda view, entry=entry: view["entry"] == entry + 2)  # type: ignore[misc]  # a bound default
            lines.see(lambda: not sounds(lines))


def winks(lines: Lines) -> list[int | None]:
    """Return how often each light went dark within a period; None for a light that was dark all the time."""
    samples = lines.watch(LIGHTS, PERIOD_S, GLANCE_S)
    return [
        None if not any(light) else sum(before and not after for before, after in pairwise(light))
        for light in zip(*samples, strict=True)
    ]


def sounds(lines: Lines, seconds: float = TUNE_S) -> bool:
    """Return whether the buzzer sounds within a while."""
    assert BENCH.buzzer is not None
    return any(on for (on,) in lines.watch((BENCH.buzzer,), seconds, every=0))
