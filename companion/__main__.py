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

from companion.cli import main  # noqa: E402 - what is imported here asks for them

if __name__ == "__main__":
    main()
