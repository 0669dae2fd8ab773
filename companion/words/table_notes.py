"""What everybody should know of a table: the rules of the house that are on, and what wants to be looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.scene import Note, Notes, Tone
from companion.rules.text import Text
from companion.rules.viewer import PUBLIC
from companion.table.game_limits import is_full, is_nearly_full
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.scene_texts import game_scene, said

BADGES = {Tone.RULE: "info", Tone.WARNING: "warning"}
"""The notes that are badges, with their level."""


def notes_of(table: Table, words: Words, tones: Iterable[Tone] = tuple(BADGES)) -> tuple[Note[str], ...]:
    """The notes of these tones among those that everybody sees: of the room that is left, then those of the scene."""
    wanted = {*tones}
    room = (note for note in _room_notes(table, words) if note.tone in wanted)
    return (*room, *(said(note, table, words) for note in _game_notes(table) if note.tone in wanted))


def badges_view(table: Table, words: Words) -> list[dict[str, str]]:
    """They as badges, which every page shows."""
    return [{"key": note.id, "level": BADGES[note.tone], "text": note.says} for note in notes_of(table, words)]


def asides(table: Table, words: Words) -> tuple[str, ...]:
    """What is said in passing to those who do something by hand, in few words: for a line that is free."""
    return tuple(words.brief(note.says, table.names) for note in _game_notes(table) if note.tone is Tone.ASIDE)


def _game_notes(table: Table) -> Iterator[Note[Text]]:
    """The notes of the game itself."""
    blocks = game_scene(table, PUBLIC).blocks
    return (note for block in blocks if isinstance(block, Notes) for note in block.notes)


def _room_notes(table: Table, words: Words) -> tuple[Note[str], ...]:
    """Return the warning that a game under way is full or will soon be, if so."""
    if table.over or table.closed or not is_nearly_full(table.seq):
        return ()
    key = "full" if is_full(table.seq) else "nearly_full"
    return (Note(id=key, says=words(f"badge.{key}"), tone=Tone.WARNING, name=words(f"badge.{key}_name")),)
