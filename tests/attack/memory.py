"""The memory of this process."""

from __future__ import annotations

from pathlib import Path


def resident_kb() -> int:
    """Return the resident memory of this process in kB."""
    status = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
