"""Locked draws: a throw that was taken back still binds its seat to its number, and to what was announced for it.

A throw that was taken back comes back the same, so its seat knows it. In the same round, or in a game without rounds in
the same turn, the seat may repeat it only as it was announced. Its name is spent once the seat has had that round or
turn, and another one comes; or by a typed result in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.chance.replaced_draws import Occasion, period
from companion.chance.seeded_draws import DrawName
from companion.rules.fields import Json
from companion.rules.match_functions import chance_of, options_of
from companion.rules.rule_errors import IllegalMoveError, RulesError
from companion.rules.text import say
from companion.support.frozen import frozen
from companion.table.counts import last_had, taken_back
from companion.table.draw_record import Drawn, says_otherwise
from companion.table.table import Moment, Played, Table


@frozen
class Bound:
    """A throw of a kind of move that was taken back, and would come back now."""

    first: Drawn
    """As it was made first, of those that could be repeated now if there are any."""
    legal: bool
    """It could be repeated as it was."""
    way_on: bool
    """There is something else for its seat to do."""

    @property
    def binds(self) -> bool:
        """Whether it may be repeated only as it was. Where it cannot be, and nothing else either, nobody is stuck."""
        return self.legal or self.way_on

    def refuses(self, asked: Mapping[str, Json]) -> bool:
        """Whether the same throw may not be made with this announcement."""
        return self.binds and dict(asked) != dict(self.first.asked or {})


def name_now(table: Table, seat: int, purpose: str) -> DrawName:
    """The name of the next draw of a seat for a purpose: its number is one more than the highest standing or spent."""
    moment, occasion = table.moment, table.occasion
    mine = [one for one in table.draws if (one.seat, one.purpose) == (seat, purpose)]
    standing = {one.number for one in table.standing_draws()}
    had = last_had(table, seat, occasion) if mine else None
    taken = [one.n for one in mine if one.number in standing or _was_earlier(one, moment, had)]
    typed = (entry.played.spends for entry in table.entries if entry.played.seat == seat)
    taken += [spent[1] for spent in typed if spent is not None and spent[0] == purpose]
    return DrawName(table.game.id, seat, purpose, 1 + max(taken, default=0))


def spent_now(table: Table, seat: int, purpose: str, move: Mapping[str, Json]) -> tuple[str, int] | None:
    """What a result typed in for this purpose now stands in the place of: a throw that was taken back; else None.

    It is one that was announced as the move says: a result for something else leaves it as it is.
    """
    name = name_now(table, seat, purpose)
    made = (one for one in table.draws if one.name == str(name))
    return (purpose, name.n) if any(not says_otherwise(move, one) for one in made) else None


def spent_then(
    table: Table, entry: int, seat: int, purpose: str, move: Mapping[str, Json], own: Played | None = None
) -> tuple[str, int] | None:
    """The same of a result that is typed in as the entry of this number, from 1, where it takes the place of `own`.

    The first of the throws for that round (or turn) on which nothing stands, and in whose place no other result does.
    """
    others = [one.played for number, one in enumerate(table.entries, 1) if own is None or number != entry]
    standing = {one.drawn.number for one in others if one.drawn is not None}
    names = {one.name for one in table.draws if one.number in standing}
    spent = {one.spends for one in others if one.seat == seat}
    now, was = period(table.occasion_of(entry)), own.drawn if own is not None else None
    found = [
        one.n
        for one in table.draws
        if (one.seat, one.purpose) == (seat, purpose)
        and one.name not in names
        and one.purpose_and_n not in spent
        and (one == was or (one.occasion is not None and period(one.occasion) == now))
        and not says_otherwise(move, one)
    ]
    return (purpose, min(found)) if found else None


def bound_by(table: Table, seat: int, kind: str) -> tuple[Bound, ...]:
    """The throws of this kind of move that were taken back and would come back now."""
    if not taken_back(table):
        return ()
    own = dict(_coming_back(table, seat))
    found = []
    for purpose, first in own.items():
        if _kind_of(purpose) == kind:
            found.append(Bound(first, _legal(table, first), _way_on(table, seat, kind, own)))
    return tuple(found)


def check_bound(table: Table, seat: int, kind: str, asked: Mapping[str, Json], purpose: str) -> None:
    """Refuse a throw that repeats one that was taken back, announced otherwise. Raises IllegalMoveError."""
    for one in bound_by(table, seat, kind):
        if one.first.purpose == purpose and one.refuses(asked):
            raise refusal()


def refusal() -> IllegalMoveError:
    """Why a throw is refused that was taken back and is announced otherwise now."""
    return IllegalMoveError(say("session.bound"))


def _was_earlier(one: Drawn, moment: Moment, had: Occasion | None) -> bool:
    """Whether a draw was for a round or turn that its seat has had by now; an older one says only when it was made."""
    if one.occasion is not None:
        return had is not None and period(one.occasion) <= had
    return one.moment is not None and one.moment < moment


def _coming_back(table: Table, seat: int) -> Iterator[tuple[str, Drawn]]:
    """By purpose, the draws of the names that a seat's next throws have, where they were made before.

    Of several of one name it is the first that could be repeated as it was: once its dice are others, or what it
    announced is refused now, the next one has been seen as well.
    """
    for purpose in {one.purpose for one in table.draws if one.seat == seat}:
        name = str(name_now(table, seat, purpose))
        made = [one for one in table.draws if one.name == name]
        if made and made[0].asked is not None:
            yield purpose, next((one for one in made if _legal(table, one)), made[0])


def _legal(table: Table, first: Drawn) -> bool:
    """Whether a throw could be made again as it was: with the same announcement, and of the same dice."""
    kind = _kind_of(first.purpose)
    try:
        wanted = chance_of(table.match, table.state, first.seat, kind, first.asked or {})
    except RulesError:
        return False
    if wanted is None or wanted.purpose(kind) != first.purpose:
        return False
    return (wanted.draws, wanted.weights) == (first.of, first.weights)


def _way_on(table: Table, seat: int, kind: str, coming_back: Mapping[str, Drawn]) -> bool:
    """Whether there is another kind of move that can be made, throws that would be refused likewise left out."""
    for option in options_of(table.match, table.state, seat):
        if option.refused is None and option.kind not in (kind, "correct"):
            others = [first for purpose, first in coming_back.items() if _kind_of(purpose) == option.kind]
            if all(_legal(table, first) for first in others):
                return True
    return False


def _kind_of(purpose: str) -> str:
    return purpose.partition(".")[0]
