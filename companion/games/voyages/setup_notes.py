"""The set-up that players do by hand, as notes: before the first roll, and at the start of each later round."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.voyages.labels import person_label
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import Phase, Setup, State
from companion.games.voyages.state_changes import seats_of
from companion.rules.scene import Note, Notes, Tone
from companion.rules.text import Text, say

SETUP = "setup"


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
    """Yield the common parts first, then what each seat begins with (V1 to V4)."""
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
    for seat in seats_of(view):
        yield _task(f"seat.{seat}", _seat_start(setup, seat), seat)
    yield _task("dealt", say("voyages.setup.goals_expert" if agreed.expert else "voyages.setup.goals"))
    yield _task("first", say("voyages.setup.first", seat=view.first))


def _seat_start(setup: Setup, seat: int) -> Text:
    start = setup.edition.start
    return say(
        "voyages.setup.seat",
        person=person_label(setup.person(seat)),
        n=start.coins[seat - 1],
        camels=start.camels,
        dice=start.dice,
        posts=setup.posts(seat),
    )


def _round_layout(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield what is laid out for a new round (V5)."""
    yield _task("first", say("voyages.setup.first", seat=view.first))
    yield _task("row", say("voyages.setup.row", n=setup.edition.row.cards))
    yield _task("black", say("voyages.setup.dice_back", n=setup.edition.start.black_dice))


def _task(name: str, text: Text, seat: int | None = None) -> Note[Text]:
    return Note(id=f"{SETUP}.{name}", says=text, tone=Tone.TASK, seat=seat)
