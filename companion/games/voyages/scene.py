"""The scene of a game of Voyages: dice, the map, the action spaces, contracts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.city_card_form import cities_with_post
from companion.games.voyages.coloured_dice import DIE_VALUES, WHITE, ColouredDie
from companion.games.voyages.contract_forms import unnamed_touch
from companion.games.voyages.labels import amounts_label, person_label, place_label
from companion.games.voyages.movement import next_places
from companion.games.voyages.potential_post_points import beijing_points
from companion.games.voyages.printed_parts import PlaceKind
from companion.games.voyages.rounds import dice_rolled
from companion.games.voyages.rule_notes import house_rules, shared_goal_notes
from companion.games.voyages.setup_notes import income_notes, setup_notes
from companion.games.voyages.setup_steps import SetupStep, free_characters, next_step, setup_seats
from companion.games.voyages.state import Phase, PlacedDie, PlayerBoard, SeatPurse, Setup, State
from companion.games.voyages.state_changes import board_of, seats_of
from companion.games.voyages.trading_posts import city_of
from companion.rules.components import Amount
from companion.rules.scene import (
    Block,
    Board,
    Card,
    CardRow,
    Cards,
    Dice,
    DiceGroup,
    Die,
    Edge,
    Graph,
    Lie,
    Lying,
    Mark,
    Note,
    Notes,
    Onward,
    Piece,
    Road,
    Role,
    Rung,
    Scene,
    SeatNote,
    Slot,
    Space,
    SpaceGroup,
    Spot,
    Stage,
    Tone,
    Use,
)
from companion.rules.text import Text, join_texts, say
from companion.rules.viewer import Viewer
from companion.support.frozen_dataclasses import frozen

DICE, MAP, SPACES, ROW, NOTES, GOALS = "dice", "map", "spaces", "row", "notes", "goals"
CHARACTERS, GOAL_CHOICE = "characters", "goal_choice"


def seat_notes(setup: Setup, view: State, seat: int) -> tuple[SeatNote[Text], ...]:
    """Return the character of a seat as a note; none before it has one."""
    if not setup.has_character(seat):
        return ()
    person = setup.person(seat)
    return (SeatNote(says=person_label(person), thing=f"person:{person.value}"),)


@frozen
class BoardPrint:
    """The parts of the scene that are printed on the board and never change during a game."""

    roads: tuple[Edge, ...]
    ladders: Mapping[str, tuple[Rung, ...]]
    """The gains of each die value, by row of the bazaar."""


def board_print(setup: Setup) -> BoardPrint:
    """Return the printed parts, by the figures of this game."""
    ladders = {
        row.id: tuple(
            Rung(
                id=f"{row.id}:{value}",
                value=value,
                gives=tuple(Amount(thing, n) for thing, n in gives.every),
                touch=f"rung:{row.id}:{value}",
            )
            for value, gives in enumerate(row.yields, 1)
        )
        for row in setup.edition.bazaar
    }
    return BoardPrint(
        tuple(Edge(a=road.a, b=road.b, cost=_road_cost(road.cost)) for road in setup.edition.roads), ladders
    )


def scene(setup: Setup, board: BoardPrint, view: State, viewer: Viewer) -> Scene[Text]:
    """Return the blocks, dice first; where only points are tracked there are no others.

    What is to be laid now, or chosen from, is the largest before the first roll.
    """
    lists, choice = tuple(setup_notes(setup, view)), tuple(_to_choose_from(setup, view, viewer))
    by_hand = (*lists, *income_notes(setup, view))
    blocks: tuple[Block[Text], ...] = (*choice, *_notes(setup, view), *by_hand, *_dice(setup, view))
    rules = tuple(house_rules(setup))
    ids = [block.id for block in lists if block.setup] + [block.id for block in choice if block.id == CHARACTERS]
    wide = ids[-1] if ids else None
    if not setup.full:
        return Scene(blocks=(*blocks, *rules), wide=wide or (blocks[-1].id if blocks else None))
    if view.phase is Phase.SETUP:
        laid: tuple[Block[Text], ...] = (_map(setup, board, view),)
        laid += (_contracts(setup, view),) if view.market.row else ()
        return Scene(blocks=(*blocks, *laid, *goal_road(setup, view, viewer), *rules), wide=wide)
    spaces = () if view.phase is Phase.OVER else (_spaces(setup, board, view),)
    cards = _city_cards(setup, view) if view.turn is not None and viewer.seat == view.turn.seat else ()
    table = (_map(setup, board, view), *spaces, *cards, _contracts(setup, view))
    return Scene(blocks=(*blocks, *table, *goal_road(setup, view, viewer), *rules), wide=wide or MAP)


def _to_choose_from(setup: Setup, view: State, viewer: Viewer) -> Iterator[Cards[Text]]:
    """Yield the characters that may be taken, and to each seat its own goal cards, of which it keeps two (V1, V4).

    The seat whose turn it is to choose sees the characters as moves.
    """
    step = next_step(setup, view) if view.phase is Phase.SETUP else None
    if step is SetupStep.CHARACTER and viewer.seat not in setup_seats(setup, view, step):
        yield _card_row(CHARACTERS, [f"person:{person.value}" for person in free_characters(setup, view)])
    if step is SetupStep.KEPT_GOALS and viewer.seat is not None:
        dealt = board_of(view, viewer.seat).goal_choice or ()
        if cards := [f"goal:{card}" for card in dealt if card is not None]:
            yield _card_row(GOAL_CHOICE, cards, viewer.seat)


def _card_row(block: str, things: Sequence[str], seat: int | None = None) -> Cards[Text]:
    """Return a block with a single row of cards, in the hand of a seat if given; each card's name is its touch."""
    cards = tuple(Card[Text](id=thing, thing=thing, touch=thing) for thing in things)
    row = CardRow[Text](id=f"{block}:row", cards=cards)
    return Cards(id=block, name=say(f"voyages.block.{block}"), rows=(row,), seat=seat)


def _dice(setup: Setup, view: State) -> Iterator[Dice[Text]]:
    """Yield the dice on the boards, and those to be rolled; no block if there are none."""
    if view.phase is Phase.SETUP:
        return
    groups = tuple(
        DiceGroup[Text](id=f"seat:{seat}", dice=dice, seat=seat)
        for seat in seats_of(view)
        if (dice := tuple(_dice_of(setup, seat, board_of(view, seat))))
    )
    if groups:
        yield Dice(id=DICE, name=say("voyages.block.dice"), groups=groups, says=say("voyages.black_left", n=view.black))


def _dice_of(setup: Setup, seat: int, board: PlayerBoard) -> Iterator[Die[Text]]:
    if not board.rolled:
        for number in range(1, dice_rolled(setup, seat) + 1):
            colour = setup.colour(seat) if number <= setup.edition.start.dice else WHITE
            yield Die(id=f"{seat}:{number}", colour=colour, use=Use.ROLL)
    for number, die in enumerate(board.dice if board.dice_left else (), 1):
        asks = tuple(f"die:{ColouredDie(die.colour, face)}" for face in DIE_VALUES) if die.value is None else ()
        yield Die(id=f"{seat}:{number}", value=die.value, colour=die.colour, touch=f"die:{die}", asks=asks)


def _notes(setup: Setup, view: State) -> Iterator[Notes[Text]]:
    """Yield the set-up's step, the compensation of each seat (V7), and goal cards that several seats have (V42)."""
    low = setup.edition.start.missing_below
    boards = ((seat, board_of(view, seat)) for seat in seats_of(view))
    lacking = (
        (seat, board.missing if setup.full else _announced_compensation(view, board, low)) for seat, board in boards
    )
    notes = (
        *_present_step(setup, view),
        *(
            Note(
                id=f"missing:{seat}", says=say("voyages.note.missing", seat=seat, n=missing), seat=seat, tone=Tone.NEXT
            )
            for seat, missing in lacking
            if missing
        ),
        *shared_goal_notes(setup, view),
    )
    if notes:
        name = say("voyages.setup" if view.phase is Phase.SETUP else "voyages.block.notes")
        yield Notes(id=NOTES, name=name, notes=notes)


def _present_step(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield what the table waits for during the set-up: who deals, draws or chooses."""
    step = next_step(setup, view) if view.phase is Phase.SETUP else None
    if step is None:
        return
    seats = setup_seats(setup, view, step)
    names = join_texts([say("voyages.note.seat", seat=seat) for seat in seats])
    text = say(f"voyages.note.{step.value}", n=len(seats), names=names)
    yield Note(id="step", says=text, tone=Tone.NEXT, seat=seats[0] if len(seats) == 1 else None)


def _announced_compensation(view: State, board: PlayerBoard, low: int) -> int:
    """Return the compensation that is announced where it is not booked, until the turns begin (V7)."""
    if view.phase is not Phase.ROLLS or not board.rolled or any(die.value is None for die in board.dice):
        return 0
    return max(0, low - sum(die.value or 0 for die in board.dice))


def _map(setup: Setup, board: BoardPrint, view: State) -> Graph[Text]:
    spots = tuple(
        Spot[Text](
            id=place.id,
            x=place.x / 100,
            y=place.y / 100,
            name=place_label(place.id),
            kind=place.kind.value,
            named=place.kind is not PlaceKind.OASIS,
            marks=tuple(_marks(setup, view, place.id, place.kind)),
            touch=f"place:{place.id}",
        )
        for place in setup.edition.places
    )
    return Graph(
        id=MAP,
        name=say("voyages.block.map"),
        spots=spots,
        edges=board.roads,
        pieces=tuple(_pieces(setup, view)),
        art="ground",
        next=_onward(setup, view),
    )


def _onward(setup: Setup, view: State) -> tuple[Onward, ...]:
    """Return the places that the figures of the current seat reach in one step.

    If both figures reach a place, the road is that of the first.
    """
    if view.turn is None:
        return ()
    seat = view.turn.seat
    figures = board_of(view, seat).figures
    roads = dict(step for place in reversed(figures) for step in next_places(setup, seat, place))
    return tuple(Onward(destination, _road_cost(cost)) for destination, cost in roads.items())


def _road_cost(cost: Amounts) -> Amount | None:
    """Return the cost of a road, which is at most one thing."""
    return next((Amount(thing, n) for thing, n in cost.every), None)


def _marks(setup: Setup, view: State, place: str, kind: PlaceKind) -> Iterator[Mark[Text]]:
    if kind is PlaceKind.CITY:
        city = next(entry for entry in view.cities if entry.id == place)
        yield from (Mark(thing=f"card:{card}") for card in city.cards)
        if city.bonus is not None and not city.visited:
            yield Mark(thing=f"bonus:{city.bonus}")
    if kind is PlaceKind.TOWN:
        town = next(entry for entry in view.towns if entry.id == place)
        if town.tile is not None:
            yield Mark(thing=f"income:{town.tile}", role=Role.GIVES)
    if kind is PlaceKind.BEIJING and (free := _free_space(setup, view)):
        yield Mark(thing="points", n=free, role=Role.GIVES)


def _free_space(setup: Setup, view: State) -> int:
    """Return the points of the Beijing space that the next post gets; 0 if all are taken (V19)."""
    spaces = zip(setup.edition.scoring.beijing, view.beijing, strict=False)
    return next((points for points, occupant in spaces if occupant is None), 0)


def _pieces(setup: Setup, view: State) -> Iterator[Piece[Text]]:
    for seat in seats_of(view):
        board = board_of(view, seat)
        for number, place in enumerate(board.figures, 1):
            which = number if len(board.figures) > 1 else None
            yield Piece(id=f"figure:{seat}:{number}", at=place, seat=seat, number=which, says=place_label(place))
        for post in board.posts:
            if post is not None:
                worth = beijing_points(setup, view, seat) if post == setup.edition.beijing else 0
                where = say("voyages.beijing_post", n=worth) if worth else place_label(post)
                yield Piece(id=f"post:{seat}:{post}", at=post, seat=seat, thing="posts", says=where)


def _spaces(setup: Setup, board: BoardPrint, view: State) -> Board[Text]:
    edition, spaces = setup.edition, view.spaces
    rows = tuple(
        Space[Text](
            id=row.id,
            name=say(f"voyages.row.{row.id}"),
            thing=next(thing for thing, _ in row.yields[-1].every),
            costs=(Amount("dice", row.dice),),
            lies=_placed_dice(row.id, getattr(spaces, row.id)),
            ladder=board.ladders[row.id],
            touch=f"space:{row.id}",
        )
        for row in edition.bazaar
    )
    five = amounts_label(edition.spaces.take_five)
    others = (
        _space("take_five", "coins", 1, spaces.take_five, five),
        _khan(setup, spaces.khan),
        _space("contracts", "contracts", 1, spaces.contracts, say("voyages.space.contracts_say")),
        _space("travel", "step", edition.travel_dice, spaces.travel, say("voyages.space.travel_say")),
    )
    groups = (
        SpaceGroup[Text](id="bazaar", spaces=rows, name=say("voyages.block.bazaar")),
        SpaceGroup[Text](id="others", spaces=others),
    )
    return Board(id=SPACES, name=say("voyages.block.spaces"), groups=groups)


def _space(name: str, thing: str, dice: int, placed: tuple[PlacedDie, ...], text: Text) -> Space[Text]:
    """Return a space that needs a number of dice, with the drawing of a thing."""
    return Space(
        id=name,
        name=say(f"voyages.space.{name}"),
        thing=thing,
        costs=(Amount("dice", dice),),
        lies=_placed_dice(name, placed),
        says=text,
        touch=f"space:{name}",
    )


def _khan(setup: Setup, placed: tuple[PlacedDie, ...]) -> Space[Text]:
    held = _placed_dice("khan", placed)
    room = setup.edition.spaces.khan_slots
    slots = tuple(
        Slot[Text](id=f"khan:{number}", holds=held[number - 1] if number <= len(held) else None)
        for number in range(1, room + 1)
    )
    gives = tuple(Amount(thing, n) for thing, n in setup.edition.spaces.khan.every)
    gives = (Amount("good", 1), *gives)
    name = say("voyages.space.khan")
    return Space(id="khan", name=name, thing="good", gives=gives, room=room, slots=slots, touch="space:khan")


def _placed_dice(space: str, placed: tuple[PlacedDie, ...]) -> tuple[Lying, ...]:
    """Return the dice on a space in their colours; those that block it have none (V3)."""
    return tuple(
        Lying(
            id=f"{space}:{number}",
            seat=die.seat,
            value=die.die.value,
            colour=die.die.colour if die.seat is not None else None,
        )
        for number, die in enumerate(placed, 1)
    )


def _city_cards(setup: Setup, view: State) -> Iterator[Cards[Text]]:
    """Yield the city cards that the seat on turn may use: those of the cities with its posts (V21).

    Only its own phone shows them, where they can be touched.
    """
    cities = cities_with_post(setup, view, view.turn.seat) if view.turn is not None else ()
    rows = tuple(
        CardRow[Text](
            id=f"city:{city}",
            name=place_label(city),
            cards=tuple(_cards_of_city(setup, view, city)),
        )
        for city in cities
    )
    if rows and view.turn is not None:
        yield Cards(id="city_cards", name=say("voyages.block.city_cards", seat=view.turn.seat), rows=rows)


def _cards_of_city(setup: Setup, view: State, city: str) -> Iterator[Card[Text]]:
    """Yield the cards of a city; those not known yet lie face down."""
    cards = city_of(view, city)
    for card in cards.cards:
        used = say("voyages.city_card_used") if card in cards.used else None
        yield Card(id=f"city_card:{card}", thing=f"card:{card}", touch=f"card:{card}", lacks=used)
    for number in range(len(cards.cards), setup.edition.place[city].cards):
        yield Card(id=f"city_card:{city}:{number}", touch=f"place:{city}")


def _contracts(setup: Setup, view: State) -> Cards[Text]:
    row = CardRow[Text](
        id=ROW,
        name=say("voyages.block.row"),
        cards=tuple(
            Card(id=f"slot:{slot}", thing=None if card is None else f"contract:{card}", touch=f"slot:{slot}")
            for slot, card in enumerate(view.market.row, 1)
        ),
        says=None if view.market.row else say("voyages.row_empty"),
    )
    special = CardRow[Text](
        id="special", name=say("voyages.block.special"), lie=Lie.STACK, thing="contract", count=view.market.special
    )
    seats = (_active(setup, seat, board) for seat, board in enumerate(view.boards, 1))
    return Cards(id="contracts", name=say("voyages.block.contracts"), rows=(row, special, *seats))


def _active(setup: Setup, seat: int, board: PlayerBoard) -> CardRow[Text]:
    """Return the active contracts of a seat, with what each still lacks."""
    cards = tuple(
        Card[Text](id=f"active:{seat}:{number}", touch=unnamed_touch(seat))
        if contract.card is None
        else Card[Text](
            id=f"active:{seat}:{number}",
            thing=f"contract:{contract.card}",
            touch=f"contract:{contract.card}",
            lacks=_lacks(board.purse, setup.edition.contract[contract.card].cost),
        )
        for number, contract in enumerate(board.active, 1)
    )
    return CardRow(id=f"active:{seat}", seat=seat, cards=cards, says=None if cards else say("voyages.no_contracts"))


def _lacks(purse: SeatPurse, cost: Amounts) -> Text | None:
    missing = {thing: n - getattr(purse, thing) for thing, n in cost.held if n > getattr(purse, thing)}
    return say("voyages.lacks", what=amounts_label(Amounts(**missing))) if missing else None


def goal_road(setup: Setup, view: State, viewer: Viewer) -> Iterator[Road[Text]]:
    """Yield the progress of the viewer's own goals (V42); viewers without a seat see none."""
    if viewer.seat is None:
        return
    board = board_of(view, viewer.seat)
    cards = [setup.edition.goal[card] for card in board.goals or () if card is not None]
    places = dict.fromkeys(place for card in cards for place in card.places)
    if places:
        stages = tuple(Stage[Text](name=place_label(place), done=place in board.posts) for place in places)
        yield Road(id=GOALS, name=say("voyages.block.goals"), stages=stages, seat=viewer.seat)
