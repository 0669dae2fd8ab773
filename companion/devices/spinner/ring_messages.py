"""The messages that show something on the spinner's ring: shapes, times and colours, and nothing of any game. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.box.faces.signals import (
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
from companion.devices.light_sound_thread import Tune
from companion.devices.spinner.link import MOST_NUMBERED, MOST_PLAIN, PROTOCOL, WIDE_WHEELS_FROM, Message, MessageKind

UNITS = 6144
"""The units of an angle in a whole turn."""
MOST_SECTORS = 36
MOST_DICE = 40
MOST_SEATS = 12
COLOURS = {"": 0, "blue": 1, "red": 2, "green": 3, "yellow": 4, "violet": 5, "white": 6, "orange": 7}
"""Colour numbers by the names that games use; any other colour is white. A spinner with older firmware shows orange
as white."""
_STARK, _WIDE_STARK = 0x80, 0x8000
_MOST_WEIGHT, _MOST_WIDE_WEIGHT = 0x7F, 0x0FFF
_NO_RESULT = 0xFF
_MOST_PIPS = 15
_GOES_ON = 0x80
_NOTE_UNIT_MS = 5
_NOTES_A_MESSAGE = (MOST_PLAIN - 1) // 3
_MOST_NOTES = 2 * _NOTES_A_MESSAGE

WheelNumber = Callable[[RingWheel], int]
"""A function that numbers a wheel, from 0 to 255: a wheel that the ring already knows keeps its number."""


def messages_of(
    show: RingShow, number: WheelNumber, now: float, *, fresh: bool = True, protocol: int = PROTOCOL
) -> tuple[Message, ...]:
    """Return all messages that the spinner needs to show this; they must arrive.

    Args:
        show: The picture to show.
        number: Gives wheels their numbers.
        now: In seconds of the edges' clock.
        fresh: True if it is new: when it is sent again, after the line was cut, nothing rolls or counts again.
        protocol: The newest version of the protocol that the spinner speaks.
    """
    match show:
        case RingDark():
            return (Message(MessageKind.DARK),)
        case RingIdle():
            return (Message(MessageKind.IDLE),)
        case RingSeats():
            return (_seats(show),)
        case RingFinal():
            return (Message(MessageKind.FINAL, bytes(map(_colour, show.colours[:MOST_SEATS]))),)
        case RingTally():
            return (_tally(show, settled=not fresh),)
        case RingDice():
            return _dice(show, settled=not fresh)
        case RingPointer():
            stands = (_angle(show.angle), 0, 0, 0)
            return (*_wheel(show.wheel, number, protocol), _spin(number(show.wheel), show.result, stands))
        case RingSpin():
            after_ms = round(max(now - show.began, 0.0) * 1000)
            way = (_angle(show.start), round(show.distance * UNITS), round(show.seconds * 1000), after_ms)
            return (*_wheel(show.wheel, number, protocol), _spin(number(show.wheel), show.result, way))


def motion_message(show: RingShow, number: WheelNumber) -> Message | None:
    """Return the message for a hand's motion at this moment, which the next one replaces; None for any other show."""
    match show:
        case RingPointer(held=True):
            return Message(MessageKind.STAND, bytes((number(show.wheel),)) + _two_bytes(_angle(show.angle)))
        case RingDice(shaken=True):
            return Message(MessageKind.RATTLE, bytes((min(len(show.dice), MOST_DICE),)))
    return None


def held_key_message(progress: float) -> Message:
    """Return the message for the progress of a held key, from 0 to 1; 0 once it is released."""
    return Message(MessageKind.FILL, bytes((round(min(max(progress, 0.0), 1.0) * 255),)))


def tune_messages(tune: Tune, volume: int) -> tuple[Message, ...]:
    """Return the messages for a tune on the spinner's buzzer; a very long one is cut off. `volume` is from 0 to 3."""
    notes = tune[:_MOST_NOTES]
    messages = []
    for first in range(0, max(len(notes), 1), _NOTES_A_MESSAGE):
        part = notes[first : first + _NOTES_A_MESSAGE]
        played = b"".join(_two_bytes(pitch) + bytes((min(_note_units(length), 0xFF),)) for pitch, length in part)
        messages.append(Message(MessageKind.TUNE, bytes((volume | (_GOES_ON if first else 0),)) + played))
    return tuple(messages)


def _note_units(length_ms: int) -> int:
    return max(round(length_ms / _NOTE_UNIT_MS), 1)


def _seats(show: RingSeats) -> Message:
    colours = show.colours[:MOST_SEATS]
    owing = sum(1 << (seat - 1) for seat in show.owing if seat <= len(colours))
    turn = show.turn if show.turn <= len(colours) else 0
    return Message(MessageKind.TURN, bytes((len(colours), turn)) + _two_bytes(owing) + bytes(map(_colour, colours)))


def _tally(show: RingTally, *, settled: bool) -> Message:
    counted = _two_bytes(max(show.before, 0)) + _two_bytes(max(show.after, 0))
    return Message(MessageKind.TALLY, bytes((_colour(show.colour),)) + counted + bytes((settled,)))


def _dice(show: RingDice, *, settled: bool) -> tuple[Message, ...]:
    dice = show.dice[:MOST_DICE]
    colours = [_colour(name) for name in show.colours[: len(dice)]] or [0] * len(dice)
    values = bytes(colour << 4 | min(max(pips, 0), _MOST_PIPS) for pips, colour in zip(dice, colours, strict=True))
    at_rest, room = settled or not any(dice), MOST_NUMBERED - 2
    messages = []
    for first in range(0, max(len(values), 1), room):
        part = values[first : first + room]
        messages.append(Message(MessageKind.DICE, bytes((at_rest | (_GOES_ON if first else 0), len(part))) + part))
    return tuple(messages)


def _wheel(wheel: RingWheel, number: WheelNumber, protocol: int) -> tuple[Message, ...]:
    """Lay out a wheel. Two bytes a share are used only for a wheel that needs them, and a spinner that knows them."""
    weights = wheel.weights[:MOST_SECTORS]
    if protocol >= WIDE_WHEELS_FROM and max(weights) > _MOST_WEIGHT:
        kind, most, stark, size = MessageKind.WIDE_WHEEL, _MOST_WIDE_WEIGHT, _WIDE_STARK, 2
    else:
        kind, most, stark, size = MessageKind.WHEEL, _MOST_WEIGHT, _STARK, 1
    shares = [
        (share | (stark if is_stark else 0)).to_bytes(size, "big")
        for share, is_stark in zip(_scaled(weights, most), wheel.stark, strict=False)
    ]
    room = (MOST_NUMBERED - 3) // size
    return tuple(
        Message(kind, bytes((number(wheel), len(shares), first)) + b"".join(shares[first : first + room]))
        for first in range(0, len(shares), room)
    )


def _scaled(weights: Sequence[int], most: int) -> list[int]:
    """Return the same shares in numbers from 1 to `most`."""
    largest = max(weights)
    if largest <= most:
        return list(weights)
    return [max(round(weight * most / largest), 1) for weight in weights]


def _spin(number: int, result: int | None, way: tuple[int, int, int, int]) -> Message:
    """Return the message of a spin: `way` is its start and way in units, its duration and its age in milliseconds."""
    rest = _NO_RESULT if result is None else result
    return Message(MessageKind.SPIN, bytes((number, rest)) + b"".join(map(_two_bytes, way)))


def _angle(turns: float) -> int:
    return round(turns * UNITS) % UNITS


def _colour(name: str) -> int:
    return COLOURS.get(name, COLOURS["white"])


def _two_bytes(number: int) -> bytes:
    return min(number, 0xFFFF).to_bytes(2, "big")
