"""Tests of the ring's picture for every message of the companion: the firmware's own lights, at some moments."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces.signals import (
    MOST_AT_ONCE,
    RingDark,
    RingDice,
    RingFinal,
    RingIdle,
    RingPointer,
    RingSeats,
    RingShow,
    RingSpin,
    RingTally,
    RingWheel,
)
from companion.devices.spinner.link import PROTOCOL, Message, MessageKind
from companion.devices.spinner.ring_messages import MOST_SECTORS, messages_of, motion_message, tune_messages
from companion.devices.spinner.simulated_spinner import new_spinner
from companion.support.resources import firmware_dir
from tests.devices.spinner.line_simulation import LineSimulation, pixels

LIGHTS = 24
DARK = "000000"
EVEN = RingWheel((1,) * 12, (False,) * 12)


def show(world: LineSimulation, what: RingShow, *, fresh: bool = True) -> LineSimulation:
    world.show(*messages_of(what, lambda wheel: 7, world.now, fresh=fresh))
    return world


def test_after_a_silence_the_former_picture_returns() -> None:
    world = show(LineSimulation().meet(), RingDice((5,)), fresh=False)
    before = world.draw()
    world.joined = False
    assert world.draw(2600) != before
    world.joined = True
    assert world.draw(600) == before


def lights_of(what: RingShow, after_ms: int = 0, *, fresh: bool = True) -> list[str]:
    return show(LineSimulation().meet(), what, fresh=fresh).draw(after_ms)


def bright(lights: list[str]) -> list[int]:
    """Return the bright lights."""
    levels = [max(bytes.fromhex(light)) for light in lights]
    return [light for light, level in enumerate(levels) if level > 60]


def gold(lights: list[str]) -> list[int]:
    """Return the gold lights, at any level above the ground's."""
    indices = []
    for index, light in enumerate(lights):
        red, _, blue = bytes.fromhex(light)
        if red > 20 and blue < red / 6:
            indices.append(index)
    return indices


def test_the_ring_searches_when_alone_and_breathes_at_rest() -> None:
    world = LineSimulation()
    world.joined = False
    alone = [light for light in world.draw(300) if light != DARK]
    assert len(alone) == 1
    world.joined = True
    world.meet()
    show(world, RingIdle())
    frames = [world.draw(100) for _ in range(40)]
    assert {light for frame in frames for light in range(LIGHTS) if frame[light] != DARK} == {0, 6, 12, 18}
    assert len({tuple(frame) for frame in frames}) > 20
    assert lights_of(RingDark()) == [DARK] * LIGHTS


@pytest.mark.parametrize("seats", range(1, 6))
def test_every_seat_has_its_colour_and_one_is_bright(seats: int) -> None:
    colours = ("blue", "red", "green", "yellow", "violet")[:seats]
    for turn in range(1, seats + 1):
        lights = lights_of(RingSeats(colours, turn))
        share = [*range((turn - 1) * LIGHTS // seats, turn * LIGHTS // seats)]
        share = share[:-1] if seats > 1 else share
        assert bright(lights) == share
        assert len({lights[light] for light in share}) == 1
        assert len({light for light in lights if light != DARK}) == seats


def test_only_seats_that_owe_something_blink() -> None:
    world = show(LineSimulation().meet(), RingSeats(("blue", "red", "green"), 2, (1, 3)))
    frames = [world.draw(50) for _ in range(40)]
    changing = {light for light in range(LIGHTS) if len({frame[light] for frame in frames}) > 1}
    assert changing == {*range(7), *range(16, 23)}
    assert not world.spinner.ring._still
    assert show(world, RingSeats(("blue", "red", "green"), 2)).draw()
    assert not world.spinner.ring.draw(world.ms + 1000), "at rest nothing is drawn anew"


@pytest.mark.parametrize(
    ("weights", "result", "lights"),
    [
        ((1, 1), 0, [*range(6), *range(18, 24)]),
        ((1, 1), 1, [*range(6, 18)]),
        ((1,) * 12, 3, [5, 6]),
        ((1,) * 24, 5, [5]),
        ((1,) * 36, 0, [0]),
        ((1,) * 36, 1, [1]),
        ((1,) * 36, 9, [6]),
        ((1, 2, 3, 6), 3, [*range(11, 23)]),
        ((6, 1, 1, 1, 1, 1, 1), 6, [16, 17]),
    ],
)
def test_a_wheel_rests_on_all_lights_of_its_result(weights: tuple[int, ...], result: int, lights: list[int]) -> None:
    wheel = RingWheel(weights, (False,) * len(weights))
    gold_lights = gold(lights_of(RingPointer(wheel, 0.0, result)))
    assert gold_lights == lights


@given(weights=st.lists(st.integers(1, 127), min_size=2, max_size=36), data=st.data())
def test_any_wheel_lights_the_share_of_its_result(weights: list[int], data: st.DataObject) -> None:
    result = data.draw(st.integers(0, len(weights) - 1))
    gold_lights = gold(lights_of(RingPointer(RingWheel(tuple(weights), (False,) * len(weights)), 0.0, result)))
    ends = [end / sum(weights) - weights[0] / sum(weights) / 2 for end in accumulate(weights)]
    start, end = ends[result] - weights[result] / sum(weights), ends[result]
    inside = [light for light in range(-12, 48) if start + 0.02 <= light / LIGHTS < end - 0.02]
    around = [light for light in range(-12, 48) if start - 0.02 <= light / LIGHTS < end + 0.02]
    assert gold_lights
    assert {light % LIGHTS for light in inside} <= set(gold_lights)
    nearest = [light for light in range(-12, 48) if abs(light - (start + end) / 2 * LIGHTS) < 0.51]
    assert set(gold_lights) <= {light % LIGHTS for light in (*around, *nearest)}


def wheel_messages(weights: tuple[int, ...], protocol: int) -> list[tuple[MessageKind, str]]:
    """Return the messages that lay out a wheel whose second sector is set off, for a spinner of this protocol."""
    wheel = RingWheel(weights, tuple(sector == 1 for sector in range(len(weights))))
    messages = messages_of(RingPointer(wheel, 0.0), lambda _: 1, 0.0, protocol=protocol)
    return [(message.kind, message.body[1:].hex(" ")) for message in messages[:-1]]


@pytest.mark.parametrize(
    ("weights", "body"),
    [((400, 200, 1), "03 00 7f c0 01"), ((127, 3), "02 00 7f 83"), ((254, 3), "02 00 7f 82")],
)
def test_an_older_spinner_gets_shares_of_seven_bits(weights: tuple[int, ...], body: str) -> None:
    assert wheel_messages(weights, 1) == [(MessageKind.WHEEL, body)]


@pytest.mark.parametrize(
    ("weights", "kind", "body"),
    [
        ((127, 3), MessageKind.WHEEL, "02 00 7f 83"),
        ((254, 3), MessageKind.WIDE_WHEEL, "02 00 00 fe 80 03"),
        ((400, 200, 1), MessageKind.WIDE_WHEEL, "03 00 01 90 80 c8 00 01"),
        ((4095, 4095), MessageKind.WIDE_WHEEL, "02 00 0f ff 8f ff"),
        ((40950, 11), MessageKind.WIDE_WHEEL, "02 00 0f ff 80 01"),
    ],
)
def test_only_shares_above_seven_bits_have_two_bytes(weights: tuple[int, ...], kind: MessageKind, body: str) -> None:
    assert wheel_messages(weights, PROTOCOL) == [(kind, body)]
    assert wheel_messages(weights, PROTOCOL + 1) == [(kind, body)]


@pytest.mark.parametrize("sectors", [10, 11, MOST_SECTORS, MOST_SECTORS + 4])
def test_large_wheels_with_large_shares_come_in_parts(sectors: int) -> None:
    wheel = RingWheel((4095,) * sectors, (False,) * sectors)
    messages = messages_of(RingPointer(wheel, 0.0), lambda _: 7, 0.0)
    assert [len(part.body) for part in messages[:-1]] == [
        3 + 2 * min(10, min(sectors, MOST_SECTORS) - first) for first in range(0, min(sectors, MOST_SECTORS), 10)
    ]
    assert gold(lights_of(RingPointer(wheel, 0.0, 5)))


@given(weights=st.lists(st.integers(128, 4095), min_size=2, max_size=36), data=st.data())
def test_large_shares_are_laid_out_exactly(weights: list[int], data: st.DataObject) -> None:
    stark = tuple(data.draw(st.lists(st.booleans(), min_size=len(weights), max_size=len(weights))))
    ring = new_spinner(firmware_dir(), 1).ring
    *parts, _ = messages_of(RingPointer(RingWheel(tuple(weights), stark), 0.0), lambda _: 7, 0.0)
    for part in parts:
        ring.wide_wheel(part.body, 0, len(part.body), 0, 0)
    assert [*ring._ends[: len(weights)]] == [end * 6144 // sum(weights) for end in accumulate(weights)]
    assert [weight >> 15 for weight in ring._weights[: len(weights)]] == [*stark]
    assert sum(weights) * 6144 < 2**30, "a number that needs no memory on the Pico"


def test_a_spin_slows_down_and_rests_on_its_result() -> None:
    world = LineSimulation().meet()
    show(world, RingSpin(EVEN, 4, 0.0, 3 + 4 / 12, 3.2, world.now))
    places = []
    for _ in range(200):
        lights = world.draw(16)
        white = [sum(bytes.fromhex(light)) if light[4:] > "10" else 0 for light in lights]
        places.append(max(range(LIGHTS), key=lambda light: white[light]))
    # The distance between two pictures, without the last ones.
    steps = [(after - before) % LIGHTS for before, after in pairwise(places[:180])]
    assert all(step <= 2 for step in steps)
    assert sum(steps[:60]) > sum(steps[60:120]) > sum(steps[120:])
    world.run(400)
    assert gold(world.draw()) == [8, 9] or gold(world.draw()) == [7, 8]


def test_a_spin_starts_and_ends_exactly_as_requested() -> None:
    world = LineSimulation().meet()
    wheel = RingWheel((1,) * 36, (False,) * 36)
    show(world, RingPointer(wheel, 0.0))
    world.show(Message(MessageKind.SPIN, bytes((7, 0xFF, 0, 128, 1, 44, 0x10, 0, 0, 0))))
    lights = [bytes.fromhex(light) for light in world.draw()]
    assert lights[0][2] == lights[1][2] > 20, "it begins half way between the first two lights"
    world.run(0x1000)
    gold_lights = gold(world.draw())
    assert gold_lights == gold(lights_of(RingPointer(wheel, 3 / 36))), "and stands in the fourth sector"
    world.show(Message(MessageKind.SPIN, bytes((7, 0xFF, 0, 128, 1, 0, 0, 0, 0, 0))))
    assert gold(world.draw()) != gold_lights


def test_a_late_spin_catches_up() -> None:
    early, late = LineSimulation().meet(), LineSimulation().meet()
    spin = RingSpin(EVEN, 4, 0.25, 2.5, 3.0, early.now)
    show(early, spin)
    early.run(1000)
    late.run(1000)
    show(late, spin)
    early.run(late.ms - early.ms + 10)
    late.run(early.ms - late.ms)
    early.spinner.ring.draw(early.ms)
    late.spinner.ring.draw(late.ms)
    assert early.ms == late.ms
    assert pixels(early.spinner) == pixels(late.spinner)
    rested = LineSimulation().meet()
    rested.run(9000)
    show(rested, spin)
    assert gold(rested.draw())


def test_a_wheel_under_the_hand_follows_it() -> None:
    world = LineSimulation().meet()
    show(world, RingPointer(EVEN, 0.0))
    for turns in (0.25, 0.5, 0.75):
        hint = motion_message(RingPointer(EVEN, turns, held=True), lambda wheel: 7)
        assert hint is not None
        world.link.send_once(hint)
        lights = gold(world.draw(3))
        assert any(abs(light / LIGHTS - turns) <= 1 / 24 for light in lights)
    world.link.send_once(Message(MessageKind.STAND, bytes((8, 0, 0))))
    assert gold(world.draw(3)) == lights, "another wheel's place means nothing"


@pytest.mark.parametrize(
    ("dice", "lit"),
    [
        ((1,), [0]),
        ((6,), [0, 2, 4, 6, 8, 10]),
        ((3, 5), [0, 2, 4, 12, 14, 16, 18, 20]),
        ((3, 6), [0, 1, 2, 12, 13, 14, 15, 16, 17]),
        ((2, 2, 2), [0, 2, 8, 10, 16, 18]),
        ((6, 1, 3), [0, 1, 2, 3, 4, 5, 8, 16, 17, 18]),
        ((8, 7), [0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18]),
        ((0, 0), []),
    ],
)
def test_dice_at_rest_show_their_pips(dice: tuple[int, ...], lit: list[int]) -> None:
    lights = lights_of(RingDice(dice), 1000)
    assert [light for light, colour in enumerate(lights) if colour != DARK] == lit
    assert lights == lights_of(RingDice(dice), fresh=False)


@pytest.mark.parametrize("dice", [2, 3])
def test_dice_of_one_colour_can_be_told_apart_and_counted(dice: int) -> None:
    ring = new_spinner(firmware_dir(), 1).ring
    ring.alone(False)
    for thrown in product(range(1, 7), repeat=dice):
        ring.dice(bytes((1, dice, *(0x10 | pips for pips in thrown))), 0, 2 + dice, 0, 0)
        ring.draw(1)
        levels = [max(ring.pixels[3 * light : 3 * light + 3]) for light in range(LIGHTS)]
        line = "".join("#" if level else "." for level in levels)
        assert [len(die.replace(".", "")) for die in re.split(r"\.{2,}", line.strip("."))] == [*thrown]
        assert all(level != next_level for level, next_level in pairwise(levels) if level and next_level), (
            "nor does one pip hide in another"
        )
        firsts = [levels[place] for place in range(LIGHTS) if levels[place] and not levels[place - 1]]
        assert set(firsts) == {max(levels)}, "and the first is a bright one"


def test_dice_roll_before_they_rest() -> None:
    world = show(LineSimulation().meet(), RingDice((1, 1), ("green", "green")))
    rolling = {tuple(world.draw(40)) for _ in range(12)}
    assert len(rolling) > 4
    hues = {bytes.fromhex(light) for frame in rolling for light in frame if light != DARK}
    assert all(green > red and green > blue for red, green, blue in hues), "in their owner's colour"
    world.run(600)
    assert len({tuple(world.draw(100)) for _ in range(20)}) == 1


def test_shaken_dice_rattle_until_they_stop() -> None:
    world = show(LineSimulation().meet(), RingDice((0, 0)))
    still = world.draw(700)
    hint = motion_message(RingDice((0, 0), shaken=True), lambda wheel: 7)
    assert hint is not None
    for _ in range(4):
        world.link.send_once(hint)
        assert world.draw(100) != still
    world.run(700)
    assert world.draw() == still


def hands_of(world: LineSimulation, dice: RingDice) -> list[str]:
    """Return the groups that are shown one after the other: "b" is a blue light, "r" a red one."""
    show(world, dice, fresh=False)
    groups = []
    for hand in range(dice.hands):
        lights = [bytes.fromhex(light) for light in world.draw(1600 if hand else 800)]
        groups.append("".join("." if not any(light) else "r" if light[0] > light[2] else "b" for light in lights))
    return groups


def test_many_dice_are_shown_in_groups_of_one_owner() -> None:
    dice = RingDice((1, 2, 3, 4, 5, 6), ("blue",) * 4 + ("red",) * 2)
    hands = hands_of(LineSimulation().meet(), dice)
    assert [hand.count("b") for hand in hands] == [3, 7, 0]
    assert [hand.count("r") for hand in hands] == [0, 0, 11]
    assert dice.hands == 3


def test_very_many_dice_come_in_parts_and_are_all_shown() -> None:
    colours = ("blue",) * 10 + ("red",) * 10 + ("blue",) * 12
    dice = RingDice(tuple(1 + number % 6 for number in range(32)), colours)
    messages = messages_of(dice, lambda wheel: 1, 0.0)
    assert [(message.body[0], len(message.body)) for message in messages] == [(0, 23), (0x80, 13)]
    at_rest = messages_of(dice, lambda wheel: 1, 0.0, fresh=False)
    assert [message.body[0] for message in at_rest] == [1, 0x81]
    lights = sum(hand.count("b") + hand.count("r") for hand in hands_of(LineSimulation().meet(), dice))
    assert lights == sum(dice.dice)
    rolling = show(LineSimulation().meet(), dice)
    assert len({tuple(rolling.draw(40)) for _ in range(12)}) > 4


def test_too_many_dice_are_not_added() -> None:
    world = show(LineSimulation().meet(), RingDice((1,) * 40, ("blue",) * 40), fresh=False)
    before = world.draw()
    world.show(Message(MessageKind.DICE, bytes((0x81, 1, 0x26))))
    assert world.draw() == before
    assert world.spinner.ring._count == 40


@given(st.lists(st.sampled_from(["blue", "red", "green", ""]), min_size=1, max_size=40))
def test_both_ends_group_the_dice_alike(colours: list[str]) -> None:
    dice = RingDice((1,) * len(colours), tuple(colours))
    ring = new_spinner(firmware_dir(), 1).ring
    for message in messages_of(dice, lambda wheel: 1, 0.0):
        ring.dice(message.body, 0, len(message.body), 0, 0)
    assert ring._group_count == dice.hands
    hands = [*ring._groups[: dice.hands + 1]]
    assert (hands[0], hands[-1]) == (0, len(colours))
    assert all(0 < after - before <= MOST_AT_ONCE for before, after in pairwise(hands))
    if len(colours) > MOST_AT_ONCE:
        assert all(len(set(colours[before:after])) == 1 for before, after in pairwise(hands))


@pytest.mark.parametrize(
    "show",
    [
        Message(MessageKind.LIGHT, b"\xff\xff\xff\xff"),
        Message(MessageKind.LIGHT, b"\xff\xff\0\0"),
        Message(MessageKind.TURN, bytes((1, 1, 0, 0, 6))),
        Message(MessageKind.FILL, b"\xff"),
    ],
    ids=lambda message: f"{message.kind.name}-{message.body.hex()}",
)
def test_all_lights_together_stay_below_the_ports_current(show: Message) -> None:
    world = LineSimulation().meet()
    if show.kind < MessageKind.STAND:
        world.show(show)
    else:
        world.link.send_once(show)
    lights = world.draw(5)
    levels = sum(sum(bytes.fromhex(light)) for light in lights)
    assert 20 * levels / 255 <= 346, "mA"
    assert levels > 3000
    single = LineSimulation().meet()
    single.show(Message(MessageKind.LIGHT, b"\0\xff\xff\xff"))
    assert single.draw()[0] == "ffffff", "a light alone is as bright as it is told to be"


def test_laying_out_a_wheel_does_not_change_the_picture() -> None:
    world = show(LineSimulation().meet(), RingDice((5,)), fresh=False)
    before = world.draw()
    world.show(Message(MessageKind.WHEEL, bytes((3, 2, 0, 1, 1))))
    assert world.draw() == before


@pytest.mark.parametrize(("before", "after"), [(0, 5), (20, 26), (47, 53), (9, 4), (30, 30), (0, 300)])
def test_a_tally_counts_light_by_light(before: int, after: int) -> None:
    world = show(LineSimulation().meet(), RingTally("blue", before, after))
    counted = []
    for _ in range(130):
        lights = world.draw(16)
        ground = lights[-1]
        counted.append(sum(light != ground for light in lights))
    assert counted[-1] == after % LIGHTS
    if abs(after - before) < LIGHTS and before // LIGHTS == after // LIGHTS:
        assert {abs(b - a) for a, b in pairwise(counted)} <= {0, 1}
    at_once = show(LineSimulation().meet(), RingTally("blue", before, after), fresh=False).draw(50)
    assert at_once == world.draw(1000)


def test_the_end_shines_in_the_winners_colour() -> None:
    blue, red = (lights_of(RingFinal((colour,)), 500) for colour in ("blue", "red"))
    assert all(light != DARK for light in (*blue, *red))
    assert blue != red
    assert len(gold(blue)) >= 2


def test_several_winners_share_the_ring_at_the_end() -> None:
    blue, red, both = (lights_of(RingFinal(colours), 500) for colours in (("blue",), ("red",), ("blue", "red")))
    half = len(both) // 2
    assert both == [*blue[:half], *red[half:]]
    assert blue != both != red


def test_a_held_key_fills_the_ring_until_released() -> None:
    world = show(LineSimulation().meet(), RingSeats(("blue", "red"), 1))
    before = world.draw()
    for progress, lights in ((0.25, 6), (0.5, 12), (1.0, 24)):
        world.link.send_once(Message(MessageKind.FILL, bytes((round(progress * 255),))))
        pixels_now = world.draw(3)
        assert sum(light[:2] > "3c" and light[2:4] > "30" for light in pixels_now) == lights
    world.link.send_once(Message(MessageKind.FILL, bytes((0,))))
    assert world.draw(3) == before


def test_a_lost_release_does_not_fill_the_ring_forever() -> None:
    world = show(LineSimulation().meet(), RingSeats(("blue", "red"), 1))
    before = world.draw()
    world.link.send_once(Message(MessageKind.FILL, b"\x80"))
    assert world.draw(3) != before
    assert world.draw(1000) == before


@pytest.mark.parametrize(
    "message",
    [
        Message(MessageKind.WHEEL, bytes((1, 37, 0)) + bytes(20)),
        Message(MessageKind.WHEEL, bytes((1, 1, 0, 1))),
        Message(MessageKind.WHEEL, bytes((1, 4, 3, 1, 1))),
        Message(MessageKind.WHEEL, bytes((1, 4, 2, 1, 1))),
        Message(MessageKind.WHEEL, bytes((1, 4))),
        Message(MessageKind.SPIN, bytes((9, 0)) + bytes(8)),
        Message(MessageKind.SPIN, bytes((7, 12)) + bytes(8)),
        Message(MessageKind.SPIN, bytes((7, 0, 0))),
        Message(MessageKind.DICE, bytes((0, 21)) + bytes(20)),
        Message(MessageKind.DICE, bytes((0x80, 0))),
        Message(MessageKind.DICE, bytes((0, 3, 1))),
        Message(MessageKind.DICE, bytes((0, 0))),
        Message(MessageKind.TURN, bytes((0, 0, 0, 0))),
        Message(MessageKind.TURN, bytes((3, 1, 0, 0, 1))),
        Message(MessageKind.TALLY, b"\0\0\0"),
        Message(MessageKind.LIGHT, b"\0"),
        Message(MessageKind.WIDE_WHEEL, bytes((7, 2, 0, 0, 1, 0, 1, 0))),
        Message(MessageKind.WIDE_WHEEL, bytes((7, 2, 0, 0, 1, 0, 1, 0, 1))),
        Message(MessageKind.WIDE_WHEEL, bytes((7, 37, 0, 0, 1))),
        Message(MessageKind.WIDE_WHEEL, bytes((8, 2, 1, 0, 1))),
        Message(MessageKind.WIDE_WHEEL, bytes((7, 2, 0))),
        Message(MessageKind.LEAVE, b"no"),
        Message(MessageKind.LEAVE, b"g"),
    ],
    ids=lambda message: f"{message.kind.name}-{message.body.hex()}",
)
def test_an_invalid_message_changes_nothing(message: Message) -> None:
    world = show(LineSimulation().meet(), RingPointer(EVEN, 0.0, 3))
    before = world.draw()
    world.show(message)
    assert world.draw() == before
    assert not world.spinner.leaves
    show(world, RingDice((2,)), fresh=False)
    assert world.draw() != before, "and what comes after it is shown"


@given(data=st.lists(st.tuples(st.sampled_from([*MessageKind]), st.binary(max_size=23)), max_size=6))
def test_any_message_leaves_it_running(data: list[tuple[MessageKind, bytes]]) -> None:
    world = LineSimulation().meet()
    for kind, body in data:
        if kind is MessageKind.LEAVE:
            continue  # would end the program
        if kind < MessageKind.STAND:
            world.show(Message(kind, body))
        elif kind < MessageKind.HELLO:
            world.link.send_once(Message(kind, body))
        for after in (3, 50, 700):
            world.draw(after)
            assert sum(bytes(world.spinner.ring.pixels)) <= 4400
    world.press(2)
    assert (2, True) in world.keys


def test_very_long_tunes_and_notes_are_cut_off() -> None:
    first, second = tune_messages(tuple((440, 10 * length) for length in range(1, 200, 10)), 2)
    assert (first.body[0], second.body[0]) == (2, 0x82)
    lengths = [body[3] for message in (first, second) for body in batched(message.body)]
    assert lengths == [min(2 * length, 255) for length in range(1, 160, 10)]
    assert [message.body for message in tune_messages((), 3)] == [b"\3"]


def batched(body: bytes) -> list[bytes]:
    """Return the notes of a message, each behind a byte of the message before it."""
    return [body[index : index + 4] for index in range(0, len(body) - 1, 3)]


def test_the_program_leaves_only_on_a_complete_request() -> None:
    world = LineSimulation().meet()
    world.show(Message(MessageKind.LEAVE, b"go"))
    assert world.spinner.leaves


@pytest.mark.parametrize("sectors", [20, 21, MOST_SECTORS, MOST_SECTORS + 4])
def test_large_wheels_come_in_parts(sectors: int) -> None:
    wheel = RingWheel((1,) * sectors, (False,) * sectors)
    parts = [
        message
        for message in messages_of(RingPointer(wheel, 0.0), lambda _: 7, 0.0)
        if message.kind is MessageKind.WHEEL
    ]
    assert len(parts) == 1 + (sectors > 20)
    assert all(len(part.body) <= 23 for part in parts)
    assert gold(lights_of(RingPointer(wheel, 0.0, 5)))
