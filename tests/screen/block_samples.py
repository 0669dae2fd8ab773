"""The small blocks on their pages, with a sign for every name, and some that are larger than any screen."""

from __future__ import annotations

from dataclasses import replace

from companion.box.faces.block_view import BlockView, ComponentSign
from companion.box.faces.faces import BlockFace, Hint, Strip
from companion.rules.scene import Block
from companion.words.signs import Glyph, Key, SeatMark
from tests.kit.blocks import small_blocks, small_grid, small_hand, small_purse, small_road
from tests.kit.own_glyphs import PEPPER, SHIP, SILK

BACK = (Hint(Key.BACK, "retour"), Hint(Key.DOWN, "suite"))
BACK_EN = (Hint(Key.BACK, "back"), Hint(Key.DOWN, "more"))

SIGNS = (
    ComponentSign(name="gold", title="or", singular="or", plural="or", glyph=Glyph.COIN, worth=1),
    ComponentSign(name="camels", title="chameaux", singular="cham.", plural="cham.", glyph=Glyph.CAMEL),
    ComponentSign(name="silk", title="soie", singular="soie", plural="soies", glyph=SILK),
    ComponentSign(name="pepper", title="poivre", singular="poivre", plural="poivre", glyph=PEPPER),
    ComponentSign(name="points", title="points", singular="pt", plural="pts"),
    ComponentSign(name="blue", title="bleu", singular="bleu", plural="bleus"),
    ComponentSign(name="green", title="vert", singular="vert", plural="verts"),
    ComponentSign(name="table", title="Table d’or", singular="Table", plural="Tables", glyph=Glyph.GOLD, worth=100),
    ComponentSign(name="die", title="dé", singular="dé", plural="dés"),
    ComponentSign(name="land", title="terre", singular="terre", plural="terre", glyph=Glyph.CAMEL),
    ComponentSign(name="sea", title="mer", singular="mer", plural="mer", glyph=SHIP),
    *(
        ComponentSign(
            name=f"{colour}:{worth}", title=f"{word} {worth}", singular="", plural="", worth=worth, family=colour
        )
        for colour, word in (("blue", "bleu"), ("green", "vert"))
        for worth in (20, 30, 50, 80, 100)
    ),
)


def block_faces(seats: tuple[SeatMark, ...]) -> dict[str, BlockFace]:
    """Return each block on its page, in small letters and in large ones."""
    faces: dict[str, BlockFace] = {}
    for name, block in small_blocks().items():
        face = face_of(block, seats)
        faces[f"block_{name}"] = face
        faces[f"block_{name}_large"] = replace(face, large=True)
    for name in ("board", "graph", "cards", "ring", "squares_of_go"):
        faces[f"block_{name}_scrolled"] = replace(faces[f"block_{name}"], scroll=3 if name != "ring" else 1)
    faces["block_graph_large"] = replace(faces["block_graph_large"], scroll=1)  # the drawing above has no letters
    twelve = face_of(small_grid(12, 100), seats)
    faces["block_grid_of_twelve"] = twelve
    several = tuple(view_of(block, seats) for block in (small_hand(), small_purse(), small_road()))
    strip = Strip(title="Ma main", turn=seats[0])
    faces["block_several_en"] = BlockFace(strip=strip, hints=BACK_EN, blocks=several)
    faces["block_several_scrolled"] = BlockFace(strip=strip, hints=BACK, blocks=several, scroll=4)
    return faces


def face_of(block: Block[str], seats: tuple[SeatMark, ...]) -> BlockFace:
    """Return a block alone on its page."""
    return BlockFace(strip=Strip(title=block.name), hints=BACK, blocks=(view_of(block, seats),))


def view_of(block: Block[str], seats: tuple[SeatMark, ...]) -> BlockView:
    """Return the view of a block at the turn of the second seat."""
    return BlockView(block=block, signs=SIGNS, seats=seats, turn=2)
