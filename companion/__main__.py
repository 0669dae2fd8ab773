"""The program `companion`, also `python -m companion`, without libraries that it would load and never use."""

from __future__ import annotations

import os
import sys
from typing import Any

_OPENSSL = ("_hashlib", "_ssl")
"""Modules that the standard library loads for OpenSSL if they exist: 5 MB of memory. No connection of ours is
encrypted, unless the settings name such a broker, and Python has the hashes that are needed without them."""
_modules: dict[str, Any] = sys.modules
for _name in _OPENSSL:
    _modules.setdefault(_name, None)

from companion.support.missing_library import report_missing  # noqa: E402 - what is imported here and below asks for them


def main() -> None:
    """Run the command line. If a library is missing, say which and how to install it, and exit."""
    open_standard_streams()
    try:
        from companion.cli.main import main as command_line

        command_line()
    except ImportError as error:
        sys.exit(report_missing(error, sys.argv[1:]))


def open_standard_streams() -> None:
    """Open those of the three standard streams that are closed on the null device.

    Otherwise the next file that is opened, such as the journal, gets the number of one of them, and messages of a
    library would be written into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8")


if __name__ == "__main__":
    main()
