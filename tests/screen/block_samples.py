"""Blocks as games may have them, one of each sort and some that are larger than any screen."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.scene import (
    Band,
    Block,
    Board,
    Card,
    CardRow,
    Cards,
    Cell,
    Dice,
    DiceGroup,
    Die,
    Edge,
    Graph,
    Grid,
    GridRow,
    Held,
    Lie,
    Lying,
    Mark,
    Need,
    Note,
    Notes,
    Onward,
    Piece,
    Purse,
    Reading,
    Ring,
    Road,
    Rung,
    Sector,
    Slot,
    Space,
    SpaceGroup,
    Spot,
    Stage,
    Tone,
    Use,
)
from companion.rules.things import Amount
from companion.views.faces.blocks import ShownBlock, Sign
from companion.views.faces.faces import BlockFace, Hint, Strip
from companion.views.words.signs import Glyph, Key, SeatMark
from tests.kit.own_glyphs import PEPPER, SHIP, SILK

BACK = (Hint(Key.BACK, "retour"), Hint(Key.DOWN, "suite"))
BACK_EN = (Hint(Key.BACK, "back"), Hint(Key.DOWN, "more"))

SIGNS = (
    Sign(name="gold", title="or", one="or", many="or", glyph=Glyph.COIN, worth=1),
    Sign(name="camels", title="chameaux", one="cham.", many="cham.", glyph=Glyph.CAMEL),
    Sign(name="silk", title="soie", one="soie", many="soies", glyph=SILK),
    Sign(name="pepper", title="poivre", one="poivre", many="poivre", glyph=PEPPER),
    Sign(name="points", title="points", one="pt", many="pts"),
    Sign(name="blue", title="bleu", one="bleu", many="bleus"),
    Sign(name="green", title="vert", one="vert", many="verts"),
    Sign(name="table", title="Table d’or", one="Table", many="Tables", glyph=Glyph.GOLD, worth=100),
    Sign(name="die", title="dé", one="dé", many="dés"),
    Sign(name="land", title="terre", one="terre", many="terre", glyph=Glyph.CAMEL),
    Sign(name="sea", title="mer", one="mer", many="mer", glyph=SHIP),
    *(
        Sign(name=f"{colour}:{worth}", title=f"{word} {worth}", one="", many="", worth=worth, sort=colour)
        for colour, word in (("blue", "bleu"), ("green", "vert"))
        for worth in (20, 30, 50, 80, 100)
    ),
)


def blocks() -> dict[str, Block[str]]:
    """One of each sort but the track, which every turn has."""
    return {
        "ring": ring(),
        "ring_rests": replace(ring(), rests="3", announced="sea", says="7 points", note="à l’essai"),
        "dice": dice(),
        "cards": cards(),
        "cards_hand": hand(),
        "purse": purse(),
        "purse_below_nothing": replace(purse(), total=3, low=-30, high=412),
        "grid": grid(5, 10),
        "road": road(),
        "notes": notes(),
        "graph": graph(),
        "board": board(),
    }


def block_faces(seats: tuple[SeatMark, ...]) -> dict[str, BlockFace]:
    """Each on its page, in small letters and in large ones."""
    found: dict[str, BlockFace] = {}
    for name, block in blocks().items():
        face = face_of(block, seats)
        found[f"block_{name}"] = face
        found[f"block_{name}_large"] = replace(face, large=True)
    for name in ("board", "graph", "cards", "ring"):
        found[f"block_{name}_scrolled"] = replace(found[f"block_{name}"], scroll=3 if name != "ring" else 1)
    found["block_graph_large"] = replace(found["block_graph_large"], scroll=1)  # the drawing above has no letters
    twelve = face_of(grid(12, 100), seats)
    found["block_grid_of_twelve"] = twelve
    several = tuple(shown(block, seats) for block in (hand(), purse(), road()))
    strip = Strip(title="Ma main", turn=seats[0])
    found["block_several_en"] = BlockFace(strip=strip, hints=BACK_EN, blocks=several)
    found["block_several_scrolled"] = BlockFace(strip=strip, hints=BACK, blocks=several, scroll=4)
    return found


def face_of(block: Block[str], seats: tuple[SeatMark, ...]) -> BlockFace:
    """A block alone on its page."""
    return BlockFace(strip=Strip(title=block.name), hints=BACK, blocks=(shown(block, seats),))


def shown(block: Block[str], seats: tuple[SeatMark, ...]) -> ShownBlock:
    """At the turn of the second seat."""
    return ShownBlock(block=block, signs=SIGNS, seats=seats, turn=2)


def ring() -> Ring[str]:
    """Six sectors of which two are wider than the others."""
    weights = (2, 1, 1, 3, 1, 1)
    return Ring(
        id="wheel",
        name="La roulette",
        bands=(Band(id="land", name="Par terre", thing="land"), Band(id="sea", name="Par mer", thing="sea")),
        sectors=tuple(
            Sector(id=str(n), shows=(_reading(n, n + 2, "bandits"), _reading(n, n + 4, "corsaires")), weight=weight)
            for n, weight in enumerate(weights)
        ),
    )


def _reading(at: int, n: int, attack: str) -> Reading[str]:
    return Reading(name=attack, stark=True) if at in (1, 4) else Reading(n=n)


def dice() -> Dice[str]:
    """Rolled, used, kept, to be rolled, with many faces, black, and away from home."""
    mine: tuple[Die[str], ...] = (
        Die(id="1", value=4),
        Die(id="2", value=6, use=Use.USED),
        Die(id="3", value=2, use=Use.KEPT),
        Die(id="4", use=Use.ROLL),
        Die(id="5", value=17, faces=20),
    )
    theirs: tuple[Die[str], ...] = (Die(id="6", value=8, faces=8, colour="black"), Die(id="7", value=1, at="au bazar"))
    groups = (DiceGroup(id="a", dice=mine, seat=2, won=True), DiceGroup(id="b", dice=theirs, name="bandits"))
    return Dice(id="dice", name="Les dés", groups=groups, says="Bao l’emporte")


def hand() -> Cards[str]:
    """What one seat holds."""
    goods = [_card(thing) for thing in ("blue:20", "blue:80", "green:100", "blue:30", "table")]
    row: CardRow[str] = CardRow(id="goods", seat=1, cards=tuple(goods), says="la Table n’est pas retournée")
    return Cards(id="hand", name="Ma main", rows=(row,), seat=1)


def cards() -> Cards[str]:
    """Rows of two seats, of nobody's, and a stack."""
    rows: tuple[CardRow[str], ...] = (
        CardRow(id="1", seat=1, cards=(_card("blue:20"), _card("blue:50"), _card("table"))),
        CardRow(id="2", seat=2, count=4),
        CardRow(id="3", name="butin", cards=(_card(None, 1), _card(None, 2)), says="40 or et 2 cartes"),
        CardRow(id="4", lie=Lie.STACK, thing="blue", count=7, of=12),
        CardRow(id="5", name="contrats", cards=(Card(id="c", thing="silk", lacks="il manque 2 soies"),)),
    )
    return Cards(id="cards", name="Les cartes", rows=rows)


def _card(thing: str | None, at: int = 0) -> Card[str]:
    return Card(id=thing or str(at), thing=thing)


def purse() -> Purse[str]:
    """Amounts, one that is not known, and a list."""
    holds = (
        Held(thing="gold", n=12),
        Held(thing="camels", n=3),
        Held(thing="points", n=None),
        Held(thing="table", things=("blue:20", "blue:30", "green:50")),
    )
    return Purse(id="purse:1", name="La bourse d’Inès", seat=1, holds=holds, low=30, high=42)


def grid(seats: int, most: int) -> Grid[str]:
    """Three rows of values and their sum; some are not known yet, one may be filled."""
    rows = tuple(
        GridRow(id=str(at), name=name, cells=tuple(Cell(value=(at + 2) * (seat + 3) % most) for seat in range(seats)))
        for at, name in enumerate(("Or", "Comptoirs", "Objectifs secrets de la route"))
    )
    open_cells = (Cell(touch="cell:1"), *(Cell() for _ in range(seats - 1)))
    bonus: GridRow[str] = GridRow(id="bonus", name="Khan", cells=open_cells, thing="gold")
    total: GridRow[str] = GridRow(
        id="sum", name="Total", cells=tuple(Cell(value=most) for _ in range(seats)), total=True
    )
    return Grid(id="grid", name="Le décompte", rows=(*rows, bonus, total))


def road() -> Road[str]:
    """Half way."""
    return Road(
        id="road",
        name="La route",
        stages=(Stage(name="aller", done=True), Stage(name="mission", now=True), Stage(name="retour")),
        needs=(
            Need(name="fortune", thing="gold", have=270, least=1100),
            Need(thing="blue", have=2, least=1, most=3),
            Need(thing="green", have=0, least=1, most=1),
        ),
        lacks=("il manque 830 besants", "il manque 1 vert"),
        seat=1,
    )


def notes() -> Notes[str]:
    """Of every tone."""
    return Notes(
        id="notes",
        name="À savoir",
        notes=(
            Note(id="1", says="Tourne la roulette.", tone=Tone.NEXT, seat=2),
            Note(id="2", says="Règle maison : arrivée juste", tone=Tone.RULE, more="Qui dépasse reste sur place."),
            Note(id="task", says="Cinq cartes en main", tone=Tone.TASK),
            Note(id="3", says="La banque a donné 5000 besants sur 4000.", tone=Tone.WARNING),
            Note(id="4", says="La mer est calme."),
        ),
    )


def graph() -> Graph[str]:
    """Four places of a map."""
    spots: tuple[Spot[str], ...] = (
        Spot(id="V", x=0.0, y=0.5, name="Venise"),
        Spot(id="M", x=0.4, y=0.3, name="Mossoul", marks=(Mark(thing="silk", n=2), Mark(thing="gold", n=3))),
        Spot(id="O", x=0.5, y=0.8, name="Ormuz", marks=(Mark(thing="camels"),)),
        Spot(id="B", x=1.0, y=0.2, name="Pékin"),
    )
    edges = (Edge(a="V", b="M", cost=Amount("camels", 2)), Edge(a="M", b="O"), Edge(a="O", b="B"))
    pieces: tuple[Piece[str], ...] = (Piece(id="1", at="V", seat=1), Piece(id="2", at="O", seat=2, number=2))
    return Graph(id="map", name="La carte", spots=spots, edges=edges, pieces=pieces, next=(Onward("M"), Onward("B")))


def board() -> Board[str]:
    """Spaces with all that a space may have."""
    bazaar: Space[str] = Space(
        id="bazaar",
        name="Le bazar",
        room=3,
        lies=(Lying(id="1", thing="die", seat=2, value=5), Lying(id="2", seat=1)),
        ladder=(Rung(id="1", value=1, gives=(Amount("gold", 1),)), Rung(id="2", value=2, gives=(Amount("silk", 2),))),
    )
    trade: Space[str] = Space(
        id="trade", name="L’échange", costs=(Amount("gold", 3), Amount("pepper", 1)), gives=(Amount("points", 5),)
    )
    favour: Space[str] = Space(
        id="favour",
        name="La faveur du Khan",
        slots=(
            Slot(id="1", asks="au moins 3", gives=(Amount("camels", 2),), holds=Lying(id="3", thing="die", seat=2)),
            Slot(id="2", asks="au moins 4", gives=(Amount("silk", 1),)),
        ),
        says="une fois par manche",
    )
    groups = (SpaceGroup(id="1", name="les actions", spaces=(bazaar, trade)), SpaceGroup(id="2", spaces=(favour,)))
    return Board(id="board", name="Le plateau", groups=groups)
