"""What a process has in memory."""

from __future__ import annotations

from pathlib import Path


def resident_kb() -> int:
    """What this process, whatever it plays, has in memory now, in kB."""
    status = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
