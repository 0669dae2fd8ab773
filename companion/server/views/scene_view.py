"""The scene and its animations as JSON, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from enum import Enum
from typing import Any

from companion.rules.scene import Animation, Block
from companion.rules.text import PLAIN, Text, defaults_of
from companion.rules.viewer import Viewer
from companion.table.incremental import while_same
from companion.table.table import Entry, Table
from companion.words.catalogue import Words
from companion.words.scene_texts import about_of, ceremonies_of, newest_entries, said, shown_to
from companion.words.spoken_blocks import spoken


def scene_view(table: Table, viewer: Viewer, words: Words) -> dict[str, Any]:
    """The scene as JSON: its blocks in order, each with its sort as `block` and as it is read out as `spoken`.

    What has the value that it has by default is not in there. A block that is as it was before is not told again.
    """
    scene = shown_to(table, viewer)

    def told(block: Block[Text]) -> dict[str, Any]:
        return block_view(said(block, table, words), table, words)

    named = [(block.id, block) for block in scene.blocks]
    return {
        "blocks": while_same(table, ("blocks", viewer, words.language), named, told),
        "turn": scene.turn,
        "wide": scene.wide,
    }


def block_view(block: Block[str], table: Table, words: Words) -> dict[str, Any]:
    """One block as JSON."""
    return {"block": type(block).__name__.lower(), **as_json(block), "spoken": list(spoken(block, table, words))}


def ceremonies_view(table: Table, viewer: Viewer, words: Words) -> list[dict[str, Any]]:
    """What the newest change brought, as JSON; nothing where it was no move, or was taken back.

    Each says which entry brought it, and of its chance whether it was typed in, or is the same as before.
    """
    return [
        _view(table, entry, one)
        for entry in newest_entries(table)
        for one in ceremonies_of(table, entry, viewer, words)
    ]


def about_view(table: Table, seat: int, viewer: Viewer, words: Words) -> list[Mapping[str, Any]]:
    """What is said of a seat beside its name, as JSON."""
    return [as_json(one) for one in about_of(table, seat, viewer, words)]


def as_json(part: Any) -> Any:
    """A part of a scene as JSON: dataclasses as objects without what is as by default, everything else as it is."""
    sort = type(part)
    if sort in PLAIN:
        return part
    if sort is tuple:
        return [as_json(one) for one in part]
    if defaults := defaults_of(sort):
        values = ((name, getattr(part, name), default) for name, default in defaults.items())
        return {name: as_json(value) for name, value, default in values if default is MISSING or value != default}
    return part.value if isinstance(part, Enum) else part


def _view(table: Table, entry: int, one: Animation[str]) -> dict[str, Any]:
    this: Entry = table.entries[entry - 1]
    about = {"ceremony": type(one).__name__.lower(), "entry": entry, "by": this.played.seat}
    drawn = this.played.drawn
    return {**about, "typed": this.played.typed, "again": drawn is not None and drawn.again, **as_json(one)}
