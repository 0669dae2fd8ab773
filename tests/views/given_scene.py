"""A market of Lanterns with a scene that a test chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.fields import Json
from companion.rules.scene import Block, Scene
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer
from companion.table import table as tables
from companion.table.table import Table
from tests.games.lanterns import LANTERNS, Lanterns
from tests.games.lanterns.match import Match
from tests.games.lanterns.player_view import MarketView

NAMES = ("Ada", "Bao", "Chloé")


@dataclass(frozen=True, kw_only=True)
class GivenSceneMatch(Match):
    """A market with a given scene."""

    given: Scene[Text]

    def scene(self, view: MarketView, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        return self.given


def table_with_scene(
    *blocks: Block[Text], turn: str | None = None, wide: str | None = None, names: tuple[str, ...] = NAMES
) -> Table:
    """Return a table whose scene has these blocks."""
    table = tables.start(_Crowd() if len(names) > len(LANTERNS.colours) else LANTERNS, names, {}, number=7)
    match: Any = GivenSceneMatch(**vars(table.match), given=Scene(blocks=blocks, turn=turn, wide=wide))
    return replace(table, game_start=replace(table.game_start, match=match))


def plain_text(sentence: str) -> Text:
    """Return a text that is the same in every language."""
    return say("classic.effect.noted", note=sentence)


class _Crowd(Lanterns):
    """A market with more stalls than fit on any screen."""

    seats = range(2, 13)
    colours = tuple(f"colour {n}" for n in range(1, 13))
