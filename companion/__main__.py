"""The program: `companion`, or `python -m companion`; without what it would load and never use."""

from __future__ import annotations

import sys
from typing import Any

_OPENSSL = ("_hashlib", "_ssl")
"""What the standard library loads of OpenSSL where it is there, and does without where it is not: 5 MB of memory. No
connection of ours is encrypted, and Python has the hashes that are needed itself."""
_modules: dict[str, Any] = sys.modules
for _name in _OPENSSL:
    _modules.setdefault(_name, None)

from companion.support.missing_library import tell  # noqa: E402 - what is imported here and below asks for them


def main() -> None:
    """Do what the command line says. Where a library is missing, say so in words and how it is had, and leave."""
    try:
        from companion.cli.main import main as command_line

        command_line()
    except ImportError as error:
        sys.exit(tell(error, sys.argv[1:]))


if __name__ == "__main__":
    main()
