"""Notes of what players do by hand: the set-up before the first roll, then the layout and incomes of each round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.voyages.amounts import NOTHING
from companion.games.voyages.components import component
from companion.games.voyages.labels import amounts_label, person_label, place_label
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.setup_steps import SetupStep, drafting_seats, is_map_known, next_step
from companion.games.voyages.state import Phase, Setup, State
from companion.games.voyages.state_changes import board_of, seats_of
from companion.rules.scene import Note, Notes, Tone
from companion.rules.text import Text, join_texts, say

SETUP, INCOMES = "setup", "incomes"


def setup_notes(setup: Setup, view: State) -> Iterator[Notes[Text]]:
    """Yield the set-up before the first roll, and in later rounds the new layout until the first turn.

    What the box has dealt stays longer: a slow hand may still lay it while the first round is played.
    """
    if view.round > 1:
        if view.phase is Phase.ROLLS:
            name = say("voyages.setup.round", number=view.round)
            yield Notes(id=SETUP, name=name, notes=tuple(_round_layout(setup, view)))
    elif view.phase is Phase.SETUP or not _has_rolled(setup, view):
        yield from _first_setup(setup, view)
    elif setup.agreed.deal:
        yield Notes(id=f"{SETUP}.map", name=say("voyages.setup.of_map"), notes=tuple(_dealt_map(setup, view)))


def _has_rolled(setup: Setup, view: State) -> bool:
    """Return whether any seat has rolled in this round, or its turns have begun; Raschid does not roll (V34)."""
    rolled = (seat for seat in seats_of(view) if board_of(view, seat).rolled)
    return view.phase is not Phase.ROLLS or any(not setup.is_person(seat, Person.RASCHID) for seat in rolled)


def _first_setup(setup: Setup, view: State) -> Iterator[Notes[Text]]:
    """Yield what to lay where, in the order of the hand that lays it: the board, then the pieces of each seat.

    What the box deals is there once it is dealt, each in a block, the newest last; and the pieces of a seat once it has
    its character (V1 to V4).
    """
    board, seats = tuple(_common_parts(setup, view)), tuple(_seats(setup, view))
    if not setup.agreed.deal:
        yield Notes(id=SETUP, name=say("voyages.setup"), notes=(*board, *seats), setup=True)
        return
    dealt = {"map": (*_dealt_map(setup, view), *board), "row": tuple(_dealt_row(setup, view))}
    blocks = {**dealt, "seats": seats} if setup.agreed.draft else {"seats": seats, **dealt}
    for name, notes in blocks.items():
        if notes:
            yield Notes(id=f"{SETUP}.{name}", name=say(f"voyages.setup.of_{name}"), notes=notes, setup=True)


def _common_parts(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield what is the same in every game, or dealt by hand."""
    edition, agreed = setup.edition, setup.agreed
    if not agreed.deal:
        yield _task("cards", say("voyages.setup.cards"))
        yield _task("incomes", say("voyages.setup.incomes_dealt" if agreed.expert else "voyages.setup.incomes"))
        rounds, row = edition.start.rounds, edition.row
        yield _task("contracts", say("voyages.setup.contracts", n=rounds, cards=row.cards, rest=row.special))
    yield _task("black", say("voyages.setup.black", n=edition.start.black_dice))
    if edition.start.khan_blocked:
        yield _task("khan", say("voyages.setup.khan", n=edition.start.khan_blocked))
    if edition.start.five_blocked:
        yield _task("five", say("voyages.setup.five", n=edition.start.five_blocked))
    yield _task("markers", say("voyages.setup.markers", n=edition.start.score_space))
    if agreed.draft and not agreed.deal:
        yield _task("characters", say("voyages.setup.characters", n=len(drafting_seats(setup, view)) + 1))


def _dealt_map(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield the tiles and cards of each place, once they are dealt."""
    if not setup.agreed.deal or not is_map_known(setup, view):
        return
    for city in view.cities:
        bonus = () if city.visited else (f"bonus:{city.bonus}",)
        yield _lay(setup, city.id, place_label(city.id), *bonus, *(f"card:{card}" for card in city.cards))
    for town in view.towns:
        yield _lay(setup, town.id, place_label(town.id), f"income:{town.tile}")


def _dealt_row(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield the contracts of each slot, once they are dealt, then what happens with the others."""
    if not setup.agreed.deal or not view.market.row:
        return
    for slot, card in enumerate(view.market.row, 1):
        if card is not None:
            yield _lay(setup, f"slot.{slot}", say("voyages.deal.contract", number=slot), f"contract:{card}")
    rounds, row = setup.edition.start.rounds, setup.edition.row
    yield _task("piles", say("voyages.setup.piles", n=rounds - 1, cards=row.cards, rest=row.special))


def _lay(setup: Setup, name: str, place: Text, *things: str) -> Note[Text]:
    """Return the task to lay these components on a place."""
    words = join_texts([component(setup, thing).word for thing in things])
    return replace(_task(name, say("voyages.setup.lay", place=place, things=words)), name=place, things=things)


def _seats(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield the characters that the box has dealt, the pieces of each seat that has its own, the goals, who starts.

    Where the box deals, nothing comes before the first of these characters.
    """
    seats = [seat for seat in seats_of(view) if setup.has_character(seat)]
    if setup.agreed.deal and not seats and view.open_characters is None:
        return
    if view.open_characters is not None:
        taken = [board.person for board in view.boards]
        dealt = [person_label(person) for person in Person if person in (*view.open_characters, *taken)]
        yield _task("open", say("voyages.setup.open", people=join_texts(dealt)))
    for seat in seats:
        for name, text in _seat_start(setup, seat):
            yield _task(f"{name}.{seat}", text, seat)
    if not setup.agreed.deal:
        yield _task("dealt", say("voyages.setup.goals_expert" if _chooses_goals(setup) else "voyages.setup.goals"))
    elif view.phase is not Phase.SETUP or next_step(setup, view) in (SetupStep.GOALS, SetupStep.KEPT_GOALS):
        yield _task("dealt", say("voyages.setup.goals_by_box"))
    yield _task("first", say("voyages.setup.first", seat=view.first))


def _chooses_goals(setup: Setup) -> bool:
    """Return whether seats keep two of four goal cards (V1)."""
    return setup.agreed.expert or setup.agreed.draft


def _seat_start(setup: Setup, seat: int) -> Iterator[tuple[str, Text]]:
    """Yield the pieces of a seat, its figures, and what only its character has, each with its name."""
    yield "seat", _pieces(setup, seat)
    for name, pieces in (("figure", _figures(setup, seat)), *character_pieces(setup, seat)):
        yield name, say("voyages.setup.of_seat", seat=seat, pieces=pieces)


def _figures(setup: Setup, seat: int) -> Text:
    place = setup.edition.beijing if setup.is_person(seat, Person.KUBILAI) else setup.edition.venezia
    return say("voyages.pieces.figure", n=setup.figures(seat), place=place_label(place))


def character_pieces(setup: Setup, seat: int) -> Iterator[tuple[str, Text]]:
    """Yield what only the character of a seat has, each with its name (V35 to V41)."""
    edition, person = setup.edition, setup.person(seat)
    if black_posts := edition.character[person].posts:
        yield "posts", say("voyages.pieces.black_posts", n=black_posts, posts=setup.posts(seat))
    if person is Person.KUBILAI:
        place, points = place_label(edition.beijing), edition.scoring.beijing[0]
        yield "beijing", say("voyages.pieces.beijing", place=place, n=points)
    if person is Person.MATTEO:
        yield "white", say("voyages.pieces.white")
    if person is Person.MERCATOR:
        yield "tile", say("voyages.pieces.tile", person=person_label(person), n=len(setup.names))


def pieces_of_character(setup: Setup, seat: int) -> Text | None:
    """Return what the character of a seat adds to its pieces, as it is said when it is taken; None if nothing."""
    texts = [pieces for _, pieces in character_pieces(setup, seat)]
    if setup.figures(seat) > 1:
        texts.insert(0, _figures(setup, seat))
    return join_texts(texts) if texts else None


def _pieces(setup: Setup, seat: int) -> Text:
    start = setup.edition.start
    return say(
        "voyages.setup.seat",
        seat=seat,
        colour=say(f"voyages.colour.{setup.colour(seat)}"),
        person=person_label(setup.person(seat)),
        n=start.coins[seat - 1],
        camels=start.camels,
        dice=start.dice,
        posts=setup.posts(seat),
    )


def income_notes(setup: Setup, view: State) -> Iterator[Notes[Text]]:
    """Yield what each seat takes at the start of a round where incomes are not booked, until the first turn (V5)."""
    if setup.full or view.phase is not Phase.ROLLS:
        return
    if notes := tuple(_incomes(setup, view)):
        yield Notes(id=INCOMES, name=say("voyages.incomes", number=view.round), notes=notes)


def _incomes(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield for each seat the incomes of its towns, if it may have any, then that of its character.

    Only the number of posts is known. Kubilai's first one is in Beijing, which is no town (V39).
    """
    for seat in seats_of(view):
        person, posts = setup.person(seat), len(board_of(view, seat).posts)
        if posts > int(person is Person.KUBILAI):
            text = say("voyages.income.towns", seat=seat, n=posts)
            yield Note(id=f"{INCOMES}.towns.{seat}", says=text, tone=Tone.TASK, seat=seat)
        income = setup.edition.character[person].income
        if income != NOTHING:
            text = say("voyages.income.person", seat=seat, gains=amounts_label(income), person=person_label(person))
            yield Note(id=f"{INCOMES}.person.{seat}", says=text, tone=Tone.TASK, seat=seat)


def _round_layout(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield what is laid out for a new round (V5)."""
    yield _task("first", say("voyages.setup.first", seat=view.first))
    yield _task("row", say("voyages.setup.row", n=setup.edition.row.cards))
    yield _task("black", say("voyages.setup.dice_back", n=setup.edition.start.black_dice))


def _task(name: str, text: Text, seat: int | None = None) -> Note[Text]:
    return Note(id=f"{SETUP}.{name}", says=text, tone=Tone.TASK, seat=seat)
