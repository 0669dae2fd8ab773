"""A spinner to plug into an installed box: its own program on MicroPython, at the far end of a real USB serial line."""

from __future__ import annotations

import itertools

from companion.devices.board_parts import PicoSpec
from companion.devices.spinner.frames import encode_frame
from companion.devices.spinner.link import MessageKind
from companion.words.signs import Key
from tests.box.installed.box import InstalledBox

NAME = "/dev/companion-spinner"
_KEYS = PicoSpec().keys
_FIRMWARE = "/usr/share/companion/companion/firmware"
_END = "/dev/ttyGS0"
"""The spinner's end of the line; the companion's is a ttyACM."""
_HANDS, _SAYS, _PID = "/run/hands", "/run/spinner.txt", "/run/spinner.pid"
_PICO = "idVendor=0x2e8a idProduct=0x0005 use_acm=1"
"""The identity of a Pico with MicroPython."""
_CABLE = "/sys/class/udc/dummy_udc.0/soft_connect"


class PluggedSpinner:
    """A spinner powered by its cable, like a Pico: unplugged, it forgets everything."""

    def __init__(self, box: InstalledBox) -> None:
        """`box` has a port for it, with nothing plugged in yet."""
        self._box = box
        self._starts = itertools.count(1)
        box.run(f"modprobe dummy_hcd && mkfifo {_HANDS}")

    def plug_in(self) -> None:
        """Plug it in; its program starts."""
        box = self._box
        box.run(f"modprobe g_serial {_PICO}")
        box.wait_for_command(f"[ -c {_END} ]")
        box.run(f"stty -F {_END} raw -echo")
        program = f"micropython /root/line.py {_FIRMWARE} {_END} {next(self._starts)}"
        box.run(f"{program} 0<>{_HANDS} >{_SAYS} 2>&1 & echo $! >{_PID}")

    def press(self, key: Key) -> None:
        """Press and release a key."""
        self._box.run(f"printf '\\{1 << _KEYS.index(key):03o}.\\000.' >{_HANDS}")

    def unplug(self) -> None:
        """Pull the cable while no message is being sent."""
        self._box.run(f"echo disconnect >{_CABLE}; kill -9 $(cat {_PID}); modprobe -r g_serial")

    def unplug_within_a_frame(self, key: Key) -> None:
        """Pull the cable while it reports the start of its third press: half of the message has been sent."""
        message = encode_frame(bytes((MessageKind.KEY, 4, 0, 0, 0x80 | _KEYS.index(key))))
        half = "".join(f"\\{byte:03o}" for byte in message[: len(message) // 2])
        self._box.run(f"kill -STOP $(cat {_PID}); printf '{half}' >{_END}")
        self.unplug()
