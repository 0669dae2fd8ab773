"""The scene of Lanterns: one of every block, made from a viewer's view."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.rules.components import Amount
from companion.rules.fill_form_by_touch import SECTOR
from companion.rules.scene import (
    Band,
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
    Lie,
    Lying,
    Mark,
    Need,
    Note,
    Notes,
    Onward,
    Piece,
    Place,
    Reading,
    Ring,
    Road,
    Rung,
    Scene,
    SeatNote,
    Sector,
    Slot,
    Space,
    SpaceGroup,
    Spot,
    Square,
    SquareRow,
    Squares,
    Stage,
    Tint,
    Tone,
    Track,
    Use,
)
from companion.rules.text import Text, say
from tests.games.lanterns.player_view import MarketView
from tests.games.lanterns.state import CARD, CARDS, DIE, OWN_OIL, PLACE, PLACES, Row, Setup

MARKET, ROUNDS, OIL, WIND = "market", "rounds", "oil", "wind"
"""The ids of blocks that animations refer to."""
LIGHT = "light"
"""The piece that marks the round."""
_HEIGHTS = {Row.GATE: 0.2, Row.RIVER: 0.8}


def seat_notes(view: MarketView, seat: int) -> tuple[SeatNote[Text], ...]:
    """Return the number of cards under a stall, whether it misses its turn (L8), and its wishes, for itself alone."""
    texts = [say("lanterns.about.under", n=view.under[seat - 1])]
    if seat in view.missing:
        texts.append(say("lanterns.about.misses"))
    texts += [say("lanterns.about.wish", wish=wish) for wish in view.wishes[seat - 1] or ()]
    return tuple(SeatNote(says=text, thing="oil" if text is texts[0] else None) for text in texts)


def scene(setup: Setup, view: MarketView, seat: int | None, announced: Row | None) -> Scene[Text]:
    """Return the scene, market first; `seat` sees its own cards, None is the public."""
    blocks = [
        _notes(setup, view),
        _market(view),
        _rounds(setup, view),
        _dice(view),
        _wind(setup, view, announced),
        *([_own_cards(view, seat)] if seat is not None and seat <= len(view.oil) and not view.over else []),
        _cards(view),
        _plan(view),
        _board(setup, view),
        _road(setup, view),
        _accounts(setup, view),
    ]
    return Scene(blocks=tuple(block for block in blocks if block is not None), turn=ROUNDS, wide=MARKET)


def place_id(row: Row, place: int) -> str:
    """Return the id of a place for a lantern."""
    return f"{row.value}:{place}"


def lantern_id(row: str, place: int) -> str:
    """Return the id of a lantern that hangs."""
    return f"lantern:{row}:{place}"


def round_id(number: int) -> str:
    """Return the id of a round's place."""
    return f"round:{number}"


def face_id(face: int) -> str:
    """Return the id of a face of the wind's die."""
    return f"wind:{face}"


def dice_of(seat: int, values: tuple[int, ...], use: Use) -> DiceGroup[Text]:
    """Return the two dice of a stall; without values they are still to be rolled."""
    faces = values or (None, None)
    touch = f"{DIE}:{seat}" if use is Use.ROLL else None
    dice = tuple(
        Die[Text](id=f"{seat}:{number}", value=value, use=use, touch=touch) for number, value in enumerate(faces, 1)
    )
    return DiceGroup(id=f"stall:{seat}", seat=seat, dice=dice)


def account_rows(setup: Setup, view: MarketView) -> tuple[GridRow[Text], ...]:
    """Return what each stall holds, category by category."""
    shown_points = tuple(Cell(value=setup.points_per_card * len(cards)) for cards in view.shown)
    rows = (
        GridRow[Text](id="oil", name=say("lanterns.thing.oil"), thing="oil", cells=_oil_cells(view)),
        GridRow[Text](id="shown", name=say("lanterns.accounts.shown"), thing="points", ruling="L4", cells=shown_points),
    )
    total = GridRow[Text](
        id="points", name=say("lanterns.accounts.points"), thing="points", cells=_cells(view.points), total=True
    )
    return (*rows, total)


def revealed_rows(view: MarketView) -> tuple[CardRow[Text], ...]:
    """Return the cards under the stalls, as far as they are visible."""
    return tuple(_hidden_row(view, seat) for seat in range(1, len(view.oil) + 1))


def _oil_cells(view: MarketView) -> tuple[Cell, ...]:
    """Return each stall's oil; a stall asked for oil touches its own to give it (L5)."""
    return tuple(
        Cell(value=oil, touch=f"{OWN_OIL}:{seat}" if seat in view.asked else None)
        for seat, oil in enumerate(view.oil, 1)
    )


def _cells(values: tuple[int, ...]) -> tuple[Cell, ...]:
    return tuple(Cell(value=value) for value in values)


def _notes(setup: Setup, view: MarketView) -> Notes[Text] | None:
    """Return the next step, the stalls that miss a turn, and the rule of the second printing."""
    notes = tuple(_note_list(setup, view))
    return Notes(id="notes", name=say("lanterns.notes"), notes=notes) if notes else None


def _note_list(setup: Setup, view: MarketView) -> Iterator[Note[Text]]:
    if (wanted := _next_note(view)) is not None:
        yield wanted
    if view.round == 0 and not view.over:
        yield Note(id="set_up", says=say("lanterns.note.set_up"), tone=Tone.TASK)
    if view.turn is not None:
        yield Note(id="wick", says=say("lanterns.note.wick"), tone=Tone.ASIDE)
    for seat in view.missing:
        yield Note(id=f"misses:{seat}", says=say("lanterns.note.misses"), seat=seat)
    if setup.cards_at_once < CARDS:
        yield Note(id="reprint", says=say("lanterns.note.reprint", n=setup.points_per_card), tone=Tone.RULE)


def _next_note(view: MarketView) -> Note[Text] | None:
    """Return the next step, for one stall or for all of them."""
    if view.over:
        return None
    if view.asked:
        return Note(id="next", says=say("lanterns.next.answer"), tone=Tone.NEXT, seat=view.asked[0])
    if view.turn is None:
        key = "lanterns.next.roll" if view.round else "lanterns.next.hide"
        return Note(id="next", says=say(key), tone=Tone.NEXT)
    key = "lanterns.next.thank" if view.thanks else "lanterns.next.turn"
    return Note(id="next", says=say(key), tone=Tone.NEXT, seat=view.turn)


def _market(view: MarketView) -> Graph[Text]:
    """Return both rows with their lanterns; a path along them costs 1 oil a place (L3)."""
    spots = [_spot(view, row, place) for row in Row for place in range(1, PLACES[row] + 1)]
    paths = [pairwise([place_id(row, place) for place in range(1, PLACES[row] + 1)]) for row in Row]
    edges = tuple(Edge(a=start, b=end, cost=Amount("oil", 1)) for path in paths for start, end in path)
    free = tuple(Onward(spot.id, Amount("oil", 1)) for spot in spots if not spot.marks) if view.turn is not None else ()
    return Graph(id=MARKET, name=say("lanterns.market"), spots=tuple(spots), edges=edges, next=free)


def _spot(view: MarketView, row: Row, place: int) -> Spot[Text]:
    lit = (row.value, place) in view.hung
    return Spot(
        id=place_id(row, place),
        x=(place - 0.5) / PLACES[row],
        y=_HEIGHTS[row],
        name=say(f"lanterns.at.{row.value}", place=place),
        kind=row.value,
        named=place % 2 == 1,
        touch=f"{PLACE}:{place_id(row, place)}",
        marks=(Mark[Text](thing="lantern", says=say("lanterns.lit")),) if lit else (),
    )


def _plan(view: MarketView) -> Squares[Text]:
    """Return the market from above: a square for each place, with its lantern; the last one is highlighted."""
    rows = tuple(
        SquareRow[Text](id=row.value, squares=tuple(_square(view, row, place) for place in range(1, PLACES[row] + 1)))
        for row in Row
    )
    pieces = tuple(
        Piece[Text](id=lantern_id(row, place), at=place_id(Row(row), place), thing="lantern")
        for row, place in view.hung
    )
    columns = tuple(str(place) for place in range(1, max(PLACES.values()) + 1))
    return Squares(id="plan", name=say("lanterns.plan"), rows=rows, columns=columns, pieces=pieces)


def _square(view: MarketView, row: Row, place: int) -> Square[Text]:
    return Square(
        id=place_id(row, place),
        tint=Tint.DARK if row is Row.RIVER else Tint.LIGHT,
        name=say(f"lanterns.at.{row.value}", place=place),
        highlighted=view.hung[-1:] == ((row.value, place),),
        touch=f"{PLACE}:{place_id(row, place)}",
    )


def _rounds(setup: Setup, view: MarketView) -> Track[Text]:
    """Return a place for every round, with a light on the current one."""
    numbers = range(1, setup.rounds + 1)
    places = tuple(
        Place[Text](id=round_id(number), label=str(number), name=say("lanterns.round", n=number)) for number in numbers
    )
    light = Piece(id=LIGHT, at=round_id(view.round), thing="lantern", says=say("lanterns.round", n=view.round))
    return Track(id=ROUNDS, name=say("lanterns.all_rounds"), places=places, pieces=(light,) if view.round else ())


def _dice(view: MarketView) -> Dice[Text] | None:
    """Return the dice of this round, ready to roll or as they fell (L2)."""
    if not view.round:
        return None
    groups = tuple(
        dice_of(seat, values, Use.USED if values else Use.ROLL) for seat, values in enumerate(view.thrown, 1)
    )
    return Dice(id=OIL, name=say("lanterns.dice"), groups=groups)


def _wind(setup: Setup, view: MarketView, announced: Row | None) -> Ring[Text]:
    """Return the wind's die as a wheel: an even number pays at the gate, an odd one at the river (L9)."""
    faces = range(1, (8 if view.round == setup.rounds else 6) + 1)
    return Ring(
        id=WIND,
        name=say("lanterns.winds"),
        bands=tuple(Band[Text](id=row.value, name=say(f"lanterns.band.{row.value}"), thing="lantern") for row in Row),
        sectors=tuple(
            Sector[Text](id=face_id(face), shows=tuple(_reading(row, face) for row in Row), touch=f"{SECTOR}:{face}")
            for face in faces
        ),
        announced=announced.value if announced else None,
    )


def _reading(row: Row, face: int) -> Reading[Text]:
    pays = (face % 2 == 0) is (row is Row.GATE)
    text = say("lanterns.wind.brings") if pays else say("lanterns.wind.still")
    return Reading(n=face, thing="oil" if pays else None, stark=pays, says=text)


def _own_cards(view: MarketView, seat: int) -> Cards[Text]:
    """Return a stall's own cards; touching them shows them (L4)."""
    return Cards(id="under", name=say("lanterns.under"), rows=(_hidden_row(view, seat),), seat=seat)


def _cards(view: MarketView) -> Cards[Text]:
    """Return the cards that every stall has shown, and the stack of cards under it."""
    rows: list[CardRow[Text]] = []
    for seat, cards in enumerate(view.shown, 1):
        shown_cards = tuple(
            Card[Text](id=f"{seat}:{card}:{cards[:index].count(card)}", thing=card) for index, card in enumerate(cards)
        )
        rows.append(
            CardRow(
                id=f"shown:{seat}", seat=seat, cards=shown_cards, says=None if shown_cards else say("lanterns.none")
            )
        )
        rows.append(CardRow(id=f"stack:{seat}", seat=seat, lie=Lie.STACK, count=view.under[seat - 1], of=CARDS))
    return Cards(id="cards", name=say("lanterns.shown"), rows=tuple(rows))


def _hidden_row(view: MarketView, seat: int) -> CardRow[Text]:
    """Return the cards under a stall; hidden ones are only numbered."""
    hidden = view.hidden[seat - 1]
    if hidden is None:
        unseen = tuple(Card[Text](id=f"{seat}:{number}") for number in range(1, view.under[seat - 1] + 1))
        return CardRow(id=f"under:{seat}", seat=seat, cards=unseen)
    cards = tuple(
        Card[Text](id=_card_id(seat, hidden, index), thing=card, touch=f"{CARD}:{card}")
        for index, card in enumerate(hidden)
    )
    return CardRow(id=f"under:{seat}", seat=seat, cards=cards, says=None if cards else say("lanterns.none"))


def _card_id(seat: int, cards: tuple[str, ...], index: int) -> str:
    """Return an id of the card's name and a count of equal cards."""
    return f"{seat}:{cards[index]}:{cards[:index].count(cards[index])}"


def _board(setup: Setup, view: MarketView) -> Board[Text]:
    """Return the board of possible actions in a turn (L3 to L5, L9)."""
    lit = tuple(Lying(id=f"lit:{index}", thing="lantern") for index, _ in enumerate(view.hung))
    hang = Space(
        id="hang",
        name=say("lanterns.space.hang"),
        costs=(Amount("oil", 1),),
        gives=(Amount("points", 2),),
        room=sum(PLACES.values()),
        lies=lit,
    )
    gives = tuple(Amount("points", setup.points_per_card * n) for n in range(1, setup.cards_at_once + 1))
    ladder = tuple(Rung(id=f"show:{n}", value=n, gives=(amount,)) for n, amount in enumerate(gives, 1))
    show = Space[Text](id="show", name=say("lanterns.space.show"), ladder=ladder)
    seats = range(1, len(view.oil) + 1)
    slots = tuple(
        Slot[Text](
            id=f"feast:{seat}",
            asks=say("lanterns.space.gift", seat=seat),
            gives=(Amount("points", 1),),
            holds=Lying(id=f"waits:{seat}", seat=seat) if seat in view.asked else None,
        )
        for seat in seats
    )
    feast = Space(id="feast", name=say("lanterns.space.feast"), slots=slots)
    groups = (
        SpaceGroup(id="light", name=say("lanterns.space.light"), spaces=(hang, show)),
        SpaceGroup(id="company", name=say("lanterns.space.company"), spaces=(feast,)),
    )
    return Board(id="turns", name=say("lanterns.board"), groups=groups)


def _road(setup: Setup, view: MarketView) -> Road[Text]:
    """Return the stages of an evening, and the number of lanterns hung."""
    current = 3 if view.over else 0 if not view.round else 1 if view.turn is None else 2
    stages = tuple(
        Stage[Text](name=say(f"lanterns.stage.{name}"), done=current > number, now=current == number)
        for number, name in enumerate(("hide", "roll", "turns", "end"))
    )
    places = sum(PLACES.values())
    full = len(view.hung) == places
    return Road(
        id="evening",
        name=say("lanterns.evening"),
        stages=stages,
        needs=(Need(have=len(view.hung), least=places, thing="lantern"),),
        lacks=() if full else (say("lanterns.lacks", n=places - len(view.hung)),),
        says=say("lanterns.all_lit") if full else None,
    )


def _accounts(setup: Setup, view: MarketView) -> Grid[Text]:
    return Grid(id="accounts", name=say("lanterns.accounts"), rows=account_rows(setup, view))
