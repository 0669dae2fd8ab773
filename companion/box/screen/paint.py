"""Painting of faces: the one entry point for everything that shows a picture."""

from __future__ import annotations

from functools import lru_cache

from companion.box.faces import faces
from companion.box.faces.chance_faces import DiceFace, FightFace, SealFace
from companion.box.faces.faces import BlockFace, Face, MessageFace, ScrolledFace
from companion.box.faces.wheel_face import WheelFace
from companion.box.screen.canvas import WIDTH, Canvas, Picture
from companion.box.screen.paint_block import last_band, paint_block
from companion.box.screen.paint_dice import paint_dice
from companion.box.screen.paint_end import last_end_page, paint_end
from companion.box.screen.paint_fight import paint_fight
from companion.box.screen.paint_input import paint_letters, paint_level, paint_number, paint_place, paint_space
from companion.box.screen.paint_key_test import paint_key_test
from companion.box.screen.paint_list import paint_list
from companion.box.screen.paint_phone_codes import QR_LEFT, paint_code, paint_lobby, paint_qr
from companion.box.screen.paint_results import last_reveal_page, paint_reveal, paint_tally
from companion.box.screen.paint_status_and_hints import paint_hints, paint_hold, paint_reminder
from companion.box.screen.paint_turn import paint_turn
from companion.box.screen.paint_welcome import paint_home, paint_off
from companion.box.screen.paint_wheel import paint_wheel
from companion.box.screen.paint_words import last_line, paint_confirm, paint_message, paint_seal

__all__ = ["last_scroll", "paint", "shortened"]

_CACHED_FACES = 64
"""Number of painted faces that are cached: a released key, or a page that is left, shows one of the last faces
again."""


def paint(face: Face) -> Picture:
    """Return the picture of a face. Every face has one, whatever its words and numbers are."""
    return _paint_cached(face).picture()


def last_scroll(face: ScrolledFace) -> int:
    """Return the furthest scroll position of a face: in its lines, or in its pages at the end of a game."""
    match face:
        case faces.EndFace():
            return last_end_page(face)
        case faces.RevealFace():
            return last_reveal_page(face)
        case BlockFace():
            return last_band(face)
        case MessageFace():
            return last_line(face)


def shortened(face: Face) -> tuple[str, ...]:
    """Return the texts of a face that do not fit, for tests; a good face has none."""
    return tuple(_paint_cached(face).shortened)


@lru_cache(maxsize=_CACHED_FACES)
def _paint_cached(face: Face) -> Canvas:
    canvas = Canvas()
    _paint_content(canvas, face)
    square = isinstance(face, faces.QrFace) or (isinstance(face, faces.CodeFace) and face.modules)
    edge = QR_LEFT if square else WIDTH
    if face.hold is not None:
        paint_hold(canvas, face.hold, edge)
    elif isinstance(face, faces.TurnFace) and face.reminder:
        paint_reminder(canvas, face.reminder)
    elif face.hints:
        paint_hints(canvas, face.hints, edge)
    return canvas


def _paint_content(canvas: Canvas, face: Face) -> None:  # noqa: C901 - one short case for each kind
    match face:
        case faces.TurnFace():
            paint_turn(canvas, face)
        case faces.ListFace():
            paint_list(canvas, face)
        case faces.ConfirmFace():
            paint_confirm(canvas, face)
        case faces.MessageFace():
            paint_message(canvas, face)
        case faces.BlockFace():
            paint_block(canvas, face)
        case faces.LettersFace():
            paint_letters(canvas, face)
        case faces.LevelFace():
            paint_level(canvas, face)
        case faces.KeyTestFace():
            paint_key_test(canvas, face)
        case faces.NumberFace():
            paint_number(canvas, face)
        case faces.PlaceFace():
            paint_place(canvas, face)
        case faces.TallyFace():
            paint_tally(canvas, face)
        case faces.EndFace():
            paint_end(canvas, face)
        case faces.RevealFace():
            paint_reveal(canvas, face)
        case faces.SpaceFace():
            paint_space(canvas, face)
        case faces.LobbyFace():
            paint_lobby(canvas, face)
        case faces.CodeFace():
            paint_code(canvas, face)
        case faces.QrFace():
            paint_qr(canvas, face)
        case WheelFace():
            paint_wheel(canvas, face)
        case FightFace():
            paint_fight(canvas, face)
        case DiceFace():
            paint_dice(canvas, face)
        case SealFace():
            paint_seal(canvas, face)
        case faces.HomeFace():
            paint_home(canvas, face)
        case faces.OffFace():
            paint_off(canvas, face)
        case _:
            raise TypeError(f"no painter for {type(face).__name__}")
