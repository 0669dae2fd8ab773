"""The spinner on a Raspberry Pi Pico: its pins, its line, its watchdog. The folder `spinner` has its behaviour.

The only file that uses the machine. It starts at power-on; holding the first key down then prevents that.
"""

import micropython

micropython.kbd_intr(-1)  # before all else: a byte 3 on the line must not end the program as Ctrl-C

import os
import select
import sys
import time

import machine
import neopixel
import pins
from spinner import SpinnerCore

FRAME_MS = 16
BYTES_A_ROUND = 48
WATCHDOG_MS = 2000
LOUDNESS = (0, 1966, 6554, 32768)
"""By loudness: the share of each wave, of 65,536, for which the buzzer's pin is high."""
LOWEST_HZ = 16
"""The lowest pitch of the buzzer's clock."""
CTRL_C = 3
SCRATCH = (("RP2040", 0x4005800C), ("RP2350", 0x400D800C))
"""By chip, a word that a reset leaves as it is: WATCHDOG_SCRATCH0 (data sheets, 4.7.6 and 12.9.7)."""
STAY_OUT = 0x05C0FFEE
"""The value of that word after the program was asked to leave: do not start once."""


class Hardware:
    """Everything on the pins, and the line. Nothing here allocates memory once it is made."""

    def __init__(self, out):
        """`out` holds the bytes to send."""
        self.received = bytearray(BYTES_A_ROUND)
        """The bytes that the line brought last."""
        self._keys = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins.KEYS]
        self._lights = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in pins.KEY_LIGHTS]
        self._ring = neopixel.NeoPixel(machine.Pin(pins.RING), pins.LIGHTS)
        self._buzzer = machine.PWM(machine.Pin(pins.BUZZER), freq=1000, duty_u16=0)
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        # Looking up a bound method takes memory each time; these are looked up once.
        self._ipoll = poll.ipoll
        self._read_into = sys.stdin.buffer.readinto
        self._write = sys.stdout.buffer.write
        self._byte = bytearray(1)
        self._out = out
        self._lit = 0
        self._pitch = 0
        self._loud = 0

    @micropython.native
    def read(self):
        """Wait a millisecond for the line. Return the number of bytes it brought."""
        received = self.received
        byte = self._byte
        read = self._read_into
        poll = self._ipoll
        count = 0
        wait = 1
        while count < BYTES_A_ROUND:
            ready = False
            for _ in poll(wait):
                ready = True
            if not ready:
                break
            read(byte)
            received[count] = byte[0]
            count += 1
            wait = 0
        return count

    @micropython.native
    def write(self, count):
        """Send the first `count` bytes of `out`."""
        if count:
            self._write(self._out, count)

    @micropython.native
    def levels(self):
        """Return a bit for each key whose line is low."""
        low_keys = 0
        for key in range(len(self._keys)):
            if not self._keys[key].value():
                low_keys |= 1 << key
        return low_keys

    @micropython.native
    def light(self, lit):
        """Light these keys, a bit for each."""
        if lit != self._lit:
            self._lit = lit
            for key in range(len(self._lights)):
                self._lights[key].value(lit >> key & 1)

    @micropython.native
    def sound(self, pitch, loud):
        """Sound this pitch, in Hz, at this loudness; a pitch too low for the buzzer's clock is silence, like 0."""
        if pitch != self._pitch or loud != self._loud:
            self._pitch = pitch
            self._loud = loud
            audible = pitch >= LOWEST_HZ
            if audible:
                self._buzzer.freq(pitch)
            self._buzzer.duty_u16(LOUDNESS[loud] if audible else 0)

    @micropython.native
    def show(self, pixels):
        """Show these pixels on the ring; on its wire green comes before red."""
        wire = self._ring.buf
        for index in range(0, len(wire), 3):
            wire[index] = pixels[index + 1]
            wire[index + 1] = pixels[index]
            wire[index + 2] = pixels[index + 2]
        self._ring.write()


def watch(knob):
    """Report every change of the knob's lines to it by interrupt, even while other code runs."""
    a = machine.Pin(pins.KNOB_A, machine.Pin.IN, machine.Pin.PULL_UP)
    b = machine.Pin(pins.KNOB_B, machine.Pin.IN, machine.Pin.PULL_UP)

    def changed(pin):
        knob.edge(a.value(), b.value())

    changed(a)
    for pin in (a, b):
        pin.irq(changed, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)


@micropython.native
def run_rounds(spinner, parts, dog):
    """Run round after round, about one a millisecond, until the program is to leave."""
    drawn_at = time.ticks_ms()
    while not spinner.leaves:
        dog.feed()
        count = parts.read()
        now = time.ticks_ms()
        parts.write(spinner.step(now, parts.received, count, parts.levels()))
        parts.light(spinner.lit)
        parts.sound(spinner.pitch, spinner.loud)
        if time.ticks_diff(now, drawn_at) >= FRAME_MS:
            drawn_at = now
            if spinner.ring.draw(time.ticks_ms()):  # handling the input may have taken a while
                parts.show(spinner.ring.pixels)


def scratch_address(name):
    """Return the address of that word on the machine of this name; None if its chip is unknown: then write nothing."""
    for chip, address in SCRATCH:
        if " with " + chip in name:  # as in "Raspberry Pi Pico2 with RP2350-RISCV"
            return address
    return None


def run():
    """Run the spinner, unless it is to stay out of the way this once, or the chip is unknown."""
    name = getattr(sys.implementation, "_machine", None) or os.uname().machine  # MicroPython before 1.20
    word = scratch_address(name)
    if word is None:
        micropython.kbd_intr(CTRL_C)
        sys.stdout.write("The spinner's program does not know this machine: " + name + "\n")
        return
    stay_out = machine.mem32[word] == STAY_OUT
    machine.mem32[word] = 0
    if stay_out or not machine.Pin(pins.KEYS[0], machine.Pin.IN, machine.Pin.PULL_UP).value():
        micropython.kbd_intr(CTRL_C)
        return
    micropython.alloc_emergency_exception_buf(100)
    version = ".".join([str(number) for number in sys.implementation.version[:3]])
    board = ("pico/" + version).encode()
    spinner = SpinnerCore(int.from_bytes(os.urandom(2), "big") or 1, pins.LIGHTS, len(pins.KEYS), board)
    watch(spinner.knob)
    run_rounds(spinner, Hardware(spinner.out), machine.WDT(timeout=WATCHDOG_MS))
    machine.mem32[word] = STAY_OUT
    machine.reset()


run()
