"""Notes in lines, each after the sign of what it is."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_face import ShownBlock
from companion.box.screen.art import glyphs
from companion.box.screen.blocks.bands import Part, TextLine
from companion.box.screen.blocks.block_signs import EMPTY, HERE, badge_parts
from companion.rules.scene import Note, Notes, Tone
from companion.words.signs import Badge


def notes_lines(shown: ShownBlock, notes: Notes[str]) -> Iterator[TextLine]:
    """What each says, and below it what else there is to say."""
    for note in notes.notes:
        yield TextLine(parts=(*_sign(note), *badge_parts(shown, note.seat), note.says))
        if note.more:
            yield TextLine(parts=(note.more,), inset=4)


def _sign(note: Note[str]) -> tuple[Part, ...]:
    match note.tone:
        case Tone.RULE:
            return (glyphs.badge(Badge.HOUSE_RULES),)
        case Tone.WARNING:
            return (glyphs.badge(Badge.LOOK),)
        case Tone.NEXT:
            return (HERE,)
        case Tone.TASK:
            return (EMPTY,)
        case Tone.PLAIN | Tone.ASIDE:
            return ()
