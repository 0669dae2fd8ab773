"""Files that the superuser wrote into another user's folder: they are given to the owner of the folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path


@contextmanager
def keep_owner(folder: Path) -> Iterator[None]:
    """Give files of `folder` that belong to the superuser to the folder's owner at the end of the context.

    Otherwise a service could no longer open its own state. Raises nothing itself.
    """
    try:
        yield
    finally:
        if os.geteuid() == 0:
            with suppress(OSError), closing(_Folder(folder)) as opened:
                opened.give_files()


class _Folder:
    """An open folder, so that nobody can replace it with another in the meantime."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)

    def close(self) -> None:
        os.close(self._descriptor)

    def give_files(self) -> None:
        owner = os.fstat(self._descriptor)
        for name in os.listdir(self._descriptor):  # noqa: PTH208 - the open folder, even if its path now leads to another
            with suppress(OSError):
                file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=self._descriptor)
                try:
                    status = os.fstat(file)
                    # Never a file with a second hard link: it may be one of the system's.
                    if stat.S_ISREG(status.st_mode) and status.st_uid == 0 and status.st_nlink == 1:
                        os.fchown(file, owner.st_uid, owner.st_gid)
                finally:
                    os.close(file)
