"""The spinner on a Raspberry Pi Pico: its pins, its line, its watchdog. What it does is in `spinner`.

The only file that knows the machine. It starts by itself; held down at power-on, the first key keeps it from that.
"""

import micropython

micropython.kbd_intr(-1)  # before all else: no byte of the line is a Ctrl-C that ends it

import os
import select
import sys
import time

import machine
import neopixel
import pins
from spinner import Spinner

FRAME_MS = 16
BYTES_A_ROUND = 48
WATCHDOG_MS = 2000
LOUDNESS = (0, 1966, 6554, 32768)
"""By how loud: for how much of each wave, of 65,536, the buzzer's pin is high."""
LOWEST_HZ = 16
"""The buzzer's clock goes no slower."""
CTRL_C = 3
SCRATCH = (("RP2040", 0x4005800C), ("RP2350", 0x400D800C))
"""By chip, a word that a reset leaves as it is: WATCHDOG_SCRATCH0 (data sheets, 4.7.6 and 12.9.7)."""
LEFT = 0x05C0FFEE
"""It says there that the program was asked to stay out of the way once."""


class Parts:
    """Everything on the pins, and the line. Nothing here takes memory once it is made."""

    def __init__(self, room):
        """`room` is where what is to be sent stands."""
        self.came = bytearray(BYTES_A_ROUND)
        """What the line brought last."""
        self._keys = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins.KEYS]
        self._lights = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in pins.KEY_LIGHTS]
        self._ring = neopixel.NeoPixel(machine.Pin(pins.RING), pins.LIGHTS)
        self._buzzer = machine.PWM(machine.Pin(pins.BUZZER), freq=1000, duty_u16=0)
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        # A method that is asked for by its name takes memory each time; these are asked for once.
        self._ipoll = poll.ipoll
        self._read_into = sys.stdin.buffer.readinto
        self._write = sys.stdout.buffer.write
        self._one = bytearray(1)
        self._room = room
        self._lit = 0
        self._pitch = 0
        self._loud = 0

    @micropython.native
    def read(self):
        """Wait a millisecond for the line: how many bytes it brought."""
        came = self.came
        one = self._one
        read = self._read_into
        poll = self._ipoll
        count = 0
        wait = 1
        while count < BYTES_A_ROUND:
            there = False
            for _ in poll(wait):
                there = True
            if not there:
                break
            read(one)
            came[count] = one[0]
            count += 1
            wait = 0
        return count

    @micropython.native
    def write(self, count):
        """Send so many bytes of the room."""
        if count:
            self._write(self._room, count)

    @micropython.native
    def levels(self):
        """A bit for each key whose line is low."""
        levels = 0
        for key in range(len(self._keys)):
            if not self._keys[key].value():
                levels |= 1 << key
        return levels

    @micropython.native
    def light(self, lit):
        """Light these keys, a bit for each."""
        if lit != self._lit:
            self._lit = lit
            for key in range(len(self._lights)):
                self._lights[key].value(lit >> key & 1)

    @micropython.native
    def sound(self, pitch, loud):
        """Sound this, in Hz, so loud; what is too low for the buzzer's clock is silence, as 0 is."""
        if pitch != self._pitch or loud != self._loud:
            self._pitch = pitch
            self._loud = loud
            heard = pitch >= LOWEST_HZ
            if heard:
                self._buzzer.freq(pitch)
            self._buzzer.duty_u16(LOUDNESS[loud] if heard else 0)

    @micropython.native
    def show(self, pixels):
        """Show this on the ring; on its wire green comes before red."""
        wire = self._ring.buf
        for at in range(0, len(wire), 3):
            wire[at] = pixels[at + 1]
            wire[at + 1] = pixels[at]
            wire[at + 2] = pixels[at + 2]
        self._ring.write()


def watch(knob):
    """Have every change of the knob's lines told to it, whatever else is being done."""
    a = machine.Pin(pins.KNOB_A, machine.Pin.IN, machine.Pin.PULL_UP)
    b = machine.Pin(pins.KNOB_B, machine.Pin.IN, machine.Pin.PULL_UP)

    def changed(pin):
        knob.edge(a.value(), b.value())

    changed(a)
    for pin in (a, b):
        pin.irq(changed, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)


@micropython.native
def rounds(spinner, parts, dog):
    """Round after round, about one a millisecond, until the program is to leave."""
    framed = time.ticks_ms()
    while not spinner.leaves:
        dog.feed()
        count = parts.read()
        now = time.ticks_ms()
        parts.write(spinner.step(now, parts.came, count, parts.levels()))
        parts.light(spinner.lit)
        parts.sound(spinner.pitch, spinner.loud)
        if time.ticks_diff(now, framed) >= FRAME_MS:
            framed = now
            if spinner.ring.draw(time.ticks_ms()):  # what came in may have taken a while
                parts.show(spinner.ring.pixels)


def scratch(name):
    """Return the address of that word on the machine of this name; None if its chip is unknown: then write nothing."""
    for chip, address in SCRATCH:
        if " with " + chip in name:  # as in "Raspberry Pi Pico2 with RP2350-RISCV"
            return address
    return None


def run():
    """Run the spinner, unless it is to stay out of the way this once, or the chip is unknown."""
    name = getattr(sys.implementation, "_machine", None) or os.uname().machine  # MicroPython before 1.20
    word = scratch(name)
    if word is None:
        micropython.kbd_intr(CTRL_C)
        sys.stdout.write("The spinner's program does not know this machine: " + name + "\n")
        return
    asked = machine.mem32[word] == LEFT
    machine.mem32[word] = 0
    if asked or not machine.Pin(pins.KEYS[0], machine.Pin.IN, machine.Pin.PULL_UP).value():
        micropython.kbd_intr(CTRL_C)
        return
    micropython.alloc_emergency_exception_buf(100)
    version = ".".join([str(number) for number in sys.implementation.version[:3]])
    board = ("pico/" + version).encode()
    spinner = Spinner(int.from_bytes(os.urandom(2), "big") or 1, pins.LIGHTS, len(pins.KEYS), board)
    watch(spinner.knob)
    rounds(spinner, Parts(spinner.out), machine.WDT(timeout=WATCHDOG_MS))
    machine.mem32[word] = LEFT
    machine.reset()


run()
