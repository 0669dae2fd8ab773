"""A scene with a block of every sort, some of them as large as they come, for the tests of pages that show it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

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
    Place,
    Purse,
    Reading,
    Ring,
    Road,
    Role,
    Rung,
    Sector,
    Slot,
    Space,
    SpaceGroup,
    Spot,
    Stage,
    Stretch,
    Tone,
    Track,
    Use,
)
from companion.rules.things import Amount
from companion.rules.viewer import Viewer
from companion.session.table import Table
from companion.views.json import phone_view, table_view
from companion.views.json.scene_view import block_view
from companion.views.words.texts import Words

LONG = "The Lighthouse of the Four Quiet Mornings"[:40]
CARDS = ("red:11111", "red:11111", "blue:12345")
TRACK: Track[str] = Track(
    id="path",
    name="The path",
    places=tuple(
        Place(
            id=f"p:{n}",
            label=str(n),
            name=LONG if n in (0, 20, 21) else None,
            touch=f"place:{n}",
            marks=(Mark(thing="points", n=n, role=Role.GIVES, says=f"{n} points"),) if n % 9 == 4 else (),
        )
        for n in range(40)
    ),
    pieces=(
        Piece(id="walker:1", at="p:7", seat=1),
        Piece(id="walker:2", at="p:7", seat=2, thing="oil", number=1),
        Piece(id="nobody", at="p:3"),
    ),
    stretches=(Stretch(first="p:4", last="p:8", name="The steps"),),
)
RING: Ring[str] = Ring(
    id="wheel",
    name="The wheel",
    bands=(Band(id="in", name="Within"), Band(id="mid", name="Between"), Band(id="out", name="Without")),
    sectors=tuple(
        Sector(
            id=f"sector:{n}",
            weight=1 + n % 3,
            touch=f"sector:{n}",
            shows=(Reading(n=n), Reading(name="storm", thing="oil", stark=n == 2), Reading(name=f"name {n}")),
        )
        for n in range(7)
    ),
    announced="mid",
    rests="sector:2",
    says="The storm rages.",
)
DICE: Dice[str] = Dice(
    id="dice",
    name="The dice",
    groups=(
        DiceGroup(
            id="of:1",
            seat=1,
            dice=(
                *(Die(id=f"die:{n}", value=n, colour="red", touch=f"die:red:{n}") for n in range(1, 7)),
                Die(id="kept", value=3, use=Use.KEPT, at="the bazaar"),
                Die(id="used", value=2, use=Use.USED),
            ),
        ),
        DiceGroup(
            id="of:0",
            name="The night",
            dice=(Die(id="eight", faces=8, value=8, colour="black"), Die(id="new", use=Use.ROLL)),
            won=True,
        ),
    ),
    against=True,
    says="The night wins.",
)
STALLS: Cards[str] = Cards(
    id="stalls",
    name="The stalls",
    rows=(
        CardRow(
            id="open",
            name="Open",
            cards=(
                *(Card(id=f"c{n}", thing=name, touch=f"card:{name}") for n, name in enumerate(CARDS)),
                Card(id="lacking", thing="red:22222", lacks="2 oil are missing"),
                Card(id="4"),
            ),
        ),
        CardRow(id="stack", name="Left", lie=Lie.STACK, thing="red:11111", count=12, of=20),
        CardRow(id="none", seat=2, count=0, says="Nothing lies here."),
    ),
)
GRID: Grid[str] = Grid(
    id="values",
    name="The values",
    rows=(
        GridRow(id="ones", name="Ones", cells=(Cell(value=3), Cell(touch="cell:ones")), thing="points", ruling="L3"),
        GridRow(id="long", name=LONG, cells=(Cell(value=-1), Cell())),
        GridRow(id="sum", name="In all", cells=(Cell(value=2), Cell(value=0)), total=True),
    ),
)
ROAD: Road[str] = Road(
    id="road",
    name="The road",
    stages=(Stage(name="Out", done=True), Stage(name=LONG, now=True), Stage(name="Home")),
    needs=(
        Need(thing="oil", have=2, least=3, most=4),
        Need(thing="points", have=250, least=900),
        Need(name="Gifts", have=5, least=3, most=3),
    ),
    lacks=("One oil is missing.", "650 points are missing."),
    seat=2,
)
NOTES: Notes[str] = Notes(
    id="notes",
    name="What is to be said",
    notes=(
        Note(id="next", says="Light a lantern.", tone=Tone.NEXT, seat=1),
        Note(id="task", says="Fill every lantern", tone=Tone.TASK),
        Note(id="aside", says="Mind the wind.", tone=Tone.ASIDE),
        Note(id="rule", says="House rule: lanterns burn twice", tone=Tone.RULE),
        Note(id="warning", says="The oil runs out.", tone=Tone.WARNING),
        Note(id="plain", says="It is night."),
    ),
)
MAP: Graph[str] = Graph(
    id="map",
    name="The map",
    spots=tuple(
        Spot(
            id=f"s:{n}",
            x=(n * 37 % 100) / 100,
            y=(n * 61 % 80) / 100,
            name=LONG if n == 5 else f"Hill {n}",
            kind="town" if n % 4 else "pass",
            touch=f"place:s{n}",
            marks=(Mark(thing="oil", n=n),) if n % 5 == 0 else (),
        )
        for n in range(24)
    ),
    edges=tuple(Edge(a=f"s:{n}", b=f"s:{n + 1}", cost=Amount("oil", n) if n % 3 == 0 else None) for n in range(23)),
    pieces=(
        Piece(id="m:1", at="s:3", seat=1),
        Piece(id="m:2", at="s:3", seat=2),
        Piece(id="m:0", at="s:9", thing="oil"),
    ),
    next=(Onward("s:4"), Onward("s:5")),
)
BOARD: Board[str] = Board(
    id="board",
    name="The board",
    groups=(
        SpaceGroup(
            id="works",
            name="Works",
            spaces=(
                Space(
                    id="press",
                    name="The oil press",
                    costs=(Amount("points", 2),),
                    gives=(Amount("oil", 3),),
                    room=3,
                    lies=(Lying(id="d1", seat=1, value=4), Lying(id="d2", thing="oil")),
                    touch="space:press",
                ),
                Space(
                    id="ladder",
                    name=LONG,
                    ladder=tuple(
                        Rung(id=f"r{n}", value=n, gives=(Amount("oil", n),), touch=f"slot:{n}") for n in range(1, 7)
                    ),
                    says="Higher dice press more.",
                ),
                Space(
                    id="slots",
                    name="The harbour",
                    slots=(
                        Slot(id="a", asks="a 5 or 6", gives=(Amount("points", 5),), touch="slot:6"),
                        Slot(id="b", asks="two alike", holds=Lying(id="d3", seat=2, value=2)),
                    ),
                ),
            ),
        ),
    ),
)
EVERY: tuple[Block[str], ...] = (NOTES, MAP, TRACK, RING, DICE, STALLS, GRID, ROAD, BOARD)


def purses(seats: int) -> tuple[Purse[str], ...]:
    """What everyone holds: an amount, some cards, what nobody may know, and a total that is not certain."""
    held = (Held(thing="oil", n=3), Held(thing="shown", n=3, things=CARDS), Held(thing="hidden"))
    return tuple(
        Purse(id=f"purse:{seat}", name=f"Purse {seat}", seat=seat, holds=held, total=None, low=2, high=12)
        for seat in range(1, seats + 1)
    )


def fitted(seats: int) -> tuple[Block[str], ...]:
    """Every block for so many seats."""
    rows = tuple(replace(row, cells=tuple(row.cells[n % 2] for n in range(seats))) for row in GRID.rows)
    return tuple(replace(GRID, rows=rows) if block is GRID else block for block in EVERY) + purses(seats)


@contextmanager
def showing(*blocks: Block[str], turn: str | None = "dice", wide: str | None = "map", **more: Any) -> Iterator[None]:
    """Every page shows these blocks in place of its game's; `more` replaces fields of the JSON of a block, by its id.

    Nothing else than `touches` can be done: then every seat may touch these sorts of things.
    """
    touches = more.pop("touches", ())

    def scene(table: Table, viewer: Viewer, words: Words) -> dict[str, Any]:
        told = [block_view(block, table, words) for block in blocks]
        return {"blocks": [one | more.get(one["id"], {}) for one in told], "turn": turn, "wide": wide}

    offer = phone_view.offer_view

    def offers(*about: Any) -> dict[str, Any]:
        return offer(*about) | ({"touches": list(touches), "at": None} if touches else {})

    with patch.object(table_view, "scene_view", scene), patch.object(phone_view, "offer_view", offers):
        yield
