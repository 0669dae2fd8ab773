"""Tests of the ring's lights, read from its wire, against the same program in this process at the same moment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from companion.box.faces.signals import (
    RingDark,
    RingDice,
    RingFinal,
    RingPointer,
    RingSeats,
    RingShow,
    RingSpin,
    RingTally,
    RingWheel,
)
from companion.devices.spinner.link import Message, MessageKind
from companion.devices.spinner.ring_messages import held_key_message, messages_of
from tests.on_request.pico.emulated import Frame, Pico, SpinnerLine
from tests.on_request.pico.reference_ring import ReferenceRing

WHEEL = RingWheel((1, 2, 3, 1, 2, 3, 1, 5), (False, True, False, False, True, False, False, False))
FINE = RingWheel((1,) * 36, (False,) * 36)
WIDE = RingWheel((400, 4095, 128, 1000, 1), (True, False, False, True, False))
"""A wheel whose shares have two bytes."""
MS = 1000
DRAWN_MS = 6
"""The longest time from the moment of a frame to the frame on the wire."""
LATEST_US = 40_000
"""A round, a frame, and the transfer meanwhile."""


@pytest.mark.parametrize(
    ("show", "settling_ms"),
    [
        (RingDark(), 100),
        (RingDice((6, 1)), 700),
        (RingDice((3, 5, 2), ("red", "blue", "green")), 700),
        (RingSeats(("blue", "red", "green"), 2), 100),
        (RingSeats(("blue",), 1), 100),
        (RingTally("violet", 3, 30), 2000),
        (RingPointer(WHEEL, 0.3), 100),
        (RingPointer(WHEEL, 0.0, 7), 100),
        (RingPointer(FINE, 0.0, 17), 100),
        (RingPointer(WIDE, 0.0, 3), 100),
    ],
    ids=str,
)
def test_still_pictures_are_the_same_light_by_light(
    pico: Pico, talk: SpinnerLine, show: RingShow, settling_ms: int
) -> None:
    messages = messages_for(show)
    talk.show(*messages)
    talk.pass_us(settling_ms * MS)
    assert pico.frame.lights == ReferenceRing(*messages).lights_at(settling_ms)
    assert not pico.frame.odd
    count = len(pico.frames)
    talk.pass_us(100 * MS)
    assert len(pico.frames) == count, "what stands still is not sent again"


@pytest.mark.parametrize(
    "show",
    [
        RingSpin(WHEEL, 7, 0.1, 2.4, 1.6, 0.0),
        RingSpin(FINE, 11, 0.9, 3.2, 2.0, 0.0),
        RingDice((4, 2, 6)),
        RingTally("red", 0, 20),
        RingFinal(("green",)),
        RingSeats(("blue", "red", "green"), 0, (1, 3)),
    ],
    ids=lambda show: type(show).__name__,
)
def test_moving_pictures_are_the_same_frame_by_frame(pico: Pico, talk: SpinnerLine, show: RingShow) -> None:
    messages = messages_for(show)
    talk.show(Message(MessageKind.DARK))
    talk.pass_us(100 * MS)
    began, began_us = len(pico.frames), pico.us
    talk.show(*messages)
    talk.pass_us(2200 * MS)
    frames = pico.frames[began:]
    assert not any(frame.odd for frame in frames)
    assert_moments(pico, frames, began_us, messages)


def test_a_spin_comes_to_rest_on_its_sector(pico: Pico, talk: SpinnerLine) -> None:
    for result in (0, 3, 7):
        way = (result_at(result) - 0.25) % 1 + 2
        talk.show(*messages_for(RingSpin(WHEEL, result, 0.25, way, 1.0, 0.0)))
        talk.pass_us(1300 * MS)
        stands = ReferenceRing(*messages_for(RingPointer(WHEEL, 0.0, result)))
        assert result_lights(pico.frame.lights) == result_lights(stands.lights_at(0))


def test_a_key_that_is_held_fills_the_ring(pico: Pico, talk: SpinnerLine) -> None:
    talk.show(Message(MessageKind.DARK))
    talk.link.send_once(held_key_message(0.5))
    talk.echo()
    talk.pass_us(LATEST_US)
    assert sum(light != "000000" for light in pico.frame.lights) == 12
    talk.link.send_once(held_key_message(0))
    talk.echo()
    talk.pass_us(LATEST_US)
    assert set(pico.frame.lights) == {"000000"}


def test_frames_keep_sixteen_milliseconds_while_bytes_come_in(pico: Pico, talk: SpinnerLine) -> None:
    talk.show(*messages_for(RingSpin(FINE, 11, 0.9, 3.2, 2.5, 0.0)))
    began = len(pico.frames)
    for _ in range(12):
        talk.link.send_once(held_key_message(0))
        talk.pass_us(100 * MS)
    gaps = [later.us - sooner.us for sooner, later in pairwise(pico.frames[began:])]
    assert len(gaps) > 60
    assert max(gaps) < 20 * MS, sorted(gaps)[-5:]


def messages_for(show: RingShow) -> tuple[Message, ...]:
    """Return the messages of a show that has just begun."""
    return messages_of(show, lambda wheel: 1 + (WHEEL, FINE, WIDE).index(wheel), 0.0)


def assert_moments(pico: Pico, frames: Sequence[Frame], began_us: int, messages: Sequence[Message]) -> None:
    """Check that each frame is the picture of its moment, by the Pico's clock, from the first one on."""
    boot_us = pico.boots[-1].us
    reasons = []
    for told_ms in range((began_us - boot_us) // MS, (frames[0].us - boot_us) // MS + 1):
        reference = ReferenceRing(*messages, ms=told_ms)
        wrong = next((n for n, frame in enumerate(frames) if not _fits(reference, frame, boot_us, told_ms)), None)
        if wrong is None:
            return
        reasons.append(wrong)
    raise AssertionError(f"of {len(frames)} frames the first wrong one, by when it was told: {reasons}")


def _fits(reference: ReferenceRing, frame: Frame, boot_us: int, told_ms: int) -> bool:
    sent_ms = (frame.us - boot_us) // MS
    return any(
        reference.lights_at(ms) == frame.lights for ms in range(sent_ms, max(sent_ms - DRAWN_MS, told_ms) - 1, -1)
    )


def result_lights(lights: tuple[str, ...]) -> set[int]:
    """Return the lights of the result, brighter than the faint ones of a wheel."""
    return {index for index, light in enumerate(lights) if int(light[:2], 16) > 40 and int(light[4:], 16) < 20}


def result_at(sector: int) -> float:
    """Return the middle of a sector, in turns from the first one's."""
    total = sum(WHEEL.weights)
    return (sum(WHEEL.weights[:sector]) + WHEEL.weights[sector] / 2 - WHEEL.weights[0] / 2) / total
