"""Tests of the status report: problems come first, in a sentence with advice; unknown facts are left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.devices.board_profiles import DisplaySpec, Spi
from companion.rules.text import say
from companion.server.status_routes import status_view
from companion.session.system_status import Condition
from companion.system.machine_facts import DiskSpace, MachineFacts, Memory, Power
from companion.system.status_report import duration_text, size_text, system_status
from companion.words.catalogue import LANGUAGES, Words
from companion.words.status_lines import condition_detail, condition_text
from tests.system.samples import FACTS, JOURNAL, MB, MEMORY, PROGRAM

SPI = DisplaySpec("sh1106", Spi(0, 0, 24, 25))
UNCHECKED = replace(JOURNAL, checked_s=None)
SPOILT_MACHINES: dict[str, tuple[str, dict[str, Any]]] = {
    "low": ("power", {"power": Power(low=True, was_low=True, slowed=False)}),
    "was low": ("power", {"power": Power(low=False, was_low=True, slowed=False)}),
    "slowed": ("power", {"power": Power(low=False, was_low=False, slowed=True)}),
    "little room": ("space", {"space": DiskSpace(12 * MB, read_only=False)}),
    "read-only": ("space", {"space": DiskSpace(21_000 * MB, read_only=True)}),
    "hot": ("heat", {"temperature": 80.0}),
    "little memory": ("memory", {"memory": Memory(48 * MB, 20 * MB)}),
}
SPOILT_PROGRAMS: dict[str, tuple[str, dict[str, Any]]] = {
    "screen": ("screen", {"screen_lost": True}),
    "not saved": ("journal", {"journal": replace(JOURNAL, saved=False)}),
    "unreadable": ("journal", {"journal": replace(JOURNAL, games=None)}),
    "put aside": ("journal", {"journal": replace(JOURNAL, aside="damaged-1.sqlite3", damaged=2)}),
    "damaged": ("journal", {"journal": replace(JOURNAL, damaged=1)}),
    "faults": ("faults", {"faults": 3, "has_errors": True}),
}
WELL_PROGRAMS: dict[str, tuple[str, dict[str, Any]]] = {
    "simulated": ("how.screen.simulated", {"simulated": True, "display": None}),
    "no screen": ("how.screen.none", {"display": None}),
    "a screen that never answers": ("how.screen.blind", {"display": SPI}),
    "no games": ("how.journal.empty", {"journal": replace(JOURNAL, games=0)}),
    "not read through yet": ("how.journal.checking", {"journal": UNCHECKED}),
    "a warning": ("how.faults.some", {"faults": 1}),
}


def subjects(conditions: tuple[Condition, ...]) -> list[str]:
    return [condition.subject for condition in conditions]


def test_healthy_status_has_every_line() -> None:
    conditions = system_status(PROGRAM, FACTS).conditions
    assert all(condition.ok for condition in conditions)
    assert not any(condition.advice for condition in conditions)
    assert sorted(subjects(conditions)) == sorted(
        ["power", "space", "journal", "screen", "heat", "memory", "faults", "board", "running", "version"]
    )


def test_unknown_facts_are_left_out() -> None:
    conditions = system_status(PROGRAM, MachineFacts()).conditions
    assert not {"power", "space", "heat", "memory"} & set(subjects(conditions))
    assert [condition.text.key for condition in conditions if condition.subject == "board"] == ["how.board.real"]


@pytest.mark.parametrize("name", SPOILT_MACHINES)
def test_machine_problem_comes_first_with_advice(name: str) -> None:
    first, changes = SPOILT_MACHINES[name]
    _first_is(first, system_status(PROGRAM, replace(FACTS, **changes)).conditions)


@pytest.mark.parametrize("name", SPOILT_PROGRAMS)
def test_program_problem_comes_first_with_advice(name: str) -> None:
    first, changes = SPOILT_PROGRAMS[name]
    _first_is(first, system_status(replace(PROGRAM, **changes), FACTS).conditions)


def _first_is(first: str, conditions: tuple[Condition, ...]) -> None:
    assert [condition.subject for condition in conditions if not condition.ok] == [first]
    assert conditions[0].subject == first
    assert conditions[0].advice is not None


@pytest.mark.parametrize("name", WELL_PROGRAMS)
def test_unusual_states_are_no_problem(name: str) -> None:
    key, changes = WELL_PROGRAMS[name]
    conditions = system_status(replace(PROGRAM, **changes), FACTS).conditions
    assert all(condition.ok for condition in conditions)
    assert key in [condition.text.key for condition in conditions]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_a_long_and_a_short_text(language: str, caplog: pytest.LogCaptureFixture) -> None:
    words = Words(language)
    kinds = [*((PROGRAM, replace(FACTS, **changes)) for _, changes in SPOILT_MACHINES.values())]
    kinds += [
        (replace(PROGRAM, **changes), FACTS) for _, changes in (*SPOILT_PROGRAMS.values(), *WELL_PROGRAMS.values())
    ]
    kinds += [(PROGRAM, MachineFacts(memory=replace(MEMORY, free=None)))]
    kinds += [(replace(PROGRAM, running_s=seconds, simulated=True), MachineFacts()) for seconds in (3, 60, 9_000, 1e6)]
    for program, machine in kinds:
        for condition in system_status(program, machine).conditions:
            assert len(condition_detail(condition, words)) <= 12, condition
            assert "{" not in condition_text(condition, words)
    assert caplog.text == ""


def test_view_counts_problems_and_states_them() -> None:
    words = Words("en")
    assert status_view(system_status(PROGRAM, FACTS), words)["summary"] == "All is well."
    spoilt = status_view(
        system_status(replace(PROGRAM, screen_lost=True, newest=("+0:00:01 …",)), replace(FACTS, temperature=90.0)),
        words,
    )
    assert (spoilt["amiss"], spoilt["summary"]) == (2, "2 things need a look.")
    assert [line["verdict"] for line in spoilt["lines"][:3]] == ["needs a look", "needs a look", "OK"]
    assert spoilt["faults"] == ["+0:00:01 …"]


def test_durations_and_sizes_use_everyday_units() -> None:
    assert [duration_text(seconds) for seconds in (59, 60, 7_199, 7_200, 172_799, 172_800)] == [
        say("how.time.moment"),
        say("how.time.minutes", n=1),
        say("how.time.minutes", n=119),
        say("how.time.hours", n=2),
        say("how.time.hours", n=47),
        say("how.time.days", n=2),
    ]
    assert [size_text(mb * MB) for mb in (0, 10_239, 10_240)] == [
        say("how.size.mb", size=0),
        say("how.size.mb", size=10_239),
        say("how.size.gb", size=10),
    ]
