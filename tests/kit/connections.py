"""A SQLite connection that warns if it is never closed, as Python's own does since 3.13."""

from __future__ import annotations

import sqlite3
import warnings
from typing import Any


class WarningConnection(sqlite3.Connection):
    """A connection that warns when it is collected and was not closed."""

    _open = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._open = True

    def close(self) -> None:
        super().close()
        self._open = False

    def __del__(self) -> None:
        if self._open:
            warnings.warn(f"unclosed database in {self!r}", ResourceWarning, source=self, stacklevel=1)
