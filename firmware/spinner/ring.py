"""The picture on the ring of lights, light by light. It has shapes, times and colours, and knows no game.

Places on the ring are in units, UNITS in a whole turn, clockwise from the first light. Nothing here allocates memory
once it is made, and all numbers stay below 2 to the 30th: larger ones would need memory.

Each method that shows something takes a message: its `data`, with `count` bytes from `start` on, the time, and the
message's age. An invalid message changes nothing.
"""

from array import array

from .link import since
from .quick import const, micropython

UNITS = const(6144)
MOST_SECTORS = const(36)
MOST_DICE = const(40)
MOST_SEATS = const(12)
COLOURS = (
    b"\xff\x8c\x14"  # gold
    b"\x14\x3c\xff"  # blue
    b"\xff\x14\x0a"  # red
    b"\x0a\xc8\x3c"  # green
    b"\xff\xc8\x00"  # yellow
    b"\x96\x1e\xdc"  # violet
    b"\xff\xd2\xa0"  # white, as of a candle
    b"\xff\x50\x00"  # orange
)
"""By their numbers, three bytes each: red, green, blue."""
GOLD = const(0)
BLUE = const(1)
RED = const(2)
WHITE = const(6)
NO_RESULT = const(255)
_SHARE = const(0x0FFF)
"""The share in a weight. Larger ones for 36 sectors, times UNITS, would not stay below 2 to the 30th."""
_SET_OFF = const(0x8000)
"""The bit in a weight that sets its sector off from the others."""

_DARK = const(0)
_IDLE = const(1)
_WHEEL = const(2)
_DICE = const(3)
_TURN = const(4)
_TALLY = const(5)
_FINAL = const(6)
_LIGHT = const(7)

FULL = const(255)
_DIM = const(56)
_FAINT = const(36)
_SECOND = const(80)
_PASSING_MS = const(600)
"""The time after which a hand's motion is forgotten unless it is reported again."""
_ROLL_MS = const(600)
_GROUP_MS = const(1600)
"""The time for one group of dice when they are too many to show at once."""
_AT_ONCE = const(3)
"""The most dice that can be distinguished."""
_APPEND = const(128)
"""These dice belong to those sent before."""
_POINT_MS = const(90)
_COUNTING_MS = const(1800)
"""The longest time of any count."""
_BLINK_MS = const(500)
_HELD = const(150)
"""The brightness of a key's progress on the ring: all lights at it stay below the limit."""
_MOST_LEVELS = const(4400)
"""The limit for all lights and colours together. A light draws 20 mA a colour at 255 (WS2812B data sheet), so this is
345 mA; with the Pico and five lit keys it stays below the 500 mA that a USB port owes."""


class LightRing:
    """A ring of lights. Its methods set what it shows; `draw` makes the picture of a moment."""

    def __init__(self, lights):
        """`lights` is a divisor of UNITS, from 8."""
        self.lights = lights
        self.pixels = bytearray(3 * lights)
        """Three bytes a light: red, green, blue."""
        self.bright = 110
        """The brightness of everything shown, to 255."""
        self._mode = _DARK
        self._alone = True
        self._since = 0
        self._still = False
        """True if the picture was drawn and does not change."""
        self._step = UNITS // lights
        self._luck = 1
        # The wheel.
        self._id = 0
        self._sectors = 0
        self._known = 0
        self._ends = array("H", [0] * MOST_SECTORS)
        self._weights = array("H", [0] * MOST_SECTORS)
        self._half = 0
        self._ground = bytearray(3 * lights)
        self._start = 0
        self._way = 0
        self._ms = 0
        self._result = NO_RESULT
        self._last_sector = 0
        # Dice, seats, tallies.
        self._count = 0
        self._values = bytearray(MOST_DICE)
        self._groups = bytearray(MOST_DICE + 1)
        """The first die of each group shown at once, and after the last group its end."""
        self._group_count = 0
        self._turn = 0
        self._owing = 0
        self._colour = GOLD
        self._from = 0
        self._to = 0
        self._rgb = bytearray(4)
        # In the order of their numbers above.
        self._draws = (
            self._draw_dark,
            self._draw_idle,
            self._draw_wheel,
            self._draw_dice,
            self._draw_turn,
            self._draw_tally,
            self._draw_final,
            self._draw_light,
        )
        # The motion of a hand at this moment.
        self._fill = 0
        self._rattling = 0
        self._passing_at = 0

    # Messages.

    @micropython.native
    def alone(self, alone):
        """Show that nobody is at the other end of the line, or the former picture again."""
        if alone != self._alone:
            self._alone = alone
            self._still = False

    def dark(self, data, start, count, now, age):
        """Show nothing."""
        self._begin(_DARK, now)

    def idle(self, data, start, count, now, age):
        """Show that there is no game: the four winds, breathing."""
        self._begin(_IDLE, now)

    @micropython.native
    def wheel(self, data, start, count, now, age):
        """Take a part of a wheel: its number, its number of sectors, the first in this part, and their weights.

        The highest bit of a weight sets its sector off from the others. Parts come in order.
        """
        sectors = count - 3
        if self._is_next(data, start, sectors):
            known = self._known
            for index in range(sectors):
                weight = data[start + 3 + index]
                self._weights[known + index] = (weight & 128) << 8 | weight & 127
            self._add_sectors(sectors)

    @micropython.native
    def wide_wheel(self, data, start, count, now, age):
        """Take the same with two bytes for each weight, of which the highest bit and the lowest twelve count."""
        sectors = (count - 3) >> 1
        if count & 1 and self._is_next(data, start, sectors):
            known = self._known
            for index in range(sectors):
                high = data[start + 3 + 2 * index]
                self._weights[known + index] = (high & 143) << 8 | data[start + 4 + 2 * index]
            self._add_sectors(sectors)

    @micropython.native
    def _is_next(self, data, start, sectors):
        """Return whether this many sectors can be the next part of a wheel; its first part begins it."""
        if sectors < 1:
            return False
        all_sectors = data[start + 1]
        first = data[start + 2]
        if not 2 <= all_sectors <= MOST_SECTORS or first + sectors > all_sectors:
            return False
        if not first:
            self._id = data[start]
            self._sectors = all_sectors
            self._known = 0
        return data[start] == self._id and all_sectors == self._sectors and first == self._known

    @micropython.native
    def _add_sectors(self, sectors):
        """Count the sectors of a part; the last part completes the wheel."""
        self._known += sectors
        if self._known == self._sectors:
            self._lay_out()

    @micropython.native
    def spin(self, data, start, count, now, age):
        """Spin a wheel: its number, its final sector, its start and way in units, its duration and its age in ms.

        A wheel that only stands has no way; before a spin its final sector is NO_RESULT.
        """
        if count < 10 or data[start] != self._id or self._known != self._sectors or not self._sectors:
            return
        if data[start + 1] != NO_RESULT and data[start + 1] >= self._sectors:
            return
        self._begin(_WHEEL, now)
        self._result = data[start + 1]
        self._start = (data[start + 2] << 8 | data[start + 3]) % UNITS
        self._way = data[start + 4] << 8 | data[start + 5]
        self._ms = data[start + 6] << 8 | data[start + 7]
        self._since = now - min((data[start + 8] << 8 | data[start + 9]) + age, self._ms)
        self._last_sector = 0

    @micropython.native
    def hold_at(self, data, start, count, now, age):
        """Show a wheel that a hand holds: its id, then its place in units. Ignored while a spin runs or without a
        wheel.
        """
        if count < 3 or data[start] != self._id or self._mode != _WHEEL or self._ms:
            return
        self._start = (data[start + 1] << 8 | data[start + 2]) % UNITS
        self._last_sector = 0
        self._still = False

    @micropython.native
    def dice(self, data, start, count, now, age):
        """Show dice: 1 if at rest, how many, and each: its pips, and above them its colour.

        The highest bit of the first byte adds them to the same throw as those sent before.
        """
        dice = data[start + 1] if count > 1 else 0
        first = self._count if count and data[start] & _APPEND else 0
        if dice < 1 or count < 2 + dice or first + dice > MOST_DICE or (first and self._mode != _DICE):
            return
        for index in range(dice):
            self._values[first + index] = data[start + 2 + index]
        if not first:
            self._begin(_DICE, now)
            self._since = now - (_ROLL_MS if data[start] & 1 else min(age, _ROLL_MS))
        self._count = first + dice
        self._still = False
        self._group_dice()

    @micropython.native
    def turn(self, data, start, count, now, age):
        """Show seats: how many, whose turn it is (0: nobody's), who owes something in two bytes, each seat's colour."""
        seats = data[start] if count else 0
        if not 1 <= seats <= self.lights or count < 4 + seats or seats > MOST_SEATS:
            return
        self._begin(_TURN, now)
        self._count = seats
        self._turn = data[start + 1]
        self._owing = data[start + 2] << 8 | data[start + 3]
        for index in range(seats):
            self._values[index] = data[start + 4 + index]

    @micropython.native
    def tally(self, data, start, count, now, age):
        """Show a count: its colour, from, to, and 1 if it is finished."""
        if count < 6:
            return
        self._begin(_TALLY, now)
        self._colour = data[start]
        self._from = data[start + 1] << 8 | data[start + 2]
        self._to = data[start + 3] << 8 | data[start + 4]
        self._since = now - (_COUNTING_MS if data[start + 5] else min(age, _COUNTING_MS))

    @micropython.native
    def final(self, data, start, count, now, age):
        """Show the end of a game, in the winner's colour; several winners share the ring."""
        self._begin(_FINAL, now)
        self._count = min(max(count, 1), MOST_SEATS)
        for index in range(self._count):
            self._values[index] = data[start + index] if count else GOLD

    @micropython.native
    def light(self, data, start, count, now, age):
        """Show a single light, or all (255): red, green, blue."""
        if count < 4:
            return
        self._begin(_LIGHT, now)
        for index in range(4):
            self._rgb[index] = data[start + index]

    @micropython.native
    def fill(self, data, start, count, now, age):
        """Show the progress of a held key, to 255; 0 once it is released."""
        self._fill = data[start] if count else 0
        self._passing_at = now
        self._still = False

    @micropython.native
    def rattle(self, data, start, count, now, age):
        """Show this many dice shaken in a hand."""
        self._rattling = data[start] if count else 0
        self._passing_at = now
        self._still = False

    @micropython.native
    def _begin(self, mode, now):
        self._mode = mode
        self._since = now
        self._still = False
        self._fill = self._rattling = 0

    # Pictures.

    @micropython.native
    def draw(self, now):
        """Make `pixels` of this moment. Return whether they may have changed."""
        if self._still:
            return False
        if self._alone:
            self._draw_alone(now)
            return True
        passing = since(now, self._passing_at) < _PASSING_MS
        if self._rattling and passing:
            self._draw_rolling(self._rattling, False, now)
        else:
            self._draws[self._mode](now)
        if self._fill and passing:
            self._still = False
            for light in range((self._fill * self.lights + 128) >> 8):
                self._put(light, WHITE, _HELD)
        self._limit()
        return True

    @micropython.native
    def _limit(self):
        """Dim all lights alike if together they would draw more than allowed."""
        pixels = self.pixels
        levels = 0
        for index in range(len(pixels)):
            levels += pixels[index]
        if levels > _MOST_LEVELS:
            share = (_MOST_LEVELS << 8) // levels
            for index in range(len(pixels)):
                pixels[index] = pixels[index] * share >> 8

    @micropython.native
    def _put(self, light, colour, level):
        level = level * self.bright
        pixels = self.pixels
        index = 3 * light
        colour = 3 * (colour if 3 * colour < len(COLOURS) else WHITE)
        pixels[index] = (COLOURS[colour] * level) >> 16
        pixels[index + 1] = (COLOURS[colour + 1] * level) >> 16
        pixels[index + 2] = (COLOURS[colour + 2] * level) >> 16

    @micropython.native
    def _draw_dark(self, now):
        self._clear()
        self._still = True

    @micropython.native
    def _clear(self):
        pixels = self.pixels
        for index in range(len(pixels)):
            pixels[index] = 0

    @micropython.native
    def _breath(self, now, ms):
        """Return a level from 0 to FULL that rises and falls once in `ms`, a power of two from 512."""
        t = ((since(now, self._since) & (ms - 1)) * 512) // ms
        t = t if t < 256 else 511 - t
        return (t * t) >> 8

    @micropython.native
    def _draw_alone(self, now):
        """Draw one faint light going round: nobody is there."""
        self._clear()
        self._put((now >> 7) % self.lights, WHITE, _DIM)

    @micropython.native
    def _draw_idle(self, now):
        self._clear()
        level = _FAINT + (self._breath(now, 4096) * (_DIM + _DIM)) // FULL
        for wind in range(4):
            self._put(wind * self.lights // 4, GOLD, level)

    @micropython.native
    def _draw_turn(self, now):
        """Draw a share of the ring for each seat, a dark light between two; bright if in turn, blinking if it owes."""
        lights = self.lights
        gap = 1 if lights >= 3 * self._count and self._count > 1 else 0
        blinks = self._owing != 0
        on = (since(now, self._since) // _BLINK_MS) & 1 == 0
        self._clear()
        for seat in range(self._count):
            if seat + 1 == self._turn:
                level = FULL
            elif self._owing >> seat & 1:
                level = FULL if on else 0
            else:
                level = _FAINT
            for light in range(seat * lights // self._count, (seat + 1) * lights // self._count - gap):
                self._put(light, self._values[seat], level)
        self._still = not blinks

    @micropython.native
    def _draw_tally(self, now):
        """Draw a light for each point; beyond the ring they begin again over the earlier ones."""
        difference = abs(self._to - self._from)
        elapsed = since(now, self._since)
        duration = min(difference * _POINT_MS, _COUNTING_MS)
        if elapsed >= duration:
            value = self._to
            self._still = True
        else:
            value = self._from + (self._to - self._from) * elapsed // duration
        rounds = value // self.lights
        over = value - rounds * self.lights
        ground = min(rounds * _FAINT, FULL // 2)
        for light in range(self.lights):
            self._put(light, self._colour, FULL if light < over else ground)
        if over and not self._still:
            self._put(over - 1, WHITE, FULL)

    @micropython.native
    def _draw_final(self, now):
        """Draw the winner's colour all round, a share for each of several, and gold that runs over it."""
        elapsed = since(now, self._since)
        head = (elapsed * self.lights) >> 11
        for light in range(self.lights):
            behind = (head - light) % self.lights
            if behind < 4:
                self._put(light, GOLD, FULL >> behind)
            else:
                self._put(light, self._values[light * self._count // self.lights], _DIM)

    @micropython.native
    def _draw_light(self, now):
        self._clear()
        rgb = self._rgb
        for light in range(self.lights):
            if rgb[0] == light or rgb[0] == 255:
                for part in range(3):
                    self.pixels[3 * light + part] = rgb[1 + part]
        self._still = True

    # Dice.

    @micropython.native
    def _draw_dice(self, now):
        elapsed = since(now, self._since)
        if elapsed < _ROLL_MS:
            self._draw_rolling(self._groups[1], True, now)
            return
        groups = self._groups
        group = 0
        if self._group_count > 1:
            group = ((elapsed - _ROLL_MS) // _GROUP_MS) % self._group_count
        else:
            self._still = True
        first = groups[group]
        count = groups[group + 1] - first
        most = 1
        for die in range(count):
            most = max(most, self._values[first + die] & 15)
        self._clear()
        for die in range(count):
            self._draw_pips(die, count, self._values[first + die] & 15, most, self._colour_of(first + die))

    @micropython.native
    def _group_dice(self):
        """Group the dice: all at once if they can be distinguished, else those of one colour together."""
        values = self._values
        groups = self._groups
        dice = self._count
        self._group_count = 0
        groups[0] = 0
        first = 0
        while first < dice:
            after = first + 1
            while after < dice and (dice <= _AT_ONCE or values[after] >> 4 == values[first] >> 4):
                after += 1
            parts = (after - first + _AT_ONCE - 1) // _AT_ONCE
            for part in range(parts):
                self._group_count += 1
                groups[self._group_count] = first + (part + 1) * (after - first) // parts
            first = after

    @micropython.native
    def _colour_of(self, die):
        """Return its owner's colour; dice without an owner alternate between two."""
        return (self._values[die] >> 4) or (WHITE if die & 1 else GOLD)

    @micropython.native
    def _draw_rolling(self, dice, coloured, now):
        """Draw moving dice: random pips, in their own colours if `coloured`."""
        self._clear()
        count = min(dice, _AT_ONCE)
        for die in range(count):
            # The number changes every sixteenth of a second, and depends on nothing else.
            colour = self._colour_of(die) if coloured else (WHITE if die & 1 else GOLD)
            self._draw_pips(die, count, 1 + ((now >> 6) * 5 + die * 3) % 6, 6, colour)

    @micropython.native
    def _draw_pips(self, die, count, pips, most, colour):
        """Draw a die in its share of the ring, dark at its end; `most` is the highest number of pips shown.

        With room every other light is a pip; else every other pip is dimmer, so that they can be counted.
        """
        start = die * self.lights // count
        width = (die + 1) * self.lights // count - start
        gap = 2 if count > 1 else 1
        apart = 2 if 2 * most - 1 + gap <= width else 1
        for pip in range(min(pips, width)):
            self._put(start + pip * apart, colour, FULL if apart == 2 or not pip & 1 else _SECOND)

    # The wheel.

    @micropython.native
    def _lay_out(self):
        """Compute the end of each sector, and draw all of them faintly as the ground."""
        total = 0
        for index in range(self._sectors):
            total += max(self._weights[index] & _SHARE, 1)
        sum_so_far = 0
        for index in range(self._sectors):
            sum_so_far += max(self._weights[index] & _SHARE, 1)
            self._ends[index] = sum_so_far * UNITS // total
        self._half = self._ends[0] // 2
        self._last_sector = 0
        self._ms = 0
        self._result = NO_RESULT
        for light in range(self.lights):
            index = self._sector((light * self._step + self._half) % UNITS)
            colour = RED if self._weights[index] & _SET_OFF else BLUE
            if index & 1 or (index and index + 1 == self._sectors):
                self._put(light, colour, _DIM if index & 1 else _FAINT + 8)
            else:
                self._put(light, colour, _FAINT // 2)
            for part in range(3):
                self._ground[3 * light + part] = self.pixels[3 * light + part]
        self._last_sector = 0
        self._still = False  # the lights show the ground now

    @micropython.native
    def _sector(self, place):
        """Return the sector at a place, from the beginning of the first; the search starts at the last result."""
        ends = self._ends
        index = self._last_sector
        if index and place < ends[index - 1]:
            index = 0
        while place >= ends[index]:
            index += 1
        self._last_sector = index
        return index

    @micropython.native
    def _draw_wheel(self, now):
        """Draw the runner's sector, as wide as it is; at rest the result, breathing on a darker ground."""
        elapsed = since(now, self._since)
        rests = elapsed >= self._ms
        darker = 2 if rests and self._result != NO_RESULT else 0
        pixels = self.pixels
        ground = self._ground
        for index in range(len(pixels)):
            pixels[index] = ground[index] >> darker
        if rests:
            place = (self._start + self._way) % UNITS
            index = self._result
            if index == NO_RESULT:
                self._still = True
                self._light_up(self._sector((place + self._half) % UNITS), GOLD, _DIM + _DIM)
            else:
                level = FULL if not self._way else FULL - self._breath(now, 2048) // 2
                self._still = not self._way
                self._light_up(index, GOLD, level)
            return
        remaining = 4096 - elapsed * 4096 // self._ms
        remaining = ((remaining * remaining >> 12) * remaining) >> 12
        place = (self._start + self._way - (self._way * remaining >> 12)) % UNITS
        self._light_up(self._sector((place + self._half) % UNITS), GOLD, _DIM + _DIM)
        light = place // self._step
        part = place - light * self._step
        self._put(light, WHITE, FULL - part * FULL // self._step)
        if part:
            self._put((light + 1) % self.lights, WHITE, part * FULL // self._step)

    @micropython.native
    def _light_up(self, index, colour, level):
        """Light all lights of a sector, or if it has none, the light nearest to its middle."""
        step = self._step
        start = (self._ends[index - 1] if index else 0) - self._half
        end = self._ends[index] - self._half
        first = -(-start // step)
        last = (end - 1) // step
        if last < first:
            first = last = ((start + end) // 2 + step // 2) // step
        for light in range(first, last + 1):
            self._put(light % self.lights, colour, level)
