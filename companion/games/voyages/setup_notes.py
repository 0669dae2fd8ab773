"""Notes of what players do by hand: the set-up before the first roll, then the layout and incomes of each round."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.voyages.amounts import NOTHING
from companion.games.voyages.labels import amounts_label, person_label, place_label
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import Phase, Setup, State
from companion.games.voyages.state_changes import board_of, seats_of
from companion.rules.scene import Note, Notes, Tone
from companion.rules.text import Text, say

SETUP, INCOMES = "setup", "incomes"


def setup_notes(setup: Setup, view: State) -> Iterator[Notes[Text]]:
    """Yield the set-up before the first roll, and in later rounds the new layout until the first turn."""
    if view.phase is not Phase.ROLLS:
        return
    if view.round == 1:
        if not any(
            board.rolled and not setup.is_person(seat, Person.RASCHID) for seat, board in enumerate(view.boards, 1)
        ):
            yield Notes(id=SETUP, name=say("voyages.setup"), notes=tuple(_first_setup(setup, view)))
    else:
        name = say("voyages.setup.round", number=view.round)
        yield Notes(id=SETUP, name=name, notes=tuple(_round_layout(setup, view)))


def _first_setup(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield the common parts first, then for each seat its own pieces and where they stand (V1 to V4)."""
    edition, agreed = setup.edition, setup.agreed
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
    for seat in seats_of(view):
        for name, text in _seat_start(setup, seat):
            yield _task(f"{name}.{seat}", text, seat)
    yield _task("dealt", say("voyages.setup.goals_expert" if agreed.expert else "voyages.setup.goals"))
    yield _task("first", say("voyages.setup.first", seat=view.first))


def _seat_start(setup: Setup, seat: int) -> Iterator[tuple[str, Text]]:
    """Yield the pieces of a seat, its figures, and what only its character has, each with its name."""
    edition, person = setup.edition, setup.person(seat)
    yield "seat", _pieces(setup, seat)
    place = edition.beijing if person is Person.KUBILAI else edition.venezia
    yield "figure", say("voyages.setup.figure", seat=seat, n=setup.figures(seat), place=place_label(place))
    if black_posts := edition.character[person].posts:
        yield "posts", say("voyages.setup.black_posts", seat=seat, n=black_posts, posts=setup.posts(seat))
    if person is Person.KUBILAI:
        yield "beijing", say("voyages.setup.beijing", seat=seat, place=place_label(place), n=edition.scoring.beijing[0])
    if person is Person.MATTEO:
        yield "white", say("voyages.setup.white", seat=seat)
    if person is Person.MERCATOR:
        yield "tile", say("voyages.setup.tile", seat=seat, person=person_label(person), n=len(setup.names))


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
