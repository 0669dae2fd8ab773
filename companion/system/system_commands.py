"""Commands of the system, run with a time limit; power off and restart are two of them."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress

from companion.rules.text import Text, say
from companion.support.frozen_dataclasses import frozen

log = logging.getLogger(__name__)

_TIMEOUT_S = 60.0
"""Time limit of any other command, in seconds."""
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_MAX_LETTERS = 200
_POWER_TIMEOUT_S = 20.0
"""Time limit of a command that switches the machine off, in seconds; the watchdog that the table feeds must wait
longer."""


@frozen
class CommandResult:
    """The result of a command."""

    error: Text | None = None
    """Reason of the failure; None on success."""


Run = Callable[[Sequence[str]], CommandResult]
"""Function that runs a command, word by word, to its end. Raises nothing."""


def run_command(words: Sequence[str], seconds: float = _TIMEOUT_S) -> CommandResult:
    """Run a command, word by word, without input and in English.

    A command that takes longer than `seconds` is killed with all its child processes. Raises nothing.
    """
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={"PATH": os.environ.get("PATH") or _PATH, "LC_ALL": "C.UTF-8"},
        )
    except (FileNotFoundError, NotADirectoryError):
        return CommandResult(say("found.command.missing", command=words[0]))
    except OSError as error:
        if isinstance(error, PermissionError) and "/" not in words[0]:
            # No folder of PATH has an executable of that name, and one of the folders may not be entered.
            return CommandResult(say("found.command.barred", command=words[0], cause=str(error.strerror)))
        return CommandResult(say("found.command.failed", command=words[0], cause=error.strerror or str(error)))
    with process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return CommandResult(say("found.command.slow", command=words[0], seconds=round(seconds)))
    if process.returncode:
        cause = _last_line(output) or str(process.returncode)
        return CommandResult(say("found.command.failed", command=words[0], cause=cause))
    return CommandResult()


def run_power_command(command: tuple[str, ...], longest_s: float = _POWER_TIMEOUT_S) -> bool:
    """Run a command that switches off or restarts the machine, word by word and without a shell.

    Returns whether the machine is going down. Never raises.
    """
    try:
        status = subprocess.run(command, check=False, timeout=longest_s).returncode
    except (OSError, subprocess.TimeoutExpired) as error:
        log.error("the machine could not be switched off: %s", error)
        return False
    if status in (0, -signal.SIGTERM):  # a shutdown ends the command together with us
        return True
    log.error("the machine could not be switched off: %s ended with status %d", command[0], status)
    return False


def _last_line(output: bytes) -> str:
    """Return the last line of a command's output, cleaned for use in a sentence."""
    lines = [line.strip() for line in output.decode(errors="replace").splitlines() if line.strip()]
    return "".join(letter for letter in lines[-1] if letter.isprintable())[:_MAX_LETTERS] if lines else ""
