"""Having the machine switched off or started again, by a command of the owner's."""

from __future__ import annotations

import logging
import signal
import subprocess

log = logging.getLogger(__name__)

_LONGEST_S = 20.0
"""How long a command may take; a watchdog that is fed by the table must have more patience."""


def goes_down(command: tuple[str, ...], longest_s: float = _LONGEST_S) -> bool:
    """Run a command, word by word and without a shell; whether the machine is on its way then. Never raises."""
    try:
        done = subprocess.run(command, check=False, timeout=longest_s).returncode
    except (OSError, subprocess.TimeoutExpired) as error:
        log.error("the machine could not be switched off: %s", error)
        return False
    if done in (0, -signal.SIGTERM):  # a machine that goes down ends the command with us
        return True
    log.error("the machine could not be switched off: %s ended with status %d", command[0], done)
    return False
