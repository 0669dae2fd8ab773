"""The scene and its animations as JSON, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from enum import Enum
from typing import Any

from companion.rules.scene import Animation, Block
from companion.rules.text import PLAIN_TYPES, Text, field_defaults
from companion.rules.viewer import Viewer
from companion.server.views.view_types import SceneView
from companion.table.incremental_cache import map_unchanged
from companion.table.table import Entry, Table
from companion.words.catalogue import Words
from companion.words.spoken_blocks import block_lines
from companion.words.translated_scene import (
    animations_in_words,
    newest_entries,
    seat_notes_of,
    translate,
    untranslated_scene,
)


def scene_view(table: Table, viewer: Viewer, words: Words) -> SceneView:
    """Return the scene as JSON: its blocks in order, each with its type as `block` and its reading as `spoken`.

    Default values are left out. A block that did not change is not rendered again.
    """
    scene = untranslated_scene(table, viewer)

    def render(block: Block[Text]) -> dict[str, Any]:
        return block_view(translate(block, table, words), table, words)

    named = [(block.id, block) for block in scene.blocks]
    return {
        "blocks": map_unchanged(table, ("blocks", viewer, words.language), named, render),
        "turn": scene.turn,
        "wide": scene.wide,
    }


def block_view(block: Block[str], table: Table, words: Words) -> dict[str, Any]:
    """Return one block as JSON."""
    return {"block": type(block).__name__.lower(), **as_json(block), "spoken": list(block_lines(block, table, words))}


def animations_view(table: Table, viewer: Viewer, words: Words) -> list[dict[str, Any]]:
    """Return the animations of the newest change as JSON; empty if that was not a move, or a take-back.

    Each names its entry, and says of the entry's chance whether it was typed in or is the same as before.
    """
    return [
        _animation_view(table, entry, animation)
        for entry in newest_entries(table)
        for animation in animations_in_words(table, entry, viewer, words)
    ]


def seat_notes_view(table: Table, seat: int, viewer: Viewer, words: Words) -> list[Mapping[str, Any]]:
    """Return the notes beside a seat's name as JSON."""
    return [as_json(note) for note in seat_notes_of(table, seat, viewer, words)]


def as_json(part: Any) -> Any:
    """Return a part of a scene as JSON: dataclasses as objects without default values, everything else unchanged."""
    part_type = type(part)
    if part_type in PLAIN_TYPES:
        return part
    if part_type is tuple:
        return [as_json(item) for item in part]
    if defaults := field_defaults(part_type):
        values = ((name, getattr(part, name), default) for name, default in defaults.items())
        return {name: as_json(value) for name, value, default in values if default is MISSING or value != default}
    return part.value if isinstance(part, Enum) else part


def _animation_view(table: Table, entry: int, animation: Animation[str]) -> dict[str, Any]:
    record: Entry = table.entries[entry - 1]
    head = {"ceremony": type(animation).__name__.lower(), "entry": entry, "by": record.played.seat}
    drawn = record.played.drawn
    return {**head, "typed": record.played.typed, "again": drawn is not None and drawn.repeated, **as_json(animation)}
