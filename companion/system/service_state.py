"""The state of the service of an installed box, as systemd knows it."""

from __future__ import annotations

import subprocess

from companion.support.frozen_dataclasses import frozen

SERVICE = "companion.service"
_SHOW = ("systemctl", "show", SERVICE, "--property=LoadState,ActiveState,StatusText")
_TIMEOUT_S = 5.0


@frozen
class ServiceState:
    """The state of the service, and its own report."""

    runs: bool
    state: str
    """The state in systemd's words, such as "active" or "failed"."""
    status: str
    """Its report in the language of the box: the address of the table. It is empty if the service does not run."""


def service_state() -> ServiceState | None:
    """Return the state of the service; None where it is not installed, or systemd does not run."""
    try:
        shown = subprocess.run(_SHOW, capture_output=True, text=True, timeout=_TIMEOUT_S, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    values = dict(line.partition("=")[::2] for line in shown.splitlines())
    if values.get("LoadState") != "loaded":
        return None
    state = values.get("ActiveState", "")
    return ServiceState(state == "active", state, values.get("StatusText", ""))
