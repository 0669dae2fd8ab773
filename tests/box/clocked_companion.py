"""The companion as a program, `python -m tests.box.clocked_companion`, with a kernel that says what the test wants.

Debian's libfaketime changes the time that a program sees, not the kernel's answer whether that time is right. Here the
kernel says so as long as a file exists.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from companion.cli.main import main
from companion.system import machine_clock

RIGHT = "CLOCK_IS_RIGHT"
"""Environment variable with the path of that file."""

if __name__ == "__main__":
    file = Path(os.environ[RIGHT])
    machine_clock.is_synchronised = lambda root=machine_clock.ROOT: file.exists()
    machine_clock.is_right = partial(machine_clock.is_right, root=file.parent)  # without a clock with a battery
    main()
