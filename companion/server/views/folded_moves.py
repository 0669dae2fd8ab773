"""The moves of a past game for its page: by rounds and turns, which unfold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.rules.text import say
from companion.rules.viewer import PUBLIC
from companion.server.views.view_types import MoveView, SheetLineView
from companion.support.frozen_dataclasses import frozen
from companion.table.history_queries import TurnSpan, turn_spans
from companion.table.table import Table
from companion.table.turning_point import TurningPoint
from companion.words.catalogue import Words
from companion.words.event_lines import turn_line, without_name


@frozen
class FoldedLine:
    """The lines of a move that have the same reason."""

    seat: int
    amounts: str
    """Their amounts, joined: −3 camels, +6 points."""
    text: str | None
    ruling: str | None
    reading: str | None


@frozen
class FoldedMove:
    """A move with its lines."""

    entry: int
    seat: int
    text: str
    lines: Sequence[FoldedLine]


@frozen
class FoldedTurn:
    """A turn or a phase between turns, with its moves."""

    title: str
    result: str
    """Sentence about the gains and losses of the turn; empty before it has ended."""
    seat: int | None
    """The seat whose turn it is; None in a phase."""
    moves: Sequence[FoldedMove]
    is_open: bool


@frozen
class FoldedRound:
    """The turns of a round; in a game without rounds all turns are in one."""

    title: str
    """Empty without rounds."""
    turns: Sequence[FoldedTurn]
    is_open: bool


def folded_moves(
    table: Table, moves: Sequence[MoveView], point: TurningPoint | None, words: Words
) -> tuple[FoldedRound, ...]:
    """Return these moves, which follow each other, by rounds and turns; the turn that decided the game is open."""
    if not moves:
        return ()
    spans = _spans_within(table, moves[0]["entry"], moves[-1]["entry"])
    by_round = groupby(spans, key=lambda span: table.match.round(table.before(span.first)))
    return tuple(_round(table, number, [*own], moves, point, words) for number, own in by_round)


def _round(
    table: Table,
    number: int | None,
    spans: Sequence[TurnSpan],
    moves: Sequence[MoveView],
    point: TurningPoint | None,
    words: Words,
) -> FoldedRound:
    turns = tuple(_turn(table, span, moves, point, words) for span in spans)
    title = "" if number is None else words("turn.round", n=number) if number else words("moves.before_rounds")
    return FoldedRound(title, turns, any(turn.is_open for turn in turns))


def _turn(
    table: Table, span: TurnSpan, moves: Sequence[MoveView], point: TurningPoint | None, words: Words
) -> FoldedTurn:
    if span.seat is None or span.turn is None:
        title = words("moves.phase")
    else:
        whose = words.of(say("moves.turn", seat=span.seat), table.names)
        title = words("web.game.turn", n=span.turn, whose=whose)
    text = turn_line(table, span, words, PUBLIC, now=table.state) if span.ended else ""
    result = without_name(text, table.names[span.seat - 1]) if span.seat is not None else text
    note = words("table.typed", what="")
    own, is_noted = [], result.endswith(note)  # that a result was typed in is said once a turn
    for move in moves:
        if span.first <= move["entry"] <= span.last:
            text = move["text"].removesuffix(note) if is_noted else move["text"]
            is_noted = is_noted or text.endswith(note)
            own.append(FoldedMove(move["entry"], move["seat"], text, tuple(_fold_lines(move["lines"]))))
    return FoldedTurn(title, result, span.seat, own, point is not None and span.first <= point.entry <= span.last)


def _fold_lines(lines: Sequence[SheetLineView]) -> Iterator[FoldedLine]:
    """Yield the lines of a move, those that follow each other and have the same reason as one."""

    def reason(line: SheetLineView) -> tuple[int, str | None, str | None, str | None]:
        return line["seat"], line["text"], line["ruling"], line.get("reading")

    for (seat, text, ruling, reading), own in groupby(lines, reason):
        yield FoldedLine(seat, ", ".join(line["amount"] for line in own), text, ruling, reading)


def _spans_within(table: Table, first: int, last: int) -> Iterator[TurnSpan]:
    """Return the turns and phases that have some of these entries, oldest first."""
    spans = []
    for span in turn_spans(table):
        if span.last < first:
            break
        if span.first <= last:
            spans.append(span)
    return reversed(spans)
