"""Which build of the pages is served: a page of another one loads itself again."""

from __future__ import annotations

import hashlib
from pathlib import Path

from companion import __version__

_LETTERS = 16


def build_of(web: Path) -> str:
    """The build of these pages: a hash over every file of theirs, and the version of the program that serves them."""
    found = hashlib.sha256(__version__.encode())
    for file in sorted(path for path in web.rglob("*") if path.is_file()):
        for part in (file.relative_to(web).as_posix().encode(), file.read_bytes()):
            found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:_LETTERS]
