"""Files that the superuser wrote into somebody else's folder: they are given to whom the folder belongs."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path


@contextmanager
def owned_as_before(folder: Path) -> Iterator[None]:
    """Whatever is done inside, no file of `folder` is the superuser's afterwards where the folder is not.

    Else a service could not open its own state any more. Raises nothing of its own.
    """
    try:
        yield
    finally:
        if os.geteuid() == 0:
            with suppress(OSError), closing(_Folder(folder)) as opened:
                opened.give()


class _Folder:
    """An open folder, so that nobody puts another in its place meanwhile."""

    def __init__(self, path: Path) -> None:
        self._number = os.open(path, os.O_RDONLY | os.O_DIRECTORY)

    def close(self) -> None:
        os.close(self._number)

    def give(self) -> None:
        owner = os.fstat(self._number)
        for name in os.listdir(self._number):  # noqa: PTH208 - of the open folder, whatever lies at its path by now
            with suppress(OSError):
                file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=self._number)
                try:
                    about = os.fstat(file)
                    # Never a file that has another name elsewhere: it may be one of the system's.
                    if stat.S_ISREG(about.st_mode) and about.st_uid == 0 and about.st_nlink == 1:
                        os.fchown(file, owner.st_uid, owner.st_gid)
                finally:
                    os.close(file)
