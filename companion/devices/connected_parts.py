"""The keys and turned parts that are connected: those of the board, and those of a spinner that answers."""

from __future__ import annotations

from collections.abc import Collection

from companion.box.box_parts import BoxParts
from companion.devices.board_parts import BoardProfile, PicoSpec
from companion.devices.spinner.link import SpinnerParts, SpinnerState
from companion.words.signs import Key, TurnedPart

_MEANING = {TurnedPart.KNOB: Key.DOWN, TurnedPart.SPINNER: Key.SPIN}


def connected_parts(
    board: BoardProfile, spinner: SpinnerState | None, turnable: Collection[Key] | None = None
) -> BoxParts:
    """Return the parts of a box on this board; `spinner` is its newest state, None if none was seen.

    `turnable` are the keys that are given by turning on a simulated box, whose other knobs no hand can reach; None on a
    real one.
    """
    keys, turned = {*board.keys}, set()
    if board.knob is not None:
        turned.add(TurnedPart.KNOB)
    if board.spinner is not None:
        turned.add(TurnedPart.SPINNER)
    hello = spinner.hello if spinner is not None and spinner.connected else None
    if hello is not None:
        meaning = board.pico or PicoSpec()
        keys.update(meaning.keys[: hello.keys])
        if SpinnerParts.KNOB in hello.parts:
            turned.add(TurnedPart.KNOB if meaning.knob is Key.DOWN else TurnedPart.SPINNER)
    return BoxParts(
        tuple(key for key in Key if key in keys),
        tuple(part for part in TurnedPart if part in turned and (turnable is None or _MEANING[part] in turnable)),
        lit_ring=hello is not None and hello.lights > 0,
    )
