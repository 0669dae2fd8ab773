"""Tests of power cuts of a whole machine, twenty times in two games: acknowledged entries are still there."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from companion.devices.board_profiles import load_board
from companion.session.idle_checkpoint import REST
from companion.support.resources import boards_dir
from companion.words.signs import Key
from tests.box.machine import Parts, VirtualMachine, build
from tests.box.player import HELD_S, TOTALS
from tests.box.vm.image import state_disk
from tests.kept import save_game
from tests.terminal import run_json, write

SETTINGS = 'language = "en"\nhost = "127.0.0.1"\n'
STEADY = 2
"""Entries that are played to their end before each cut; they also show how long an entry takes."""
START_S = 120.0
"""Seconds until a machine and its companion must be ready."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A moment to pull the plug: after a word of the player, when this part of the time to the answer has passed."""

    after: str
    """`pressed`: the key goes down; `let go`: it comes up, and the companion starts to write; `done`: at rest."""
    part: float | None
    """None: at the answer itself."""


CUTS = tuple(
    Cut(after, part) for part in (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.95, None) for after in ("pressed", "let go")
)
"""Twenty moments, spread over the time from a press to its answer, closer together where the entry is written."""


AT_REST_S = 1.5 * REST
"""Seconds after an entry for a cut at rest: by then its log has been put into the database."""
RANDOM = Random(24)
CUTS_AT_RANDOM = tuple(Cut(RANDOM.choice(("pressed", "let go", "let go", "done")), RANDOM.random()) for _ in range(50))


@dataclass(slots=True)
class Lane:
    """A game on its own disk that is cut again and again."""

    disk: Path
    parts: Parts
    views: dict[int, str] = field(default_factory=dict)
    """The last view of each entry, as a digest."""
    acknowledged: int = 0
    under_way: int = 0
    """The entry that was being played when the plug was pulled."""
    answered: list[bool] = field(default_factory=list)
    """For each cut, True if the entry that was being played had been acknowledged."""
    unsafe_lost: int = 0
    """Number of times that the unsafe file lacked acknowledged entries."""


# What is imported, compiled and booted takes its time on a busy machine.
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("cuts", [CUTS, pytest.param(CUTS_AT_RANDOM, marks=pytest.mark.long)], ids=["spread", "random"])
def test_acknowledged_entries_survive_any_power_cut(tmp_path: Path, cuts: Sequence[Cut]) -> None:
    parts = build()
    lanes = [Lane(_disk(tmp_path / str(number)), parts) for number in range(2)]
    with ThreadPoolExecutor() as hands:
        ends = list(hands.map(_live_through, lanes, (cuts[::2], cuts[1::2])))
    for lane in lanes:
        # The file proves that the plug was pulled: what nobody made safe was lost.
        assert lane.unsafe_lost > 0
        assert set(lane.answered) == {True, False}
    # Both games are the same, and so is every entry of them, whether it was seen before a cut or after.
    both = lanes[0].views.keys() & lanes[1].views.keys()
    assert {entry: lanes[0].views[entry] for entry in both} == {entry: lanes[1].views[entry] for entry in both}
    for number, (totals, moves) in enumerate(ends):
        replayed = run_json("replay", write(tmp_path, moves.encode(), name=f"{number}.jsonl"))[1]
        assert {name: replayed[name] for name in TOTALS} == totals


def _disk(folder: Path) -> Path:
    """Return a disk with an Expedition that has just begun; its first tally is too far away for any press to need an
    answer.
    """
    save_game(folder / "state", options={"track": {"ganzhou": 40, "dadu": 50}})
    (folder / "state/settings.toml").write_text(SETTINGS)
    image = folder.with_suffix(".disk")
    state_disk(image, folder)
    return image


def _live_through(lane: Lane, cuts: Sequence[Cut]) -> tuple[dict[str, object], str]:
    """Continue after every cut, and pull the plug again; return the totals at the end, and the moves."""
    for cut in cuts:
        with _started(lane) as machine:
            seconds = [_play(machine, lane) for _ in range(STEADY)]
            _pull_the_plug(machine, lane, cut, min(seconds))
    with _started(lane) as machine:
        machine.send("view")
        totals = json.loads(machine.wait_for(r"totals (.*)")[1])
        machine.send("export")
        moves = json.loads(machine.wait_for(r"moves (.*)")[1])
    return totals, moves


@contextmanager
def _started(lane: Lane) -> Iterator[VirtualMachine]:
    """Yield a machine with the companion and its player, after a check that nothing is missing from the last run."""
    keys = load_board("bench", boards_dir()).keys
    player = f"python -S -m tests.box.player {keys[Key.OK]} {keys[Key.BACK]}"
    with VirtualMachine(player, disk=lane.disk, parts=lane.parts, processors=1) as machine:
        match = machine.wait_for(r"found (\d+) (\w+) (.*) (\d+)$", START_S)
        entry, view, badges, unsafe = int(match[1]), match[2], json.loads(match[3]), int(match[4])
        assert entry in (lane.acknowledged, lane.under_way)
        assert lane.views.setdefault(entry, view) == view
        assert badges == []
        lane.unsafe_lost += unsafe < lane.acknowledged
        lane.acknowledged = entry
        yield machine


def _play(machine: VirtualMachine, lane: Lane) -> float:
    """Play an entry to its end; return the seconds since the press."""
    machine.send("press")
    entry = lane.acknowledged + 1
    machine.wait_for(f"pressed {entry}$")
    begun = time.monotonic()
    machine.wait_for(f"done {entry} ")
    _note(machine, lane)
    return time.monotonic() - begun


def _pull_the_plug(machine: VirtualMachine, lane: Lane, cut: Cut, seconds: float) -> None:
    """Pull the plug during the next entry, which takes about this many seconds from its press."""
    if cut.after == "done":
        _play(machine, lane)
        lane.under_way = lane.acknowledged
        machine.line_within("anything at all", (cut.part or 1) * AT_REST_S)
        machine.kill()
        return
    lane.under_way = lane.acknowledged + 1
    machine.send("press")
    machine.wait_for(f"{cut.after} {lane.under_way}$")
    if cut.after == "let go":
        seconds -= HELD_S
    machine.line_within(f"done {lane.under_way} ", START_S if cut.part is None else cut.part * seconds)
    machine.kill()
    _note(machine, lane)
    lane.answered.append(lane.acknowledged == lane.under_way)


def _note(machine: VirtualMachine, lane: Lane) -> None:
    """Note the entries that the player has acknowledged."""
    for entry in machine.all_matches(r"done (\d+) (\w+)"):
        lane.acknowledged = int(entry[1])
        assert lane.views.setdefault(lane.acknowledged, entry[2]) == entry[2]
