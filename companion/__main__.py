"""The program `companion`, also `python -m companion`, without libraries that it would load and never use."""

from __future__ import annotations

import sys
from typing import Any

_OPENSSL = ("_hashlib", "_ssl")
"""Modules that the standard library loads for OpenSSL if they exist: 5 MB of memory. No connection of ours is
encrypted, and Python has the hashes that are needed without them."""
_modules: dict[str, Any] = sys.modules
for _name in _OPENSSL:
    _modules.setdefault(_name, None)

from companion.support.missing_library import report_missing  # noqa: E402 - what is imported here and below asks for them


def main() -> None:
    """Run the command line. If a library is missing, say which and how to install it, and exit."""
    try:
        from companion.cli.main import main as command_line

        command_line()
    except ImportError as error:
        sys.exit(report_missing(error, sys.argv[1:]))


if __name__ == "__main__":
    main()
