"""What is not as the owner wanted it though the table is open: told on the little screen, on the pages, in the log."""

from __future__ import annotations

from pathlib import Path

from companion.rules.text import Arg, Text, say
from companion.support.settings_errors import CannotStartError, SettingsError
from companion.system.editions import EditionError


def of_slip(slip: SettingsError) -> Text:
    """A slip in a settings file, with file and line: what it says is left out."""
    what = say(slip.key, **slip.facts)
    if isinstance(slip, EditionError):
        what = say("trouble.at", where=slip.where, what=what)
    about: dict[str, Arg] = {"file": str(slip.path), "what": what}
    return say("trouble.setting", **about, line=slip.line) if slip.line else say("trouble.settings", **about)


def of_box(error: CannotStartError) -> Text:
    """A box that cannot be opened: the pages are there without it."""
    return say("trouble.box", what=say(error.key, **error.facts))


def of_storage(state: Path, kind: str) -> Text:
    """A state directory on a file system of a kind that forgets."""
    return say("trouble.storage", path=str(state), kind=kind)
