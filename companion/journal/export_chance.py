"""What an export says of chance: commitments, every draw, what was typed in, and the seeds once they are revealed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.chance.replaced_draws import Occasion, StandingDraw, replaced_draws
from companion.chance.seeded_draws import DrawName
from companion.journal.recorded_game import Noted, RecordedGame
from companion.rules.fields import Json
from companion.rules.game import move_to_json
from companion.support.frozen import frozen
from companion.table.counts import moved_draws, replaced
from companion.table.draw_record import Commitment, Drawn, first_of, says_otherwise
from companion.table.table import Played, Table


@frozen
class Made:
    """How an entry that stands came to its chance."""

    drawn: Drawn | None
    typed: bool
    move: Mapping[str, Json]
    """All of it, secrets too."""
    instead_of: str | None = None
    """The name of the draw that its own stands in place of."""
    spends: str | None = None
    """The name of the draw that was taken back, and that its typed result is there instead of."""
    moved_to: Occasion | None = None
    """Where its draw stands now, if that is another round or turn than it was made for."""

    @property
    def otherwise(self) -> bool:
        """Whether the move says otherwise than was asked when it was drawn."""
        return self.drawn is not None and says_otherwise(self.move, self.drawn)

    def hides(self, shown: Mapping[str, Any]) -> bool:
        """Whether something of it is left out where it is shown so."""
        return any(shown.get(name) != value for name, value in self.move.items())


@frozen
class Story:
    """All that happened about chance, with or without the rules of the game."""

    commitments: tuple[Commitment, ...]
    draws: Sequence[Drawn]
    made: tuple[Made, ...]
    """By entry, from 1."""
    begun: bool
    """The file says what the game began with: then each result says where it came from, though nothing was drawn."""


def story_of(told: Table | RecordedGame) -> Story:
    """What happened about chance in a game."""
    if isinstance(told, RecordedGame):
        moved, instead, game = told.moved, _replaced_on(told), told.game
        every: list[tuple[Played | Noted, Mapping[str, Json]]] = [(one, one.move) for one in told.entries]
    else:
        moved, instead, game = moved_draws(told), replaced(told), told.game.id
        every = [(entry.played, move_to_json(entry.played.move)) for entry in told.entries]
    made = tuple(
        Made(one.drawn, one.typed, move, instead.get(number), _spent(one, game, told.draws), moved.get(number))
        for number, (one, move) in enumerate(every, 1)
    )
    return Story(told.commitments, told.draws, made, begun=bool(told.sealed))


def _replaced_on(paper: RecordedGame) -> Mapping[int, str]:
    """Return by entry, from 1, the name of the draw in whose place its own stands, as far as it is known.

    The row that ended the game says so. Before that the draws alone tell most of it.
    """
    spent = {_spent(one, paper.game, paper.draws) for one in paper.entries}
    drawn = [(number, one.drawn) for number, one in enumerate(paper.entries, 1) if one.drawn is not None]
    standing = [StandingDraw(one, paper.moved.get(number)) for number, one in drawn]
    found = {}
    for (number, _), names in zip(drawn, replaced_draws(paper.draws, standing), strict=True):
        unspent = [name for name in names if name not in spent]
        if unspent:
            found[number] = unspent[0]
    return {**found, **paper.instead}


def _spent(one: Played | Noted, game: str, draws: Sequence[Drawn]) -> str | None:
    """The name of the draw that a typed result spends; None where the draw does not say what it was made for."""
    if one.spends is None:
        return None
    name = str(DrawName(game, one.seat, *one.spends))
    first = first_of(draws, name)
    return name if first is not None and first.occasion is not None else None


def with_chance(story: Story, entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries of an export, each with the line of its draw before it, or with the mark that it was typed in.

    A draw that stands no more, because its move was taken back or changed, comes before the first draw made later
    that stands, or after the last entry. So does one whose entry comes later, because its seat has taken it back and
    restored it; with that entry it is told again. A commitment comes before the first draw from its seed; the seeds at
    the end. The values, and what was asked, are those that `entries` show: null where the move hides them. Of what
    stands no more the values are hidden where any chance is, and what was asked where anything is: nobody can say any
    more what of it would be a secret.
    """
    if not (story.commitments or story.begun):
        return list(entries)
    pairs = [*zip(entries, story.made, strict=True)]
    no_values = any("chance" in shown and shown["chance"] is None for shown, _ in pairs)
    standing = {one.drawn.number: (shown, one) for shown, one in pairs if one.drawn is not None}
    said = _Saying(story, standing, no_values, any(made.hides(shown) for shown, made in pairs))
    for number, (shown, made) in enumerate(pairs, 1):
        if made.drawn is not None:
            said.until(made.drawn.number)
            said.draw(made.drawn, number, shown["chance"], _asked(made.drawn, made, shown), made)
        elif made.typed and "chance" in shown:
            spends = {"spends": made.spends} if made.spends is not None else {}
            said.lines.append({"kind": "typed", "entry": number, "values": shown["chance"], **spends})
        said.lines.append(shown)
    said.until(len(story.draws))
    said.commit(len(story.commitments))
    return said.lines + [{"kind": "seed", "seed": seed} for seed in _shown(story.commitments)]


def _asked(drawn: Drawn, made: Made, shown: Mapping[str, Any]) -> dict[str, Json] | None:
    """What was asked before a draw, as far as its move is shown; None in older games, which did not keep it."""
    if drawn.asked is None:
        return None
    hides = made.hides(shown)
    return {name: None if hides and shown.get(name) != value else value for name, value in drawn.asked.items()}


def _shown(commitments: Iterable[Commitment]) -> list[str]:
    return [one.shown for one in commitments if one.shown is not None]


class _Saying:
    """Lines on their way: which draws and commitments were told."""

    def __init__(
        self, story: Story, standing: Mapping[int, tuple[Mapping[str, Any], Made]], no_values: bool, no_asked: bool
    ) -> None:
        """`standing` has the entry of each draw that stands, as shown and as made, by the draw's number.

        `no_values` and `no_asked` say what is hidden of the others.
        """
        self.lines: list[dict[str, Any]] = []
        self._story = story
        self._no_values = no_values
        self._no_asked = no_asked
        self._standing = standing
        self._told: set[int] = set()
        """The draws that were told; those before `_next` all were."""
        self._next = 0
        self._committed = 0
        self.commit(1)

    def until(self, number: int) -> None:
        """Tell the draws before this one that were not told yet."""
        for one in self._story.draws[self._next : number]:
            if one.number in self._told:
                continue
            if one.number in self._standing:
                shown, made = self._standing[one.number]
                self.draw(one, None, shown["chance"], _asked(one, made, shown))
            else:
                asked = dict(one.asked) if one.asked is not None and not self._no_asked else None
                self.draw(one, None, None if self._no_values else list(one.values), asked)
        self._next = max(self._next, number)

    def draw(
        self, one: Drawn, entry: int | None, values: Any, asked: dict[str, Json] | None, made: Made | None = None
    ) -> None:
        """Tell a draw, and of the move that was `made` with it whether it says otherwise, and what it replaces."""
        self.commit(one.commitment + 1)
        line: dict[str, Any] = {"kind": "draw", "entry": entry, "name": one.name, "of": [list(part) for part in one.of]}
        if one.weights:
            line["weights"] = list(one.weights)
        if one.asked is not None:
            line["asked"] = asked
        if one.occasion is not None:
            line["occasion"] = list(one.occasion)
        line["values"] = values
        if one.again or one.number in self._told:
            line["again"] = True
        self._told.add(one.number)
        if made is not None and made.otherwise:
            line["corrected"] = True
        if made is not None and made.moved_to is not None:
            line["moved_to"] = list(made.moved_to)
        if made is not None and made.instead_of is not None:
            line["instead_of"] = made.instead_of
        self.lines.append(line)

    def commit(self, count: int) -> None:
        """Tell the commitments up to so many of them."""
        for one in self._story.commitments[self._committed : count]:
            form: dict[str, Any] = {"form": one.form} if one.form > 1 else {}
            if one.from_file:
                form["from_file"] = True
            self.lines.append({"kind": "commitment", **form, "sha256": one.sha256, "words": list(one.words)})
        self._committed = max(self._committed, count)
