"""Chance in an export: commitments, every draw, typed values, and the seeds once they are revealed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from companion.chance.replaced_draws import Occasion, UsedDraw, replaced_draws
from companion.chance.seeded_draws import DrawName
from companion.journal.recorded_game import RecordedGame, RecordedMove
from companion.rules.fields import Json
from companion.rules.game import move_to_json
from companion.support.frozen_dataclasses import frozen
from companion.table.draw_record import Commitment, DrawRecord, differs_from_draw, first_draw_named
from companion.table.history_queries import moved_draws, replaced_draw_names
from companion.table.table import CompleteMove, Table


@frozen
class EntryChance:
    """Origin of the chance of an entry that stands."""

    drawn: DrawRecord | None
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
    def corrected(self) -> bool:
        """True if the fields of the move differ from those asked before the draw."""
        return self.drawn is not None and differs_from_draw(self.move, self.drawn)

    def hides(self, view: Mapping[str, Any]) -> bool:
        """Return whether a view of the move leaves something out."""
        return any(view.get(name) != value for name, value in self.move.items())


@frozen
class ChanceHistory:
    """Everything that happened about chance in a game, with or without its rules."""

    commitments: tuple[Commitment, ...]
    draws: Sequence[DrawRecord]
    entries: tuple[EntryChance, ...]
    """By entry, from 1."""
    has_setup: bool
    """True if the file gives the setup: then each result has its origin, even if nothing was drawn."""


def chance_history(game: Table | RecordedGame) -> ChanceHistory:
    """Return everything that happened about chance in a game."""
    if isinstance(game, RecordedGame):
        moved_to, instead_of, game_id = game.moved_draws, _replaced_draw_names(game), game.game
        moves: list[tuple[CompleteMove | RecordedMove, Mapping[str, Json]]] = [
            (entry, entry.move) for entry in game.entries
        ]
    else:
        moved_to, instead_of, game_id = moved_draws(game), replaced_draw_names(game), game.game.id
        moves = [(entry.played, move_to_json(entry.played.move)) for entry in game.entries]
    chance = tuple(
        EntryChance(
            played.drawn,
            played.typed,
            move,
            instead_of.get(number),
            _spent_draw(played, game_id, game.draws),
            moved_to.get(number),
        )
        for number, (played, move) in enumerate(moves, 1)
    )
    return ChanceHistory(game.commitments, game.draws, chance, has_setup=bool(game.sealed))


def _replaced_draw_names(recorded: RecordedGame) -> Mapping[int, str]:
    """Return by entry, from 1, the name of the draw that its own draw replaces, as far as it is known.

    The row that ended the game has these names. Before that, most of them follow from the draws alone.
    """
    spent = {_spent_draw(entry, recorded.game, recorded.draws) for entry in recorded.entries}
    draws = [(number, entry.drawn) for number, entry in enumerate(recorded.entries, 1) if entry.drawn is not None]
    standing_draws = [UsedDraw(draw, recorded.moved_draws.get(number)) for number, draw in draws]
    replaced_names = {}
    for (number, _), names in zip(draws, replaced_draws(recorded.draws, standing_draws), strict=True):
        unspent = [name for name in names if name not in spent]
        if unspent:
            replaced_names[number] = unspent[0]
    return {**replaced_names, **recorded.replaced_draws}


def _spent_draw(played: CompleteMove | RecordedMove, game: str, draws: Sequence[DrawRecord]) -> str | None:
    """Return the name of the draw that a typed result spends; None if the draw does not say what it was made for."""
    if played.spends is None:
        return None
    name = str(DrawName(game, played.seat, *played.spends))
    first = first_draw_named(draws, name)
    return name if first is not None and first.occasion is not None else None


def with_chance(
    history: ChanceHistory, entries: Sequence[dict[str, Any]], hidden_draws: Collection[int] = ()
) -> list[dict[str, Any]]:
    """Return the entries of an export, each with the line of its draw before it, or with the mark that it was typed in.

    A draw that no longer stands, because its move was taken back or changed, comes before the first later draw that
    stands, or after the last entry. So does a draw whose entry comes later, because its seat has taken it back and
    restored it; it is repeated with that entry. A commitment comes before the first draw from its seed; the seeds
    come at the end.

    Values and asked fields are those that `entries` show: null if the move hides them. For draws that no longer
    stand, the values are hidden if `hidden_draws` has their number, and the asked fields if anything is hidden: it can
    no longer be decided which of them would be a secret.
    """
    if not (history.commitments or history.has_setup):
        return list(entries)
    pairs = [*zip(entries, history.entries, strict=True)]
    standing_entries = {chance.drawn.number: (view, chance) for view, chance in pairs if chance.drawn is not None}
    lines = _ChanceLines(history, standing_entries, hidden_draws, any(chance.hides(view) for view, chance in pairs))
    for number, (view, chance) in enumerate(pairs, 1):
        if chance.drawn is not None:
            lines.write_draws_before(chance.drawn.number)
            lines.write_draw(chance.drawn, number, view["chance"], _visible_asked(chance.drawn, chance, view), chance)
        elif chance.typed and "chance" in view:
            spends = {"spends": chance.spends} if chance.spends is not None else {}
            lines.lines.append({"kind": "typed", "entry": number, "values": view["chance"], **spends})
        lines.lines.append(view)
    lines.write_draws_before(len(history.draws))
    lines.write_commitments(len(history.commitments))
    return lines.lines + [{"kind": "seed", "seed": seed} for seed in _revealed_seeds(history.commitments)]


def _visible_asked(draw: DrawRecord, chance: EntryChance, view: Mapping[str, Any]) -> dict[str, Json] | None:
    """Return the fields asked before a draw, as far as its move shows them; None in older games, which lack them."""
    if draw.fixed is None:
        return None
    hides = chance.hides(view)
    return {name: None if hides and view.get(name) != value else value for name, value in draw.fixed.items()}


def _revealed_seeds(commitments: Iterable[Commitment]) -> list[str]:
    return [commitment.revealed_seed for commitment in commitments if commitment.revealed_seed is not None]


class _ChanceLines:
    """Lines in the making, with the draws and commitments written so far."""

    def __init__(
        self,
        history: ChanceHistory,
        standing_entries: Mapping[int, tuple[Mapping[str, Any], EntryChance]],
        hidden_draws: Collection[int],
        hide_asked: bool,
    ) -> None:
        """Start with the first commitment.

        `standing_entries` has the entry of each draw that stands, its view and its chance, by the draw's number.
        Of the others, those with a number in `hidden_draws` have no values, and with `hide_asked` none has its asked
        fields.
        """
        self.lines: list[dict[str, Any]] = []
        self._history = history
        self._hidden_draws = hidden_draws
        self._hide_asked = hide_asked
        self._standing_entries = standing_entries
        self._written: set[int] = set()
        """The numbers of the draws written so far; all those before `_next` are."""
        self._next = 0
        self._committed = 0
        self.write_commitments(1)

    def write_draws_before(self, number: int) -> None:
        """Write the draws before this number that are not written yet."""
        for draw in self._history.draws[self._next : number]:
            if draw.number in self._written:
                continue
            if draw.number in self._standing_entries:
                view, chance = self._standing_entries[draw.number]
                self.write_draw(draw, None, view["chance"], _visible_asked(draw, chance, view))
            else:
                fields = dict(draw.fixed) if draw.fixed is not None and not self._hide_asked else None
                self.write_draw(draw, None, None if draw.number in self._hidden_draws else list(draw.values), fields)
        self._next = max(self._next, number)

    def write_draw(
        self,
        draw: DrawRecord,
        entry: int | None,
        values: Any,
        asked_fields: dict[str, Json] | None,
        chance: EntryChance | None = None,
    ) -> None:
        """Write a draw; with `chance`, also the draw that it replaces and whether its move was corrected."""
        self.write_commitments(draw.commitment_index + 1)
        line: dict[str, Any] = {
            "kind": "draw",
            "entry": entry,
            "name": draw.name,
            "of": [list(part) for part in draw.wanted],
        }
        if draw.weights:
            line["weights"] = list(draw.weights)
        if draw.fixed is not None:
            line["asked"] = asked_fields
        if draw.occasion is not None:
            line["occasion"] = list(draw.occasion)
        line["values"] = values
        if draw.repeated or draw.number in self._written:
            line["again"] = True
        self._written.add(draw.number)
        if chance is not None and chance.corrected:
            line["corrected"] = True
        if chance is not None and chance.moved_to is not None:
            line["moved_to"] = list(chance.moved_to)
        if chance is not None and chance.instead_of is not None:
            line["instead_of"] = chance.instead_of
        self.lines.append(line)

    def write_commitments(self, count: int) -> None:
        """Write the commitments before the one with this index."""
        for commitment in self._history.commitments[self._committed : count]:
            form: dict[str, Any] = {"form": commitment.form} if commitment.form > 1 else {}
            if commitment.from_file:
                form["from_file"] = True
            self.lines.append(
                {"kind": "commitment", **form, "sha256": commitment.sha256, "words": list(commitment.words)}
            )
        self._committed = max(self._committed, count)
