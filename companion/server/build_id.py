"""Which build of the pages is served: a page of another one loads itself again."""

from __future__ import annotations

import hashlib
from pathlib import Path

from companion import __version__

_LETTERS = 16


def build_of(*folders: Path, said: str = "") -> str:
    """The build of the pages that these folders make: a hash over every file, the version of the program, and what is
    `said` on every page.
    """
    found = hashlib.sha256(f"{__version__}{said}".encode())
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            for part in (file.relative_to(folder).as_posix().encode(), file.read_bytes()):
                found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:_LETTERS]
