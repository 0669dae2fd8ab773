"""Chance in an export: commitments, every draw, typed values, and the seeds once they are revealed."""

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
    """Origin of the chance of an entry that stands."""

    drawn: Drawn | None
    typed: bool
    move: Mapping[str, Json]
    """All of its fields, secrets too."""
    instead_of: str | None = None
    """Name of the draw that its own draw replaces."""
    spends: str | None = None
    """Name of the draw that was taken back, and that its typed result replaces."""
    moved_to: Occasion | None = None
    """Round and turn in which its draw stands now, if it was made for another."""

    @property
    def otherwise(self) -> bool:
        """True if the fields of the move differ from those asked before the draw."""
        return self.drawn is not None and says_otherwise(self.move, self.drawn)

    def hides(self, shown: Mapping[str, Any]) -> bool:
        """Return whether a view of the move leaves something out."""
        return any(shown.get(name) != value for name, value in self.move.items())


@frozen
class Story:
    """Everything that happened about chance in a game, with or without its rules."""

    commitments: tuple[Commitment, ...]
    draws: Sequence[Drawn]
    made: tuple[Made, ...]
    """By entry, from 1."""
    begun: bool
    """True if the file gives the setup: then each result has its origin, even if nothing was drawn."""


def story_of(told: Table | RecordedGame) -> Story:
    """Return everything that happened about chance in a game."""
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
    """Return by entry, from 1, the name of the draw that its own draw replaces, as far as it is known.

    The row that ended the game has these names. Before that, most of them follow from the draws alone.
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
    """Return the name of the draw that a typed result spends; None if the draw does not say what it was made for."""
    if one.spends is None:
        return None
    name = str(DrawName(game, one.seat, *one.spends))
    first = first_of(draws, name)
    return name if first is not None and first.occasion is not None else None


def with_chance(story: Story, entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries of an export, each with the line of its draw before it, or with the mark that it was typed in.

    A draw that no longer stands, because its move was taken back or changed, comes before the first later draw that
    stands, or after the last entry. So does a draw whose entry comes later, because its seat has taken it back and
    restored it; it is repeated with that entry. A commitment comes before the first draw from its seed; the seeds
    come at the end.

    Values and asked fields are those that `entries` show: null if the move hides them. For draws that no longer
    stand, the values are hidden if any chance is hidden, and the asked fields if anything is: it can no longer be
    decided which of them would be a secret.
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
    """Return the fields asked before a draw, as far as its move shows them; None in older games, which lack them."""
    if drawn.asked is None:
        return None
    hides = made.hides(shown)
    return {name: None if hides and shown.get(name) != value else value for name, value in drawn.asked.items()}


def _shown(commitments: Iterable[Commitment]) -> list[str]:
    return [one.shown for one in commitments if one.shown is not None]


class _Saying:
    """Lines in the making, with the draws and commitments written so far."""

    def __init__(
        self, story: Story, standing: Mapping[int, tuple[Mapping[str, Any], Made]], no_values: bool, no_asked: bool
    ) -> None:
        """Start with the first commitment.

        `standing` has the entry of each draw that stands, as shown and as made, by the draw's number. `no_values` and
        `no_asked` tell whether values and asked fields of the other draws are hidden.
        """
        self.lines: list[dict[str, Any]] = []
        self._story = story
        self._no_values = no_values
        self._no_asked = no_asked
        self._standing = standing
        self._told: set[int] = set()
        """The numbers of the draws written so far; all those before `_next` are."""
        self._next = 0
        self._committed = 0
        self.commit(1)

    def until(self, number: int) -> None:
        """Write the draws before this number that are not written yet."""
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
        """Write a draw, and for the move `made` with it the draw that it replaces and whether it was corrected."""
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
        """Write the commitments before the one with this index."""
        for one in self._story.commitments[self._committed : count]:
            form: dict[str, Any] = {"form": one.form} if one.form > 1 else {}
            if one.from_file:
                form["from_file"] = True
            self.lines.append({"kind": "commitment", **form, "sha256": one.sha256, "words": list(one.words)})
        self._committed = max(self._committed, count)
