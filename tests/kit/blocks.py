"""Blocks of every type for tests that show, paint or read them: large ones, and small ones for the small screen.

The large ones are of a market of Lanterns for two. The small ones are in French, and golden pictures show them.
"""

from __future__ import annotations

from dataclasses import replace

from companion.rules.components import Amount
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
    Square,
    SquareRow,
    Squares,
    Stage,
    Stretch,
    Tint,
    Tone,
    Track,
    Use,
)

LONG = "The Lighthouse of the Four Quiet Mornings"[:40]
CARDS = ("red:11111", "red:11111", "blue:12345")


def _marks(n: int) -> tuple[Mark[str], ...]:
    """Return the marks of a spot of the map: oil on every fifth spot, and a crown beside one."""
    oil: Mark[str] = Mark(thing="oil", n=n)
    return () if n % 5 else (oil, Mark(thing="points", says="a crown")) if n == 10 else (oil,)


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
        Piece(id="walker:3", at="p:20", seat=2, number=2),
        Piece(id="can", at="p:21", thing="oil"),
        Piece(id="ahead", at="p:39", seat=1, says="far ahead"),
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
        CardRow(id="own", seat=1, cards=(Card(id="own", thing="blue:12345"),)),
        CardRow(id="stack", name="Left", lie=Lie.STACK, thing="red:11111", count=12, of=20, says="Take one."),
        CardRow(id="none", seat=2, count=0, says="Nothing lies here."),
        CardRow(id="said", seat=2, says="No cards."),
    ),
)
GRID: Grid[str] = Grid(
    id="values",
    name="The values",
    rows=(
        GridRow(id="ones", name="Ones", cells=(Cell(value=3), Cell(touch="cell:ones")), thing="points", ruling="L3"),
        GridRow(id="long", name=LONG, cells=(Cell(value=-1), Cell())),
        GridRow(id="none", name="Charm", cells=(Cell(), Cell())),
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
            marks=_marks(n),
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
SQUARES: Squares[str] = Squares(
    id="squares",
    name="The courtyard",
    columns=tuple("abcdefgh"),
    rows=tuple(
        SquareRow(
            id=f"row:{row}",
            label=str(row),
            squares=tuple(
                Square(
                    id=f"{column}{row}",
                    tint=Tint.GAP if (row, column) == (8, "h") else Tint.DARK if (row + n) % 2 else Tint.LIGHT,
                    label="×2" if (row, column) == (5, "d") else "",
                    highlighted=(row, column) in ((5, "e"), (4, "d")),
                    touch=f"place:{column}{row}" if row < 5 else None,
                )
                for n, column in enumerate("abcdefgh")
            ),
        )
        for row in range(8, 0, -1)
    ),
    pieces=(
        *(Piece(id=f"1:{column}", at=f"{column}1", seat=1) for column in "aceg"),
        *(Piece(id=f"2:{column}", at=f"{column}7", seat=2, entry=1) for column in "bdf"),
        Piece(id="2:king", at="d4", seat=2, thing="oil", label="K"),
        Piece(id="can", at="a3", thing="oil"),
        Piece(id="guest", at="a3", seat=1),
    ),
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
                        Slot(id="c", holds=Lying(id="d4", seat=1)),
                    ),
                ),
                Space(id="bare", name="The field"),
            ),
        ),
    ),
)
EVERY: tuple[Block[str], ...] = (NOTES, MAP, SQUARES, TRACK, RING, DICE, STALLS, GRID, ROAD, BOARD)


def purses(seats: int) -> tuple[Purse[str], ...]:
    """Return a purse for each seat: an amount, some cards, a hidden amount, and an uncertain total."""
    held = (Held(thing="oil", n=3), Held(thing="shown", n=3, things=CARDS), Held(thing="hidden"))
    return tuple(
        Purse(id=f"purse:{seat}", name=f"Purse {seat}", seat=seat, holds=held, total=None, low=2, high=12)
        for seat in range(1, seats + 1)
    )


def blocks_for(seats: int) -> tuple[Block[str], ...]:
    """Return every block for this number of seats."""
    rows = tuple(replace(row, cells=tuple(row.cells[n % 2] for n in range(seats))) for row in GRID.rows)
    return tuple(replace(GRID, rows=rows) if block is GRID else block for block in EVERY) + purses(seats)


def small_blocks() -> dict[str, Block[str]]:
    """Return one block of each type except the track, which every turn has."""
    return {
        "ring": small_ring(),
        "ring_rests": replace(small_ring(), rests="3", announced="sea", says="7 points", note="à l’essai"),
        "dice": small_dice(),
        "cards": small_cards(),
        "cards_hand": small_hand(),
        "purse": small_purse(),
        "purse_below_nothing": replace(small_purse(), total=3, low=-30, high=412),
        "grid": small_grid(5, 10),
        "road": small_road(),
        "notes": small_notes(),
        "graph": small_graph(),
        "squares": small_squares(),
        "squares_of_go": small_go(),
        "board": small_board(),
    }


def small_ring() -> Ring[str]:
    """Return a wheel of six sectors, two of them wider than the others."""
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


def _reading(position: int, n: int, attack: str) -> Reading[str]:
    return Reading(name=attack, stark=True) if position in (1, 4) else Reading(n=n)


def small_dice() -> Dice[str]:
    """Return dice that are rolled, used, kept, not rolled yet, with many faces, black, and away from their owner."""
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


def small_hand() -> Cards[str]:
    """Return the hand of one seat."""
    goods = [_card(thing) for thing in ("blue:20", "blue:80", "green:100", "blue:30", "table")]
    row: CardRow[str] = CardRow(id="goods", seat=1, cards=tuple(goods), says="la Table n’est pas retournée")
    return Cards(id="hand", name="Ma main", rows=(row,), seat=1)


def small_cards() -> Cards[str]:
    """Return rows of two seats and of nobody, and a stack."""
    rows: tuple[CardRow[str], ...] = (
        CardRow(id="1", seat=1, cards=(_card("blue:20"), _card("blue:50"), _card("table"))),
        CardRow(id="2", seat=2, count=4),
        CardRow(id="3", name="butin", cards=(_card(None, 1), _card(None, 2)), says="40 or et 2 cartes"),
        CardRow(id="4", lie=Lie.STACK, thing="blue", count=7, of=12),
        CardRow(id="5", name="contrats", cards=(Card(id="c", thing="silk", lacks="il manque 2 soies"),)),
    )
    return Cards(id="cards", name="Les cartes", rows=rows)


def _card(thing: str | None, number: int = 0) -> Card[str]:
    return Card(id=thing or str(number), thing=thing)


def small_purse() -> Purse[str]:
    """Return a purse with amounts, an unknown amount, and a list."""
    holds = (
        Held(thing="gold", n=12),
        Held(thing="camels", n=3),
        Held(thing="points", n=None),
        Held(thing="table", things=("blue:20", "blue:30", "green:50")),
    )
    return Purse(id="purse:1", name="La bourse d’Inès", seat=1, holds=holds, low=30, high=42)


def small_grid(seats: int, most: int) -> Grid[str]:
    """Return three rows of values and their sum; some are unknown, and one can be filled."""
    rows = tuple(
        GridRow(
            id=str(index), name=name, cells=tuple(Cell(value=(index + 2) * (seat + 3) % most) for seat in range(seats))
        )
        for index, name in enumerate(("Or", "Comptoirs", "Objectifs secrets de la route"))
    )
    open_cells = (Cell(touch="cell:1"), *(Cell() for _ in range(seats - 1)))
    bonus: GridRow[str] = GridRow(id="bonus", name="Khan", cells=open_cells, thing="gold")
    total: GridRow[str] = GridRow(
        id="sum", name="Total", cells=tuple(Cell(value=most) for _ in range(seats)), total=True
    )
    return Grid(id="grid", name="Le décompte", rows=(*rows, bonus, total))


def small_road() -> Road[str]:
    """Return a road that is half done."""
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


def small_notes() -> Notes[str]:
    """Return notes of almost every tone."""
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


def small_graph() -> Graph[str]:
    """Return a map of four places."""
    spots: tuple[Spot[str], ...] = (
        Spot(id="V", x=0.0, y=0.5, name="Venise"),
        Spot(id="M", x=0.4, y=0.3, name="Mossoul", marks=(Mark(thing="silk", n=2), Mark(thing="gold", n=3))),
        Spot(id="O", x=0.5, y=0.8, name="Ormuz", marks=(Mark(thing="camels"),)),
        Spot(id="B", x=1.0, y=0.2, name="Pékin"),
    )
    edges = (Edge(a="V", b="M", cost=Amount("camels", 2)), Edge(a="M", b="O"), Edge(a="O", b="B"))
    pieces: tuple[Piece[str], ...] = (Piece(id="1", at="V", seat=1), Piece(id="2", at="O", seat=2, number=2))
    return Graph(id="map", name="La carte", spots=spots, edges=edges, pieces=pieces, next=(Onward("M"), Onward("B")))


def small_squares() -> Squares[str]:
    """Return a board of six by four squares with a hole, labels, the last move, and pieces of all kinds."""
    pieces: tuple[Piece[str], ...] = (
        *(Piece(id=f"1{square}", at=square, seat=1) for square in ("a1", "c1", "b2")),
        *(Piece(id=f"2{square}", at=square, seat=2) for square in ("b4", "d4")),
        Piece(id="king", at="e3", seat=2, label="D"),
        Piece(id="crate", at="e1", thing="silk"),
    )
    rows: tuple[SquareRow[str], ...] = tuple(
        SquareRow(
            id=str(row),
            label=str(row),
            squares=tuple(
                Square(
                    id=f"{column}{row}",
                    tint=_tint(row, number),
                    label="3" if (column, row) == ("f", 2) else "",
                    highlighted=(column, row) in (("d", 2), ("e", 3)),
                )
                for number, column in enumerate("abcdef")
            ),
        )
        for row in (4, 3, 2, 1)
    )
    return Squares(id="squares", name="Le damier", columns=tuple("abcdef"), rows=rows, pieces=pieces)


def _tint(row: int, column: int) -> Tint:
    """Return the tint of a square of the small board: a goal, a hole, or those of a chessboard."""
    return {(4, 0): Tint.SPECIAL, (1, 5): Tint.GAP}.get((row, column), Tint.LIGHT if (row + column) % 2 else Tint.DARK)


def small_go() -> Squares[str]:
    """Return the largest board, with stones of two seats and the last move far to the right."""
    columns = tuple("abcdefghjklmnopqrst")
    rows: tuple[SquareRow[str], ...] = tuple(
        SquareRow(
            id=str(row),
            label=str(row),
            squares=tuple(Square(id=f"{column}{row}", highlighted=(column, row) == ("q", 16)) for column in columns),
        )
        for row in range(19, 0, -1)
    )
    stones = ("q16", "d4", "r17", "o17", "q14", "c16", "p17")
    pieces: tuple[Piece[str], ...] = tuple(
        Piece(id=square, at=square, seat=1 + number % 2) for number, square in enumerate(stones)
    )
    return Squares(id="go", name="Le goban", columns=columns, rows=rows, pieces=pieces)


def small_board() -> Board[str]:
    """Return a board whose spaces have everything that a space can have."""
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
