"""A replacement for the scene of every page, with blocks that a test chooses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from companion.rules.scene import Block
from companion.rules.viewer import Viewer
from companion.server.views import phone_view, table_view
from companion.server.views.scene_view import block_view
from companion.table.table import Table
from companion.words.catalogue import Words


@contextmanager
def replaced_scene(
    *blocks: Block[str], turn: str | None = "dice", wide: str | None = "map", **more: Any
) -> Iterator[None]:
    """Have every page show these blocks instead of its game's; `more` replaces JSON fields of a block, by its id.

    The only offers are `touches`: every seat may touch these kinds of components.
    """
    touches = more.pop("touches", ())

    def scene(table: Table, viewer: Viewer, words: Words) -> dict[str, Any]:
        views = [block_view(block, table, words) for block in blocks]
        return {"blocks": [view | more.get(view["id"], {}) for view in views], "turn": turn, "wide": wide}

    offer = phone_view.offer_view

    def offers(*arguments: Any) -> Any:
        return offer(*arguments) | ({"touches": list(touches), "at": None} if touches else {})

    with patch.object(table_view, "scene_view", scene), patch.object(phone_view, "offer_view", offers):
        yield
