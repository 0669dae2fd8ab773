"""What the table does by hand in a game of Voyages, told at its moment: the set-up, and how each round is laid out."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.voyages.called import person_word
from companion.games.voyages.cards import Person
from companion.games.voyages.state import Phase, Setup, State
from companion.games.voyages.steps import seats_of
from companion.rules.scene import Note, Notes, Tone
from companion.rules.text import Text, say

SETUP = "setup"


def at_table(setup: Setup, seen: State) -> Iterator[Notes[Text]]:
    """The box laid out before anything is rolled; and in each later round what is laid anew, until the first turn."""
    if seen.phase is not Phase.ROLLS:
        return
    if seen.round == 1:
        if not any(board.rolled and not setup.is_a(seat, Person.RASCHID) for seat, board in enumerate(seen.boards, 1)):
            yield Notes(id=SETUP, name=say("voyages.setup"), notes=tuple(_set_up(setup, seen)))
    else:
        name = say("voyages.setup.round", number=seen.round)
        yield Notes(id=SETUP, name=name, notes=tuple(_laid_out(setup, seen)))


def _set_up(setup: Setup, seen: State) -> Iterator[Note[Text]]:
    """The common things first, then what each seat begins with (V1 to V4)."""
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
    for seat in seats_of(seen):
        yield _task(f"seat.{seat}", _begins_with(setup, seat), seat)
    yield _task("dealt", say("voyages.setup.goals_expert" if agreed.expert else "voyages.setup.goals"))
    yield _task("first", say("voyages.setup.first", seat=seen.first))


def _begins_with(setup: Setup, seat: int) -> Text:
    start = setup.edition.start
    return say(
        "voyages.setup.seat",
        person=person_word(setup.person(seat)),
        n=start.coins[seat - 1],
        camels=start.camels,
        dice=start.dice,
        posts=setup.posts(seat),
    )


def _laid_out(setup: Setup, seen: State) -> Iterator[Note[Text]]:
    """What a new round wants (V5)."""
    yield _task("first", say("voyages.setup.first", seat=seen.first))
    yield _task("row", say("voyages.setup.row", n=setup.edition.row.cards))
    yield _task("black", say("voyages.setup.dice_back", n=setup.edition.start.black_dice))


def _task(name: str, says: Text, seat: int | None = None) -> Note[Text]:
    return Note(id=f"{SETUP}.{name}", says=says, tone=Tone.TASK, seat=seat)
