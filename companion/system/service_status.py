"""What a companion has besides where the system starts it, and nobody sits at a terminal to read why it will not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.rules.text import Text
from companion.system.systemd_notify import Notifier

RESTARTING = "restarting"
"""The file in the service's runtime directory that whoever stops it leaves there, to start it again at once."""


@dataclass(frozen=True, slots=True)
class Service:
    """How a companion stands to the system that started it."""

    notifier: Notifier = field(default_factory=Notifier)
    comes_back: Callable[[], bool] = bool
    """Whether it is stopped only to be started again, as for an upgrade: looked for when it is."""
    known: tuple[Text, ...] = ()
    """What was found amiss before: it is told with what is found later."""


def comes_back(environment: Mapping[str, str]) -> bool:
    """Whether somebody has left word that the service is started again at once.

    A stop without that word may well be the machine going down, which a service cannot tell soundly from the inside;
    and on a glass that keeps its light "just a moment" would then stand for ever.
    """
    folders = environment.get("RUNTIME_DIRECTORY", "").split(":")
    return any(Path(folder, RESTARTING).exists() for folder in folders if folder)
