"""The results that the broker has acknowledged, in a file beside the saved games.

The file is in no backup. After a backup was restored, games of the file that are no longer saved are dropped from it,
and the others are known by number and first time: nothing is lost, and a result that is sent twice has the same bytes.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from companion.support.atomic_write import write_atomically

log = logging.getLogger(__name__)
FILE = "broker.json"
_MOST_BYTES = 4 * 1024**2
"""More than this program ever writes."""
_MODE = 0o600


class SentResults:
    """The acknowledged results of one box at one broker."""

    def __init__(self, path: Path, broker: str, box: str) -> None:
        """Read the file at `path`. It counts only if it is about this broker and this box."""
        self._path = path
        self._about = {"broker": broker, "box": box}
        self.fingerprints: dict[str, str] = self._read()
        """The fingerprint of each acknowledged result, by the key of its game."""
        self._written = dict(self.fingerprints)

    def add(self, key: str, fingerprint: str) -> None:
        """Note that the broker has acknowledged a result."""
        self.fingerprints[key] = fingerprint

    def keep_only(self, keys: Collection[str]) -> None:
        """Drop the results of games that are no longer saved."""
        for key in self.fingerprints.keys() - set(keys):
            del self.fingerprints[key]

    def save(self) -> None:
        """Write the file if something has changed. A failure is logged: then these results are sent again."""
        if self.fingerprints == self._written:
            return
        try:
            write_atomically(self._path, json.dumps({**self._about, "sent": self.fingerprints}).encode(), mode=_MODE)
            self._written = dict(self.fingerprints)
        except OSError as error:
            log.warning("what the broker has is not noted: %s", error)

    def _read(self) -> dict[str, str]:
        with suppress(OSError, ValueError, AttributeError, TypeError, KeyError):
            if self._path.stat().st_size > _MOST_BYTES:
                return {}
            content = json.loads(self._path.read_bytes())
            sent = content.pop("sent")
            if content == self._about and all(isinstance(value, str) for value in sent.values()):
                return dict(sent)
        return {}
