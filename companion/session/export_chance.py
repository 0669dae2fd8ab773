"""What an export says of chance: commitments, every draw, what was typed in, and the seeds once they are revealed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.fields import Json
from companion.rules.game import move_to_json
from companion.session.draws import Commitment, Drawn, says_otherwise
from companion.session.paper import Paper
from companion.session.table import Table


@dataclass(frozen=True, slots=True)
class Made:
    """How an entry that stands came to its chance."""

    drawn: Drawn | None
    typed: bool
    move: Mapping[str, Json]
    """All of it, secrets too."""

    @property
    def otherwise(self) -> bool:
        """Whether the move says otherwise than was asked when it was drawn."""
        return self.drawn is not None and says_otherwise(self.move, self.drawn)

    def hides(self, shown: Mapping[str, Any]) -> bool:
        """Whether something of it is left out where it is shown so."""
        return any(shown.get(name) != value for name, value in self.move.items())


@dataclass(frozen=True, slots=True)
class Story:
    """All that happened about chance, with or without the rules of the game."""

    commitments: tuple[Commitment, ...]
    draws: Sequence[Drawn]
    made: tuple[Made, ...]
    """By entry, from 1."""


def story_of(told: Table | Paper) -> Story:
    """What happened about chance in a game."""
    if isinstance(told, Paper):
        made = tuple(Made(one.drawn, one.typed, one.move) for one in told.entries)
    else:
        whole = (entry.played for entry in told.entries)
        made = tuple(Made(one.drawn, one.typed, move_to_json(one.move)) for one in whole)
    return Story(told.commitments, told.draws, made)


def with_chance(story: Story, entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries of an export, each with the line of its draw before it, or with the mark that it was typed in.

    A draw that stands no more, because its move was taken back or changed, comes before the first draw made later
    that stands, or after the last entry; a commitment before the first draw from its seed; the seeds at the end. The
    values, and what was asked, are those that `entries` show: null where the move hides them. Of what stands no more
    the values are hidden where any chance is, and what was asked where anything is: nobody can say any more what of
    it would be a secret.
    """
    if not story.commitments:
        return list(entries)
    pairs = [*zip(entries, story.made, strict=True)]
    no_values = any("chance" in shown and shown["chance"] is None for shown, _ in pairs)
    said = _Saying(story, no_values, any(made.hides(shown) for shown, made in pairs))
    for number, (shown, made) in enumerate(pairs, 1):
        if made.drawn is not None:
            said.until(made.drawn.number)
            said.draw(made.drawn, number, shown["chance"], _asked(made.drawn, made, shown), corrected=made.otherwise)
        elif made.typed and "chance" in shown:
            said.lines.append({"kind": "typed", "entry": number, "values": shown["chance"]})
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

    def __init__(self, story: Story, no_values: bool, no_asked: bool) -> None:
        """`no_values` and `no_asked` say what is hidden of the draws that stand no more."""
        self.lines: list[dict[str, Any]] = []
        self._story = story
        self._no_values = no_values
        self._no_asked = no_asked
        self._standing = {made.drawn.number for made in story.made if made.drawn is not None}
        self._next = 0
        self._committed = 0
        self.commit(1)

    def until(self, number: int) -> None:
        """Tell the draws before this one that stand no more."""
        for one in self._story.draws[self._next : number]:
            if one.number not in self._standing:
                asked = dict(one.asked) if one.asked is not None and not self._no_asked else None
                self.draw(one, None, None if self._no_values else list(one.values), asked)
        self._next = max(self._next, number)

    def draw(
        self, one: Drawn, entry: int | None, values: Any, asked: dict[str, Json] | None, *, corrected: bool = False
    ) -> None:
        """Tell a draw; `corrected` where its move was changed to say otherwise than was asked."""
        self.commit(one.commitment + 1)
        line: dict[str, Any] = {"kind": "draw", "entry": entry, "name": one.name, "of": [list(part) for part in one.of]}
        if one.weights:
            line["weights"] = list(one.weights)
        if one.asked is not None:
            line["asked"] = asked
        marks = {name: True for name, there in (("again", one.again), ("corrected", corrected)) if there}
        self.lines.append({**line, "values": values, **marks})

    def commit(self, count: int) -> None:
        """Tell the commitments up to so many of them."""
        for one in self._story.commitments[self._committed : count]:
            form: dict[str, Any] = {"form": one.form} if one.form > 1 else {}
            if one.from_file:
                form["from_file"] = True
            self.lines.append({"kind": "commitment", **form, "sha256": one.sha256, "words": list(one.words)})
        self._committed = max(self._committed, count)
