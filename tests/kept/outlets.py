"""Output about a kept journal, by outlet: the same calls for the test and for the command that stores it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.kept.box import on_the_box
from tests.kept.continuation import gone_on, script
from tests.kept.files import SHOWN, copied
from tests.kept.phones import on_phones
from tests.kept.terminal import at_the_terminal
from tests.kit.clock import in_zone

Texts = dict[str, str]
"""Texts by the names of the files that keep them."""
MOST_TOLD = 60
"""Maximum number of lines of a difference."""

OUTLETS: Mapping[str, Callable[[str, Path], Texts]] = {
    "phones": lambda name, state: on_phones(state),
    "box in French": lambda name, state: {"box.fr.txt": on_the_box(state, "fr")},
    "box in English": lambda name, state: {"box.en.txt": on_the_box(state, "en")},
    "terminal": lambda name, state: {"terminal.txt": at_the_terminal(name, state)},
    "going on": lambda name, state: {"went_on.json": gone_on(state, script(name))},
}
"""By outlet, the function that runs its own program on its own copy of a journal."""


def shown(name: str, outlet: str, folder: Path) -> Texts:
    """Return what an outlet shows of a kept journal now, in the time zone of the machine that kept it."""
    with in_zone("UTC"):
        return OUTLETS[outlet](name, copied(name, folder / "state"))


def kept(name: str, file: str) -> str:
    """Return what was shown by the program that wrote the journal."""
    return (SHOWN / name / file).read_text("utf-8")


def differences(before: str, now: str) -> list[str]:
    """Return the differences line by line; empty if there are none."""
    if before == now:
        return []
    lines = difflib.unified_diff(before.splitlines(), now.splitlines(), "before", "now", n=1, lineterm="")
    return [line for line, _ in zip(lines, range(MOST_TOLD), strict=False)] or ["only the ends of lines"]
