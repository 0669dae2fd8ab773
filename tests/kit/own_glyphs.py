"""The games' own small drawings, as faces name them."""

from companion.words.signs import GameGlyph

_CLASSIC, _EXPEDITION, _VOYAGES = (f"companion.games.{game}" for game in ("classic", "expedition", "voyages"))
SHIP, SABRES = (GameGlyph(_CLASSIC, name) for name in ("ship", "sabres"))
DRIVERS, IDENTICAL_GOODS, ALL_GOODS, ALL_COLOURS = (
    GameGlyph(_EXPEDITION, name) for name in ("drivers", "identical_goods", "all_goods", "all_colours")
)
PEPPER, SILK = (GameGlyph(_VOYAGES, name) for name in ("pepper", "silk"))
