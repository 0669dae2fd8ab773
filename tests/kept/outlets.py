"""Output about a kept journal, by outlet: the same calls for the test and for the command that stores it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.kept.box import box_output
from tests.kept.continuation import continue_game, script
from tests.kept.files import SHOWN, copy_journal
from tests.kept.phones import phone_output
from tests.kept.terminal import terminal_output
from tests.kit.clock import in_zone

Texts = dict[str, str]
"""Texts by the names of the files that keep them."""
MOST_DIFF_LINES = 60
"""Maximum number of lines of a difference."""

OUTLETS: Mapping[str, Callable[[str, Path], Texts]] = {
    "phones": lambda name, state: phone_output(state),
    "box in French": lambda name, state: {"box.fr.txt": box_output(state, "fr")},
    "box in English": lambda name, state: {"box.en.txt": box_output(state, "en")},
    "terminal": lambda name, state: {"terminal.txt": terminal_output(name, state)},
    "going on": lambda name, state: {"went_on.json": continue_game(state, script(name))},
}
"""By outlet, the function that runs its own program on its own copy of a journal."""


def show(name: str, outlet: str, folder: Path) -> Texts:
    """Return what an outlet shows of a kept journal now, in the time zone of the machine that kept it."""
    with in_zone("UTC"):
        return OUTLETS[outlet](name, copy_journal(name, folder / "state"))


def kept_text(name: str, file: str) -> str:
    """Return what was shown by the program that wrote the journal."""
    return (SHOWN / name / file).read_text("utf-8")


def differences(before: str, after: str) -> list[str]:
    """Return the differences line by line; empty if there are none."""
    if before == after:
        return []
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "before", "now", n=1, lineterm="")
    return [line for line, _ in zip(lines, range(MOST_DIFF_LINES), strict=False)] or ["only the ends of lines"]
