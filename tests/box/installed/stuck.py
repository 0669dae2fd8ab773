"""The installed program with a desk that can be made to hang: once a file exists, the next press never ends."""

import sys
import threading
from pathlib import Path
from typing import Any

from companion.app.application import Companion
from companion.cli.main import main

_STUCK = Path("/run/companion/stuck")
_handle = Companion._handle


def _stuck(self: Companion, arrival: Any) -> None:
    if _STUCK.exists():
        threading.Event().wait()
    _handle(self, arrival)


Companion._handle = _stuck  # type: ignore[method-assign]
sys.exit(main())
