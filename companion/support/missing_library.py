"""The message about a missing library, in the terminal. Uses the standard library alone."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from companion.support.install_commands import REQUIRED_MODULES, System, this_system

_SENTENCES: Mapping[str, Mapping[str, str]] = {
    "fr": {
        "missing": "Le compagnon est incomplet. Il manque : {names}.",
        "load_error": "{names} est installé, mais ne se charge pas ({reason}).",
        "brings": "Pour l’installer : {command}",
    },
    "en": {
        "missing": "The companion is incomplete. Missing: {names}.",
        "load_error": "{names} is installed, but can’t be loaded ({reason}).",
        "brings": "To install it: {command}",
    },
}
"""The sentences, here and not in the catalogues: a library reads those, which may be the missing one."""


def check_libraries() -> None:
    """Raise ModuleNotFoundError if a library is missing, even one that is only loaded later."""
    for name in REQUIRED_MODULES:
        if not _is_installed(name):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def report_missing(error: ImportError, arguments: Sequence[str], system: System | None = None) -> int:
    """Print what is missing and how to install it, in the style of the requested command, and return the exit status.

    Args:
        error: Error from loading the program.
        arguments: Command line, without the program's name.
        system: System that this runs on; None to detect it.

    Raises:
        ImportError: The same error, if it is not about a library that has to be installed.
    """
    top = (error.name or "").split(".")[0]
    if not top or top == "companion" or top in sys.stdlib_module_names:
        raise error
    names = [name for name in REQUIRED_MODULES if not _is_installed(name)]
    if top not in {name.split(".")[0] for name in names} and not _is_installed(top):
        names.append(top)  # a dependency of one of the libraries
    lines = _lines(names or [top], None if names else error, system or this_system())
    return _say(lines, arguments)


def _lines(names: Sequence[str], load_error: ImportError | None, system: System) -> list[str]:
    sentences = _SENTENCES["fr" if _locale().startswith("fr") else "en"]
    template = sentences["missing"] if load_error is None else sentences["load_error"]
    first = template.format(names=", ".join(names), reason=load_error)
    return [first, *(sentences["brings"].format(command=command) for command in system.install_commands(names))]


def _say(lines: Sequence[str], arguments: Sequence[str]) -> int:
    is_doctor = next((word for word in arguments if not word.startswith("-")), "") == "doctor"
    if "--json" in arguments:
        findings = [{"ok": False, "text": line} for line in lines]
        body = {"well": False, "findings": findings} if is_doctor else _error(" ".join(lines))
        print(json.dumps(body), flush=True)  # noqa: T201 - what prints otherwise may be what is missing
    else:
        for line in lines:
            print(f"!!  {line}" if is_doctor else line, file=sys.stdout if is_doctor else sys.stderr)
    return 1 if is_doctor else 2


def _error(reason: str) -> dict[str, str | None]:
    return {"error": "bad_file", "line": None, "reason": reason}


def _locale() -> str:
    return os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ImportError:  # its parent package is missing
        return False
