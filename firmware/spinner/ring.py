"""What the ring of lights shows, light by light. It knows shapes, times and colours, and no game.

Places on the ring are in units of which a whole turn has UNITS, clockwise from the first light. Nothing here takes
memory once it is made, and all numbers stay below 2 to the 30th: more would.

Whatever shows something takes a message: its `data`, of which `count` bytes from `at` on are its own, the time, and how
long it was on its way. One that cannot be leaves everything as it is.
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
)
"""By their numbers, three bytes each: red, green, blue."""
GOLD = const(0)
BLUE = const(1)
RED = const(2)
WHITE = const(6)
NO_RESULT = const(255)
_SHARE = const(0x0FFF)
"""Of a weight: its share. More for 36 sectors, times UNITS, would not stay below 2 to the 30th."""
_SET_OFF = const(0x8000)
"""Of a weight: whether its sector is set off from the others."""

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
"""What a hand does at this moment is forgotten after so long without another word of it."""
_ROLL_MS = const(600)
_A_HAND_MS = const(1600)
"""How long dice are shown that are too many to be shown at once."""
_AT_ONCE = const(3)
"""As many dice as can be told apart."""
_GOES_ON = const(128)
"""These dice lie beside those that were told before."""
_A_POINT_MS = const(90)
_COUNTING_MS = const(1800)
"""However much is counted, it takes no longer."""
_BLINK_MS = const(500)
_HELD = const(150)
"""How bright a key's hold fills the ring: all of it, and it is not limited."""
_MOST_LEVELS = const(4400)
"""Of all lights and colours together. A light draws 20 mA a colour at 255 (WS2812B data sheet), so this is 345 mA; with
the Pico and five lit keys it stays below the 500 mA that a USB port owes."""


class Ring:
    """A ring of lights. What it shows is set by its methods; `draw` makes it of the moment."""

    def __init__(self, lights):
        """`lights` is a divisor of UNITS, from 8."""
        self.lights = lights
        self.pixels = bytearray(3 * lights)
        """Three bytes a light: red, green, blue."""
        self.bright = 110
        """Of everything shown, to 255."""
        self._shows = _DARK
        self._alone = True
        self._since = 0
        self._still = False
        """Whether what is shown was drawn, and stays so."""
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
        self._at = 0
        # Dice, seats, tallies.
        self._count = 0
        self._values = bytearray(MOST_DICE)
        self._hands = bytearray(MOST_DICE + 1)
        """Where each hand of dice begins that are shown at once, and behind the last one where it ends."""
        self._hands_of = 0
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
        # What a hand does at this moment.
        self._fill = 0
        self._rattling = 0
        self._passing_at = 0

    # What is to be shown.

    @micropython.native
    def alone(self, alone):
        """Whether nobody is at the other end of the line: then that is shown, and afterwards what was before."""
        if alone != self._alone:
            self._alone = alone
            self._still = False

    def dark(self, data, at, count, now, age):
        """Nothing."""
        self._begin(_DARK, now)

    def idle(self, data, at, count, now, age):
        """No game: the four winds, breathing."""
        self._begin(_IDLE, now)

    @micropython.native
    def wheel(self, data, at, count, now, age):
        """A part of a wheel: its number, how many sectors it has, the first that is told here, and their weights.

        A weight has its highest bit set where its sector is set off from the others. Parts come in order.
        """
        told = count - 3
        if self._is_next(data, at, told):
            known = self._known
            for index in range(told):
                weight = data[at + 3 + index]
                self._weights[known + index] = (weight & 128) << 8 | weight & 127
            self._add(told)

    @micropython.native
    def wide_wheel(self, data, at, count, now, age):
        """The same with two bytes for each weight, of which the highest bit and the lowest twelve count."""
        told = (count - 3) >> 1
        if count & 1 and self._is_next(data, at, told):
            known = self._known
            for index in range(told):
                high = data[at + 3 + 2 * index]
                self._weights[known + index] = (high & 143) << 8 | data[at + 4 + 2 * index]
            self._add(told)

    @micropython.native
    def _is_next(self, data, at, told):
        """Whether so many sectors can be the next part of a wheel; the first part of one begins it."""
        if told < 1:
            return False
        sectors = data[at + 1]
        first = data[at + 2]
        if not 2 <= sectors <= MOST_SECTORS or first + told > sectors:
            return False
        if not first:
            self._id = data[at]
            self._sectors = sectors
            self._known = 0
        return data[at] == self._id and sectors == self._sectors and first == self._known

    @micropython.native
    def _add(self, told):
        """So many sectors are known now in addition; the last ones complete the wheel."""
        self._known += told
        if self._known == self._sectors:
            self._lay_out()

    @micropython.native
    def spin(self, data, at, count, now, age):
        """A wheel on its way: its number, the sector it comes to, its start and way in units, how long, since when.

        One that only stands has no way; NO_RESULT where it does so before a spin.
        """
        if count < 10 or data[at] != self._id or self._known != self._sectors or not self._sectors:
            return
        if data[at + 1] != NO_RESULT and data[at + 1] >= self._sectors:
            return
        self._begin(_WHEEL, now)
        self._result = data[at + 1]
        self._start = (data[at + 2] << 8 | data[at + 3]) % UNITS
        self._way = data[at + 4] << 8 | data[at + 5]
        self._ms = data[at + 6] << 8 | data[at + 7]
        self._since = now - min((data[at + 8] << 8 | data[at + 9]) + age, self._ms)
        self._at = 0

    @micropython.native
    def stand(self, data, at, count, now, age):
        """Where a wheel stands that a hand turns: its number, and its place in units."""
        if count < 3 or data[at] != self._id or self._shows != _WHEEL or self._ms:
            return
        self._start = (data[at + 1] << 8 | data[at + 2]) % UNITS
        self._at = 0
        self._still = False

    @micropython.native
    def dice(self, data, at, count, now, age):
        """Dice as they fell: whether they lie already, how many, and each: its pips, and above them its colour.

        The highest bit of the first byte says: beside those that were told just before, as part of the same throw.
        """
        dice = data[at + 1] if count > 1 else 0
        first = self._count if count and data[at] & _GOES_ON else 0
        if dice < 1 or count < 2 + dice or first + dice > MOST_DICE or (first and self._shows != _DICE):
            return
        for index in range(dice):
            self._values[first + index] = data[at + 2 + index]
        if not first:
            self._begin(_DICE, now)
            self._since = now - (_ROLL_MS if data[at] & 1 else min(age, _ROLL_MS))
        self._count = first + dice
        self._still = False
        self._deal()

    @micropython.native
    def turn(self, data, at, count, now, age):
        """Seats: how many, whose turn it is (0: nobody's), who owes something in two bytes, each one's colour."""
        seats = data[at] if count else 0
        if not 1 <= seats <= self.lights or count < 4 + seats or seats > MOST_SEATS:
            return
        self._begin(_TURN, now)
        self._count = seats
        self._turn = data[at + 1]
        self._owing = data[at + 2] << 8 | data[at + 3]
        for index in range(seats):
            self._values[index] = data[at + 4 + index]

    @micropython.native
    def tally(self, data, at, count, now, age):
        """A number that is counted: its colour, from, to, and whether it was counted already."""
        if count < 6:
            return
        self._begin(_TALLY, now)
        self._colour = data[at]
        self._from = data[at + 1] << 8 | data[at + 2]
        self._to = data[at + 3] << 8 | data[at + 4]
        self._since = now - (_COUNTING_MS if data[at + 5] else min(age, _COUNTING_MS))

    @micropython.native
    def final(self, data, at, count, now, age):
        """The end of a game, in the winner's colour."""
        self._begin(_FINAL, now)
        self._colour = data[at] if count else GOLD

    @micropython.native
    def light(self, data, at, count, now, age):
        """One light by itself, or all of them (255): red, green, blue."""
        if count < 4:
            return
        self._begin(_LIGHT, now)
        for index in range(4):
            self._rgb[index] = data[at + index]

    @micropython.native
    def fill(self, data, at, count, now, age):
        """A key that is held: how far it is on its way, to 255; 0 when it was let go."""
        self._fill = data[at] if count else 0
        self._passing_at = now
        self._still = False

    @micropython.native
    def rattle(self, data, at, count, now, age):
        """So many dice are shaken in a hand."""
        self._rattling = data[at] if count else 0
        self._passing_at = now
        self._still = False

    @micropython.native
    def _begin(self, shows, now):
        self._shows = shows
        self._since = now
        self._still = False
        self._fill = self._rattling = 0

    # What there is to see.

    @micropython.native
    def draw(self, now):
        """Make `pixels` of this moment; whether they may be others than before."""
        if self._still:
            return False
        if self._alone:
            self._draw_alone(now)
            return True
        passing = since(now, self._passing_at) < _PASSING_MS
        if self._rattling and passing:
            self._draw_rolling(self._rattling, False, now)
        else:
            self._draws[self._shows](now)
        if self._fill and passing:
            self._still = False
            for light in range((self._fill * self.lights + 128) >> 8):
                self._put(light, WHITE, _HELD)
        self._limit()
        return True

    @micropython.native
    def _limit(self):
        """Dim all lights alike where together they would draw more than they may."""
        pixels = self.pixels
        levels = 0
        for at in range(len(pixels)):
            levels += pixels[at]
        if levels > _MOST_LEVELS:
            share = (_MOST_LEVELS << 8) // levels
            for at in range(len(pixels)):
                pixels[at] = pixels[at] * share >> 8

    @micropython.native
    def _put(self, light, colour, level):
        level = level * self.bright
        pixels = self.pixels
        at = 3 * light
        colour = 3 * (colour if 3 * colour < len(COLOURS) else WHITE)
        pixels[at] = (COLOURS[colour] * level) >> 16
        pixels[at + 1] = (COLOURS[colour + 1] * level) >> 16
        pixels[at + 2] = (COLOURS[colour + 2] * level) >> 16

    @micropython.native
    def _draw_dark(self, now):
        self._clear()
        self._still = True

    @micropython.native
    def _clear(self):
        pixels = self.pixels
        for at in range(len(pixels)):
            pixels[at] = 0

    @micropython.native
    def _breath(self, now, ms):
        """A level that comes and goes once in so many milliseconds, a power of two from 512: from 0 to FULL."""
        t = ((since(now, self._since) & (ms - 1)) * 512) // ms
        t = t if t < 256 else 511 - t
        return (t * t) >> 8

    @micropython.native
    def _draw_alone(self, now):
        """One light goes round, faintly: looking for somebody."""
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
        """A share of the ring for each seat, a dark light between two; bright is whose turn it is, who owes blinks."""
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
        """So many lights as there are points; what goes beyond the ring begins anew over what is there."""
        gap = abs(self._to - self._from)
        gone = since(now, self._since)
        whole = min(gap * _A_POINT_MS, _COUNTING_MS)
        if gone >= whole:
            value = self._to
            self._still = True
        else:
            value = self._from + (self._to - self._from) * gone // whole
        rounds = value // self.lights
        over = value - rounds * self.lights
        ground = min(rounds * _FAINT, FULL // 2)
        for light in range(self.lights):
            self._put(light, self._colour, FULL if light < over else ground)
        if over and not self._still:
            self._put(over - 1, WHITE, FULL)

    @micropython.native
    def _draw_final(self, now):
        """The winner's colour all round, and gold that runs over it."""
        gone = since(now, self._since)
        head = (gone * self.lights) >> 11
        for light in range(self.lights):
            behind = (head - light) % self.lights
            if behind < 4:
                self._put(light, GOLD, FULL >> behind)
            else:
                self._put(light, self._colour, _DIM)

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
        gone = since(now, self._since)
        if gone < _ROLL_MS:
            self._draw_rolling(self._hands[1], True, now)
            return
        hands = self._hands
        hand = 0
        if self._hands_of > 1:
            hand = ((gone - _ROLL_MS) // _A_HAND_MS) % self._hands_of
        else:
            self._still = True
        first = hands[hand]
        shown = hands[hand + 1] - first
        most = 1
        for die in range(shown):
            most = max(most, self._values[first + die] & 15)
        self._clear()
        for die in range(shown):
            self._draw_pips(die, shown, self._values[first + die] & 15, most, self._colour_of(first + die))

    @micropython.native
    def _deal(self):
        """Dice into hands: all at once as long as they can be told apart, else those of a colour by themselves."""
        values = self._values
        hands = self._hands
        dice = self._count
        self._hands_of = 0
        hands[0] = 0
        first = 0
        while first < dice:
            after = first + 1
            while after < dice and (dice <= _AT_ONCE or values[after] >> 4 == values[first] >> 4):
                after += 1
            parts = (after - first + _AT_ONCE - 1) // _AT_ONCE
            for part in range(parts):
                self._hands_of += 1
                hands[self._hands_of] = first + (part + 1) * (after - first) // parts
            first = after

    @micropython.native
    def _colour_of(self, die):
        """Its owner's; dice that are nobody's have two, one after the other."""
        return (self._values[die] >> 4) or (WHITE if die & 1 else GOLD)

    @micropython.native
    def _draw_rolling(self, dice, told, now):
        """Dice that do not lie still: pips that are no number. `told` are those that have their own colours."""
        self._clear()
        shown = min(dice, _AT_ONCE)
        for die in range(shown):
            # Another number every sixteenth of a second, the same at whatever moment of it this is drawn.
            colour = self._colour_of(die) if told else (WHITE if die & 1 else GOLD)
            self._draw_pips(die, shown, 1 + ((now >> 6) * 5 + die * 3) % 6, 6, colour)

    @micropython.native
    def _draw_pips(self, die, of, pips, most, colour):
        """A die's share of the ring, dark at its end; `most` are the pips of the die beside it that has most.

        Where they have room, every other light is a pip; else every other pip is dimmer, so that they can be counted.
        """
        start = die * self.lights // of
        width = (die + 1) * self.lights // of - start
        gap = 2 if of > 1 else 1
        apart = 2 if 2 * most - 1 + gap <= width else 1
        for pip in range(min(pips, width)):
            self._put(start + pip * apart, colour, FULL if apart == 2 or not pip & 1 else _SECOND)

    # The wheel.

    @micropython.native
    def _lay_out(self):
        """Where each sector ends, and the ring with all of them, faintly."""
        whole = 0
        for index in range(self._sectors):
            whole += max(self._weights[index] & _SHARE, 1)
        parts = 0
        for index in range(self._sectors):
            parts += max(self._weights[index] & _SHARE, 1)
            self._ends[index] = parts * UNITS // whole
        self._half = self._ends[0] // 2
        self._at = 0
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
        self._at = 0
        self._still = False  # the lights hold the ground now

    @micropython.native
    def _sector(self, place):
        """The sector at a place, counted from the beginning of the first; it is looked for from the last one on."""
        ends = self._ends
        index = self._at
        if index and place < ends[index - 1]:
            index = 0
        while place >= ends[index]:
            index += 1
        self._at = index
        return index

    @micropython.native
    def _draw_wheel(self, now):
        """The sector that the runner is on, as wide as it is; at rest the result, breathing before a darker ground."""
        gone = since(now, self._since)
        rests = gone >= self._ms
        darker = 2 if rests and self._result != NO_RESULT else 0
        pixels = self.pixels
        ground = self._ground
        for at in range(len(pixels)):
            pixels[at] = ground[at] >> darker
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
        left = 4096 - gone * 4096 // self._ms
        left = ((left * left >> 12) * left) >> 12
        place = (self._start + self._way - (self._way * left >> 12)) % UNITS
        self._light_up(self._sector((place + self._half) % UNITS), GOLD, _DIM + _DIM)
        light = place // self._step
        part = place - light * self._step
        self._put(light, WHITE, FULL - part * FULL // self._step)
        if part:
            self._put((light + 1) % self.lights, WHITE, part * FULL // self._step)

    @micropython.native
    def _light_up(self, index, colour, level):
        """All lights of a sector; of one that has none, the light nearest to its middle."""
        step = self._step
        start = (self._ends[index - 1] if index else 0) - self._half
        end = self._ends[index] - self._half
        first = -(-start // step)
        last = (end - 1) // step
        if last < first:
            first = last = ((start + end) // 2 + step // 2) // step
        for light in range(first, last + 1):
            self._put(light % self.lights, colour, level)
