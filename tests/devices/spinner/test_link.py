"""Tests of the line between companion and spinner: both recognise each other, and deliver once and in order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.devices.spinner.frames import FrameDecoder, encode_frame
from companion.devices.spinner.link import (
    BEAT_S,
    PROTOCOL,
    SILENT_S,
    Echo,
    Hello,
    KeyChange,
    KnobTurned,
    Link,
    Message,
    MessageKind,
    SpinnerBack,
    SpinnerMet,
    SpinnerParts,
    SpinnerSilent,
)
from tests.devices.spinner.line_simulation import BOOT, SESSION, LineSimulation

HELLO = Hello(
    PROTOCOL, BOOT, 24, 5, SpinnerParts.KNOB | SpinnerParts.BUZZER | SpinnerParts.KEY_LIGHTS, (1, 1, 0), "pico"
)
CLOCKS = pytest.mark.parametrize("starts_ms", [0, 2**30 - 900], ids=["fresh", "wraps"])


@CLOCKS
def test_both_ends_recognise_each_other(starts_ms: int) -> None:
    world = LineSimulation(starts_ms=starts_ms).meet()
    assert world.events == [SpinnerMet(HELLO)]
    assert world.link.hello == HELLO
    assert world.ms < 20


@CLOCKS
def test_a_press_arrives_at_once_with_its_time(starts_ms: int) -> None:
    world = LineSimulation(starts_ms=starts_ms).meet()
    began = world.ms
    world.press(3)
    pressed, released = (event for event in world.events if isinstance(event, KeyChange))
    assert (pressed.key, pressed.down, released.down) == (3, True, False)
    assert pressed.time - began / 1000 < 0.004
    assert abs(released.time - pressed.time - 0.06) < 0.004


def turn(world: LineSimulation, detents: int, ms: int = 12) -> None:
    """Turn the knob, at `ms` milliseconds a detent."""
    quarters = ((0, 1), (0, 0), (1, 0), (1, 1)) if detents > 0 else ((1, 0), (0, 0), (0, 1), (1, 1))
    for _ in range(abs(detents)):
        for a, b in quarters:
            world.spinner.knob.edge(a, b)
            world.run(ms // 4)


def turns_of(world: LineSimulation) -> list[KnobTurned]:
    return [event for event in world.events if isinstance(event, KnobTurned)]


def test_the_knob_arrives_detent_by_detent() -> None:
    world = LineSimulation().meet()
    turn(world, 4)
    world.run(5)
    assert [event.steps for event in turns_of(world)] == [1, 1, 1, 1]
    assert [round(after.time - before.time, 3) for before, after in pairwise(turns_of(world))] == [0.012] * 3
    turn(world, -2)
    world.run(5)
    assert [event.steps for event in turns_of(world)[4:]] == [-1, -1]


def test_turns_that_nobody_hears_are_not_sent_later() -> None:
    world = LineSimulation().meet()
    world.joined = False
    world.run(2600)
    turn(world, 6)
    world.joined = True
    world.run(1000)
    assert turns_of(world) == []
    turn(world, 1)
    world.run(5)
    assert [event.steps for event in turns_of(world)] == [1]


def test_on_a_slow_line_detents_share_a_message() -> None:
    world = LineSimulation().meet()
    world.joined = False
    turn(world, 30)
    world.press(1)
    world.joined = True
    world.run(700)
    assert sum(event.steps for event in turns_of(world)) == 30
    [several] = [event for event in turns_of(world) if event.steps > 1]
    assert several.between_s == pytest.approx(0.012, abs=0.002)
    assert world.keys == [(1, True), (1, False)]


@pytest.mark.parametrize("seed", range(6))
def test_a_bad_line_loses_doubles_and_reorders_no_key(seed: int) -> None:
    world = LineSimulation(seed, damaged=1 / 200, dropped=1 / 500).meet()
    luck = random.Random(seed)
    pressed = [luck.randrange(5) for _ in range(60)]
    for key in pressed:
        world.press(key, 40)
    world.run(1500)
    assert world.keys == [(key, down) for key in pressed for down in (True, False)]
    assert world.link.resent + world.spinner.link.resent > 0


@pytest.mark.parametrize("seed", range(4))
def test_a_dreadful_line_loses_no_key(seed: int) -> None:
    world = LineSimulation(seed, damaged=1 / 20, dropped=1 / 40).meet()
    for key in (0, 1, 2, 3, 4):
        world.press(key, 60)
    world.run(3000)
    assert world.keys == [(key, down) for key in range(5) for down in (True, False)]


def test_a_hundred_cuts_lose_and_double_no_key() -> None:
    world = LineSimulation(7, damaged=1 / 500).meet()
    luck = random.Random(7)
    pressed = []
    for _ in range(100):
        world.joined = False
        world.run(luck.randrange(400))
        key = luck.randrange(5)
        pressed.append(key)
        world.levels |= 1 << key
        world.run(luck.randrange(30, 200))
        world.joined = luck.random() < 0.7
        world.levels &= ~(1 << key)
        world.run(luck.randrange(30, 300))
        world.joined = True
        world.run(600)
    assert world.keys == [(key, down) for key in pressed for down in (True, False)]
    assert all(world.events.count(event) == 1 for event in world.events if isinstance(event, KeyChange))


def test_silence_and_its_end_are_reported() -> None:
    world = LineSimulation().meet()
    world.run(100)
    world.joined = False
    world.run(int(SILENT_S * 1000) + 600)
    assert world.events[1:] == [SpinnerSilent()]
    assert not world.link.alive
    assert not world.spinner.link.alive(world.ms)
    world.joined = True
    world.run(600)
    assert world.events[2:] == [SpinnerBack()]
    assert world.link.alive
    assert world.spinner.link.alive(world.ms)


def test_a_restarted_spinner_is_met_again() -> None:
    world = LineSimulation().meet()
    world.press(1)
    world.restart(BOOT + 1)
    world.run(1500)
    assert world.events[-2:] == [SpinnerSilent(), SpinnerMet(replace(HELLO, boot=BOOT + 1))]
    world.press(2)
    assert world.keys == [(1, True), (1, False), (2, True), (2, False)]


def test_a_restart_of_the_spinner_releases_held_keys() -> None:
    world = LineSimulation().meet()
    world.levels = 1
    world.run(50)
    world.levels = 0
    world.restart(BOOT + 1)
    world.run(1500)
    world.press(0)
    assert world.keys == [(0, True), (0, True), (0, False)]


def test_a_restarted_companion_gets_no_old_presses() -> None:
    world = LineSimulation().meet()
    world.joined = False
    world.press(4)
    world.link = Link(SESSION + 1)
    world.joined = True
    world.events.clear()
    world.run(700)
    assert world.events == [SpinnerMet(HELLO)]
    world.press(1)
    assert world.keys == [(1, True), (1, False)]


def test_a_press_that_comes_too_late_is_ignored() -> None:
    world = LineSimulation().meet()
    world.joined = False
    world.press(4)
    world.run(1800)
    world.press(2)
    world.joined = True
    world.run(700)
    assert world.keys == [(2, True), (2, False)]


def test_keys_are_ignored_while_nobody_listens() -> None:
    world = LineSimulation().meet()
    world.joined = False
    world.run(2600)
    world.press(0)
    world.joined = True
    world.run(2000)
    assert world.keys == []


def test_a_picture_arrives_over_any_line() -> None:
    for seed in range(5):
        world = LineSimulation(seed, damaged=1 / 30, dropped=1 / 60).meet()
        for n in range(20):
            world.link.show([Message(MessageKind.LIGHT, bytes((n, 9, 9, 9)))], world.now)
            world.run(20)
        world.run(8000)
        assert world.draw() == ["090909" if light == 19 else "000000" for light in range(24)]


def test_only_the_newest_waiting_picture_is_shown() -> None:
    world = LineSimulation().meet()
    world.joined = False
    for n in range(30):
        world.link.show([Message(MessageKind.LIGHT, bytes((n % 24, 9, 9, 9)))], world.now)
    world.joined = True
    before = world.link.resent
    world.run(700)
    assert world.draw()[29 % 24] == "090909"
    assert world.link.resent - before < 40


def test_keys_are_lit_by_every_heartbeat() -> None:
    world = LineSimulation().meet()
    world.link.light_keys(0b10110)
    world.run(3)
    assert world.spinner.lit == 0b10110
    world.joined = False
    world.link.light_keys(0b1)
    world.joined = True
    world.run(int(BEAT_S * 1000) + 5)
    assert world.spinner.lit == 0b1
    world.joined = False
    world.run(2600)
    assert world.spinner.lit == 0


def test_an_echo_comes_back_as_it_was() -> None:
    world = LineSimulation().meet()
    world.link.send_once(Message(MessageKind.PING, b"\0hello\0"))
    world.run(3)
    assert world.events[-1] == Echo(b"\0hello\0")


def test_at_rest_the_line_is_nearly_silent() -> None:
    world = LineSimulation().meet()
    world.run(3000)
    count = 0
    for _ in range(10_000):
        world.step()
        count += len(world._to_spinner) + len(world._to_companion)
    assert count < 10 * 70


def noise(luck: random.Random, good: list[bytes], count: int) -> Iterator[bytes]:
    """Yield `count` bytes: random ones, and good frames of which some bytes are changed, missing, or doubled."""
    while count > 0:
        if luck.random() < 0.3:
            piece = luck.randbytes(luck.randrange(1, 60))
        else:
            spoilt = bytearray(luck.choice(good))
            for _ in range(luck.randrange(1, 4)):
                index = luck.randrange(len(spoilt))
                match luck.randrange(3):
                    case 0:
                        spoilt[index] ^= luck.randrange(1, 256)
                    case 1 if len(spoilt) > 1:
                        del spoilt[index]
                    case _:
                        spoilt.insert(index, spoilt[index])
            piece = bytes(spoilt)
        count -= len(piece)
        yield piece


def test_random_bytes_cause_no_touch_and_no_error() -> None:
    luck = random.Random(29)
    world = LineSimulation().meet()
    names = BOOT.to_bytes(2, "big") + SESSION.to_bytes(2, "big")
    good = [encode_frame(bytes((MessageKind.KEY, number, 0, 0, 0x80 | number % 5))) for number in range(1, 256)]
    good += [encode_frame(bytes((MessageKind.KNOB, number, 0, 0, 3, 20))) for number in range(1, 256)]
    good += [encode_frame(bytes((MessageKind.BEAT,)) + names + bytes(2)), encode_frame(bytes((MessageKind.ACK, 0)))]
    touched = []
    for piece in noise(luck, good, 1_000_000):
        touched += [
            event for event in world.link.receive(piece, world.now) if isinstance(event, KeyChange | KnobTurned)
        ]
        world.link.take_output()
    assert touched == []
    assert world.link.damaged > 10_000
    world.run(1500)
    world.press(2)
    assert world.keys[-2:] == [(2, True), (2, False)]


def test_random_bytes_do_not_stop_the_spinner() -> None:
    luck = random.Random(30)
    world = LineSimulation().meet()
    spinner = world.spinner
    kinds = [kind for kind in MessageKind if MessageKind.KNOB < kind < MessageKind.HELLO]
    good = [
        encode_frame(bytes((kind, number, 0, 0)) + luck.randbytes(12)) for kind in kinds for number in range(1, 256, 9)
    ]
    good.append(encode_frame(bytes((MessageKind.LEAVE, 1, 0, 0)) + b"go"))
    for piece in noise(luck, good, 1_000_000):
        world.ms += 1
        spinner.step(world.ms % 2**30, piece, len(piece), luck.randrange(32))
        if world.ms % 16 == 0:
            spinner.ring.draw(world.ms % 2**30)
    assert not spinner.leaves
    assert spinner.link.decoder.damaged > 1000
    world.levels = 0
    world.run(4000)
    world.show(Message(MessageKind.LIGHT, bytes((3, 9, 9, 9))))
    world.run(1000)
    assert world.draw() == ["090909" if light == 3 else "000000" for light in range(24)]


@pytest.mark.parametrize(
    "message",
    [
        bytes((MessageKind.KEY, 0, 0, 0)),
        bytes((MessageKind.KEY, 0, 0, 0, 0x85)),
        bytes((MessageKind.KEY, 0, 0, 0, 0xFF)),
        bytes((MessageKind.KNOB, 0, 0, 0, 0, 5)),
        bytes((MessageKind.KNOB, 0, 0, 0, 5)),
        bytes((MessageKind.LEAVE, 0, 0, 0)),
        bytes((0x3F, 0, 0, 0, 1, 2, 3)),
        bytes((0x7F, 1, 2, 3)),
        bytes((MessageKind.ACK, 200)),
        bytes((MessageKind.ACK,)),
        bytes((MessageKind.BEAT, 1)),
        bytes((MessageKind.HELLO, 0)),
        bytes((MessageKind.HELLO, 1, 0, 9)) + SESSION.to_bytes(2, "big") + bytes((24, 5, 7, 1, 0)),
        bytes((MessageKind.HELLO, 0)) + BOOT.to_bytes(2, "big") + SESSION.to_bytes(2, "big") + bytes(6),
    ],
    ids=lambda message: message.hex(),
)
def test_an_invalid_message_does_nothing(message: bytes) -> None:
    world = LineSimulation().meet()
    assert list(world.link.receive(encode_frame(message), world.now)) == []
    world.press(2)
    assert world.keys[-2:] in ([(2, True), (2, False)], []), "a number that was used up is asked for again"


def test_unknown_parts_of_a_newer_spinners_messages_are_ignored() -> None:
    link = Link(SESSION)
    body = bytes((9, 0, 7)) + SESSION.to_bytes(2, "big") + bytes((60, 12, 0xFF, 4, 5, 6)) + b"pico2"
    assert list(link.receive(encode_frame(bytes((MessageKind.HELLO,)) + body), 1.0)) == [
        SpinnerMet(
            Hello(9, 7, 60, 12, SpinnerParts.KNOB | SpinnerParts.BUZZER | SpinnerParts.KEY_LIGHTS, (4, 5, 6), "pico2")
        )
    ]


@pytest.mark.parametrize(
    ("board", "reported"),
    [
        (b"pico", ("pico", "")),
        (b"pico/1.28.0", ("pico", "1.28.0")),
        (b"pico/1.28.0/2", ("pico", "1.28.0/2")),
        (b"", ("", "")),
    ],
)
def test_a_spinner_reports_its_micropython_behind_its_board(board: bytes, reported: tuple[str, str]) -> None:
    link = Link(SESSION)
    list(link.receive(hello(1, board), 1.0))
    assert link.hello is not None
    assert (link.hello.board, link.hello.micropython) == reported


def hello(boot: int, board: bytes = b"pico") -> bytes:
    names = boot.to_bytes(2, "big") + SESSION.to_bytes(2, "big")
    return encode_frame(bytes((MessageKind.HELLO, 1)) + names + bytes((24, 5, 7, 1, 0, 0)) + board)


def test_at_most_eight_messages_are_in_flight_in_order() -> None:
    world = LineSimulation().meet()
    world.joined = False
    world.link.show([Message(MessageKind.LIGHT, bytes((n, 1, 1, 1))) for n in range(12)], world.now)
    frames = FrameDecoder().feed(world.link.take_output())
    assert [message[4] for message in frames if message[0] == MessageKind.LIGHT] == [*range(8)]
    world.joined = True
    world.run(700)
    assert world.draw()[11] == "010101"


def test_an_empty_numbered_message_is_acknowledged() -> None:
    world = LineSimulation().meet()
    world.link.take_output()
    assert list(world.link.receive(encode_frame(bytes((0x3F, 0, 0, 0))), world.now)) == []
    assert bytes((MessageKind.ACK, 1)) in [*FrameDecoder().feed(world.link.take_output())]


def test_a_spinner_that_keeps_restarting_is_met_once_a_second() -> None:
    link = Link(SESSION)
    met = [
        event for ms in range(5000) for event in link.receive(hello(1 + ms), ms / 1000) if isinstance(event, SpinnerMet)
    ]
    assert [event.hello.boot for event in met] == [1, 1001, 2001, 3001, 4001]


def test_an_unplugged_spinner_is_met_as_soon_as_it_returns() -> None:
    link = Link(SESSION)
    assert [type(event) for event in link.receive(hello(1), 1.0)] == [SpinnerMet]
    assert [*link.mark_gone()] == [SpinnerSilent()]
    assert [type(event) for event in link.receive(hello(2), 1.1)] == [SpinnerMet]


def test_a_spinners_name_is_reduced_to_printable_letters() -> None:
    link = Link(SESSION)
    list(link.receive(hello(1, b"p\x1b[2J\r\n\xff"), 1.0))
    assert link.hello is not None
    assert link.hello.board == "p?[2J???"


def test_a_hello_without_a_session_is_ignored() -> None:
    world = LineSimulation()
    data = encode_frame(bytes((MessageKind.HELLO, 1, 0, 0)) + BOOT.to_bytes(2, "big"))
    world.spinner.step(1, data, len(data), 0)
    assert not world.spinner.link.open


def test_a_truncated_frame_is_not_part_of_the_next() -> None:
    link = Link(SESSION)
    hello = encode_frame(bytes((MessageKind.HELLO, 1, 0, 7)) + SESSION.to_bytes(2, "big") + bytes((24, 5, 7, 1, 0, 0)))
    list(link.receive(hello[:-4], 0.0))
    link.reset_line()
    assert list(link.receive(hello[-4:], 0.0)) == []
    assert [type(event) for event in link.receive(hello, 0.0)] == [SpinnerMet]


def test_the_companion_sends_nothing_before_the_spinner_does() -> None:
    link = Link(SESSION)
    for ms in range(0, 5000, 10):
        assert list(link.tick(ms / 1000)) == []
        assert link.deadline(ms / 1000) is None
    list(link.receive(b"MicroPython v1.28.0\r\n>>> ", 5.0))
    assert link.take_output() == b""
    world = LineSimulation().meet()
    world.joined = False
    world.run(3000)
    count = 0
    for _ in range(3000):
        world.step()
        count += len(world.link.take_output())
    assert count == 0, "nor to one that is silent"
