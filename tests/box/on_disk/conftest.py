"""Fixtures that need the virtual machine with a disk: `tests/box/test_card.py` boots it and runs these tests there."""

from __future__ import annotations

import os

inside = os.environ.get("COMPANION_LINES") == "kernel" and "DISK" in os.environ
collect_ignore_glob = [] if inside else ["test_*.py"]
