"""A market of Lanterns to look at: every block there is, made of what a viewer has seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.rules.components import Amount
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
    Stage,
    Tone,
    Track,
    Use,
)
from companion.rules.text import Text, say
from companion.rules.touches import SECTOR
from tests.games.lanterns.seen import Seen
from tests.games.lanterns.state import CARD, CARDS, DIE, OWN_OIL, PLACE, PLACES, Row, Setup

MARKET, ROUNDS, OIL, WIND = "market", "rounds", "oil", "wind"
"""The ids of blocks that ceremonies speak of."""
LIGHT = "light"
"""The piece that stands at the round."""
_HEIGHTS = {Row.GATE: 0.2, Row.RIVER: 0.8}


def seat_notes(seen: Seen, seat: int) -> tuple[SeatNote[Text], ...]:
    """How many cards lie under a stall, that it misses its turn (L8), and what it wished for, to itself alone."""
    said = [say("lanterns.about.under", n=seen.under[seat - 1])]
    if seat in seen.missing:
        said.append(say("lanterns.about.misses"))
    said += [say("lanterns.about.wish", wish=wish) for wish in seen.wishes[seat - 1] or ()]
    return tuple(SeatNote(says=text, thing="oil" if text is said[0] else None) for text in said)


def scene(setup: Setup, seen: Seen, seat: int | None, announced: Row | None) -> Scene[Text]:
    """The market first; `seat` is whose own cards are shown to it, None for the public."""
    blocks = [
        _notes(setup, seen),
        _market(seen),
        _rounds(setup, seen),
        _dice(seen),
        _wind(setup, seen, announced),
        *([_under(seen, seat)] if seat is not None and seat <= len(seen.oil) and not seen.over else []),
        _cards(seen),
        _board(setup, seen),
        _road(setup, seen),
        _accounts(setup, seen),
    ]
    return Scene(blocks=tuple(block for block in blocks if block is not None), turn=ROUNDS, wide=MARKET)


def place_id(row: Row, place: int) -> str:
    """The id of a place where a lantern may hang."""
    return f"{row.value}:{place}"


def round_id(number: int) -> str:
    """The id of a round's place."""
    return f"round:{number}"


def face_id(face: int) -> str:
    """The id of what the wind may show."""
    return f"wind:{face}"


def dice_of(seat: int, values: tuple[int, ...], use: Use) -> DiceGroup[Text]:
    """The two dice of a stall; without values they are yet to be rolled."""
    shown = values or (None, None)
    touch = f"{DIE}:{seat}" if use is Use.ROLL else None
    dice = tuple(Die[Text](id=f"{seat}:{at}", value=value, use=use, touch=touch) for at, value in enumerate(shown, 1))
    return DiceGroup(id=f"stall:{seat}", seat=seat, dice=dice)


def accounts(setup: Setup, seen: Seen) -> tuple[GridRow[Text], ...]:
    """What each stall has come to, category by category."""
    shown = tuple(Cell(value=setup.for_a_card * len(cards)) for cards in seen.shown)
    rows = (
        GridRow[Text](id="oil", name=say("lanterns.thing.oil"), thing="oil", cells=_oil(seen)),
        GridRow[Text](id="shown", name=say("lanterns.accounts.shown"), thing="points", ruling="L4", cells=shown),
    )
    total = GridRow[Text](
        id="points", name=say("lanterns.accounts.points"), thing="points", cells=_cells(seen.points), total=True
    )
    return (*rows, total)


def revealed(seen: Seen) -> tuple[CardRow[Text], ...]:
    """What lay under the stalls, as far as it is seen."""
    return tuple(_row(seen, seat) for seat in range(1, len(seen.oil) + 1))


def _oil(seen: Seen) -> tuple[Cell, ...]:
    """A stall that is asked for oil touches its own to give it (L5)."""
    return tuple(
        Cell(value=oil, touch=f"{OWN_OIL}:{seat}" if seat in seen.asked else None)
        for seat, oil in enumerate(seen.oil, 1)
    )


def _cells(values: tuple[int, ...]) -> tuple[Cell, ...]:
    return tuple(Cell(value=value) for value in values)


def _notes(setup: Setup, seen: Seen) -> Notes[Text] | None:
    """What comes next, who misses a turn, and the rule of the second printing."""
    notes = tuple(_noted(setup, seen))
    return Notes(id="notes", name=say("lanterns.notes"), notes=notes) if notes else None


def _noted(setup: Setup, seen: Seen) -> Iterator[Note[Text]]:
    if (wanted := _wanted(seen)) is not None:
        yield wanted
    if seen.round == 0 and not seen.over:
        yield Note(id="set_up", says=say("lanterns.note.set_up"), tone=Tone.TASK)
    if seen.turn is not None:
        yield Note(id="wick", says=say("lanterns.note.wick"), tone=Tone.ASIDE)
    for seat in seen.missing:
        yield Note(id=f"misses:{seat}", says=say("lanterns.note.misses"), seat=seat)
    if setup.cards_at_once < CARDS:
        yield Note(id="reprint", says=say("lanterns.note.reprint", n=setup.for_a_card), tone=Tone.RULE)


def _wanted(seen: Seen) -> Note[Text] | None:
    """What the market waits for: of one stall, or of all of them."""
    if seen.over:
        return None
    if seen.asked:
        return Note(id="next", says=say("lanterns.next.answer"), tone=Tone.NEXT, seat=seen.asked[0])
    if seen.turn is None:
        wanted = "lanterns.next.roll" if seen.round else "lanterns.next.hide"
        return Note(id="next", says=say(wanted), tone=Tone.NEXT)
    wanted = "lanterns.next.thank" if seen.thanks else "lanterns.next.turn"
    return Note(id="next", says=say(wanted), tone=Tone.NEXT, seat=seen.turn)


def _market(seen: Seen) -> Graph[Text]:
    """Both rows with the lanterns that hang there; a way along them costs 1 oil a place (L3)."""
    spots = [_spot(seen, row, place) for row in Row for place in range(1, PLACES[row] + 1)]
    ways = [pairwise([place_id(row, place) for place in range(1, PLACES[row] + 1)]) for row in Row]
    edges = tuple(Edge(a=here, b=there, cost=Amount("oil", 1)) for way in ways for here, there in way)
    free = tuple(Onward(spot.id, Amount("oil", 1)) for spot in spots if not spot.marks) if seen.turn is not None else ()
    return Graph(id=MARKET, name=say("lanterns.market"), spots=tuple(spots), edges=edges, next=free)


def _spot(seen: Seen, row: Row, place: int) -> Spot[Text]:
    lit = (row.value, place) in seen.hung
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


def _rounds(setup: Setup, seen: Seen) -> Track[Text]:
    """Every round a place, with a light on the one that is played."""
    numbers = range(1, setup.rounds + 1)
    places = tuple(Place[Text](id=round_id(one), label=str(one), name=say("lanterns.round", n=one)) for one in numbers)
    light = Piece(id=LIGHT, at=round_id(seen.round), thing="lantern", says=say("lanterns.round", n=seen.round))
    return Track(id=ROUNDS, name=say("lanterns.all_rounds"), places=places, pieces=(light,) if seen.round else ())


def _dice(seen: Seen) -> Dice[Text] | None:
    """The dice of this round, to be rolled or as they fell (L2)."""
    if not seen.round:
        return None
    groups = tuple(
        dice_of(seat, values, Use.USED if values else Use.ROLL) for seat, values in enumerate(seen.thrown, 1)
    )
    return Dice(id=OIL, name=say("lanterns.dice"), groups=groups)


def _wind(setup: Setup, seen: Seen, announced: Row | None) -> Ring[Text]:
    """The wind's die as a wheel: an even number pays at the gate, an odd one at the river (L9)."""
    faces = range(1, (8 if seen.round == setup.rounds else 6) + 1)
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
    says = say("lanterns.wind.brings") if pays else say("lanterns.wind.still")
    return Reading(n=face, thing="oil" if pays else None, stark=pays, says=says)


def _under(seen: Seen, seat: int) -> Cards[Text]:
    """A stall's own cards, which may be touched to be shown (L4)."""
    return Cards(id="under", name=say("lanterns.under"), rows=(_row(seen, seat),), seat=seat)


def _cards(seen: Seen) -> Cards[Text]:
    """What every stall has shown, and how many cards lie under it, on each other."""
    rows: list[CardRow[Text]] = []
    for seat, cards in enumerate(seen.shown, 1):
        shown = tuple(
            Card[Text](id=f"{seat}:{card}:{cards[:at].count(card)}", thing=card) for at, card in enumerate(cards)
        )
        rows.append(CardRow(id=f"shown:{seat}", seat=seat, cards=shown, says=None if shown else say("lanterns.none")))
        rows.append(CardRow(id=f"stack:{seat}", seat=seat, lie=Lie.STACK, count=seen.under[seat - 1], of=CARDS))
    return Cards(id="cards", name=say("lanterns.shown"), rows=tuple(rows))


def _row(seen: Seen, seat: int) -> CardRow[Text]:
    """The cards under a stall: those that are not seen are places in a count."""
    known = seen.hidden[seat - 1]
    if known is None:
        unseen = tuple(Card[Text](id=f"{seat}:{at}") for at in range(1, seen.under[seat - 1] + 1))
        return CardRow(id=f"under:{seat}", seat=seat, cards=unseen)
    cards = tuple(
        Card[Text](id=_card_id(seat, known, at), thing=card, touch=f"{CARD}:{card}") for at, card in enumerate(known)
    )
    return CardRow(id=f"under:{seat}", seat=seat, cards=cards, says=None if cards else say("lanterns.none"))


def _card_id(seat: int, cards: tuple[str, ...], at: int) -> str:
    """A card by its name, those that are alike counted."""
    return f"{seat}:{cards[at]}:{cards[:at].count(cards[at])}"


def _board(setup: Setup, seen: Seen) -> Board[Text]:
    """What a turn is good for (L3 to L5, L9)."""
    lit = tuple(Lying(id=f"lit:{at}", thing="lantern") for at, _ in enumerate(seen.hung))
    hang = Space(
        id="hang",
        name=say("lanterns.space.hang"),
        costs=(Amount("oil", 1),),
        gives=(Amount("points", 2),),
        room=sum(PLACES.values()),
        lies=lit,
    )
    gives = tuple(Amount("points", setup.for_a_card * n) for n in range(1, setup.cards_at_once + 1))
    ladder = tuple(Rung(id=f"show:{n}", value=n, gives=(amount,)) for n, amount in enumerate(gives, 1))
    show = Space[Text](id="show", name=say("lanterns.space.show"), ladder=ladder)
    seats = range(1, len(seen.oil) + 1)
    slots = tuple(
        Slot[Text](
            id=f"feast:{seat}",
            asks=say("lanterns.space.gift", seat=seat),
            gives=(Amount("points", 1),),
            holds=Lying(id=f"waits:{seat}", seat=seat) if seat in seen.asked else None,
        )
        for seat in seats
    )
    feast = Space(id="feast", name=say("lanterns.space.feast"), slots=slots)
    groups = (
        SpaceGroup(id="light", name=say("lanterns.space.light"), spaces=(hang, show)),
        SpaceGroup(id="company", name=say("lanterns.space.company"), spaces=(feast,)),
    )
    return Board(id="turns", name=say("lanterns.board"), groups=groups)


def _road(setup: Setup, seen: Seen) -> Road[Text]:
    """The way of an evening, and how many of its lanterns hang."""
    at = 3 if seen.over else 0 if not seen.round else 1 if seen.turn is None else 2
    stages = tuple(
        Stage[Text](name=say(f"lanterns.stage.{name}"), done=at > number, now=at == number)
        for number, name in enumerate(("hide", "roll", "turns", "end"))
    )
    places = sum(PLACES.values())
    full = len(seen.hung) == places
    return Road(
        id="evening",
        name=say("lanterns.evening"),
        stages=stages,
        needs=(Need(have=len(seen.hung), least=places, thing="lantern"),),
        lacks=() if full else (say("lanterns.lacks", n=places - len(seen.hung)),),
        says=say("lanterns.all_lit") if full else None,
    )


def _accounts(setup: Setup, seen: Seen) -> Grid[Text]:
    return Grid(id="accounts", name=say("lanterns.accounts"), rows=accounts(setup, seen))
