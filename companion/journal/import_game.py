"""Import of one exported game: its file becomes rows of this journal, a past game or one that can be continued."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.chance.moves_file_lines import FileLine, read_lines
from companion.chance.seed import SEED_BYTES
from companion.journal.journal import Journal
from companion.journal.moves_file import BadFileError, check_is_game, replay_file, standings_json
from companion.journal.replay import apply_seed_rows
from companion.journal.rows import (
    IMPORT_SOURCE,
    NO_PREVIOUS_HASH,
    Row,
    RowDraft,
    RowKind,
    Stamp,
    chain,
    chance_bodies,
    committed_body,
    played_body,
    revealed_body,
    started_body,
)
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.game import Game, move_from_json
from companion.rules.rule_errors import RulesError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table import amendments
from companion.table import table as tables
from companion.table.draw_record import from_body, has_chance_moves
from companion.table.game_summary import game_summary
from companion.table.salted_match_hash import SALT_BYTES, SealedMatch
from companion.table.session_errors import NothingToDoError
from companion.table.table import CompleteMove, Table

MOST_BYTES = 512 * 1024
"""Maximum bytes of a file; that of an evening has a tenth of them."""


@frozen
class ImportedGame:
    """An imported game and its rows."""

    table: Table
    rows: tuple[Row, ...]
    draws_lost: bool
    """True if something in it was drawn but now counts as typed in: only its file can be checked."""


def import_game(
    data: bytes,
    games: tuple[Game, ...],
    number: int,
    stamp: Stamp,
    seed: Callable[[], bytes],
    salt: Callable[[], bytes],
) -> ImportedGame:
    """Return the game of a moves file as rows of a journal, under this number; nothing is written.

    The draws of the box stay draws, with their commitment, if the file reveals the seed; otherwise the origin of
    the values can no longer be proved, and they count as typed in. An unfinished game gets a fresh commitment:
    otherwise anybody who wrote the file, or has it, would know the coming throws.

    Raises BadFileError or IllegalLineError if the file is no whole game, something in it was altered, or its moves
    or its result are not those of the present rules.
    """
    if len(data) > MOST_BYTES:
        raise BadFileError(None, say("file.too_long", n=MOST_BYTES // 1024))
    check_is_game(data)
    report = check_moves_file(data, games)
    for fault in report.faults:
        raise BadFileError(fault.problem.line, fault.reason or say(f"verify.code.{fault.problem.code.value}"))
    table = report.table or replay_file(data, games)
    lines = read_lines(data)
    end = next((line for line in lines if line.kind == "end"), None)
    if end is not None and (end.body or {}).get("standings") != standings_json(table):
        raise BadFileError(end.number, say("verify.code.wrong_result"))
    try:
        return _RowWriter(table, number, stamp, salt, seed).write_drawn(lines)
    except (LookupError, RulesError, NothingToDoError, TypeError, ValueError):
        return _RowWriter(table, number, stamp, salt, seed).write_typed(lines)


def import_into(journal: Journal, data: bytes, games: tuple[Game, ...]) -> ImportedGame:
    """Import a game into a journal that no companion is using. Raises as `import_game` does, and NotSavedError."""
    seed, salt = partial(secrets.token_bytes, SEED_BYTES), partial(secrets.token_bytes, SALT_BYTES)
    imported = import_game(data, games, journal.next_number(), Stamp(int(time.time()), IMPORT_SOURCE), seed, salt)
    journal.append(imported.rows, game_summary(imported.table))
    return imported


class _RowWriter:
    """Writer of the rows of a game, one move after the other."""

    def __init__(
        self, played: Table, number: int, stamp: Stamp, salt: Callable[[], bytes], seed: Callable[[], bytes]
    ) -> None:
        """Start a game with the setup of `played`, the table that its moves lead to."""
        self._played = played
        self._stamp = stamp
        self._salt = salt
        self._seed = seed
        self._table = tables.start(played.game, played.names, played.match.options, number)
        self._rows: list[Row] = []
        self._draws_lost = False

    def write_drawn(self, lines: Sequence[FileLine]) -> ImportedGame:
        """Write the game with every draw of the file, and the seed that it reveals.

        Raises LookupError, TypeError, ValueError or RulesError if the file does not have all of that, has changes of
        its setup or moves that were changed after their draw, or if a draw that no longer stands cannot be repeated
        where the file has it.
        """
        sealed = self._seal_of_file(lines)
        (seed,) = (line.body or {} for line in lines if line.kind == "seed")
        (_,) = (line for line in lines if line.kind == "commitment")
        self._begin(sealed, [committed_body(bytes.fromhex(seed["seed"]), sealed.digest())])
        draw: Mapping[str, Any] = {}
        for line in lines:
            body = dict(line.body or {})
            if line.kind in ("draw", "typed"):
                draw = body
                if body["entry"] is None:
                    self._write_retracted_draw(body)
                    draw = {}
            elif line.is_entry and line is not lines[0]:
                self._write_move(body, draw)
                draw = {}
        return self._finish()

    def write_typed(self, lines: Sequence[FileLine]) -> ImportedGame:
        """Write the game as if every value had been typed in."""
        self._draws_lost = any(line.kind == "draw" for line in lines)
        # A finished game draws nothing more: the words of a commitment would never have been shown to anybody.
        unfinished = has_chance_moves(self._table.game) and not self._played.over
        try:
            sealed = self._seal_of_file(lines)
        except (LookupError, TypeError, ValueError):
            sealed = SealedMatch.of(self._table.match, self._table.version, self._salt(), occasions=unfinished)
        commitment = [committed_body(self._seed(), sealed.digest(), from_file=True)] if unfinished else []
        self._begin(sealed, commitment)
        for entry in self._played.entries:
            played = replace(entry.played, typed=hasattr(entry.played.move, "chance"), drawn=None, spends=None)
            self._write_played(played)
        return self._finish()

    def _seal_of_file(self, lines: Sequence[FileLine]) -> SealedMatch:
        """Return the setup, under the salt of the file. Raises as `write_drawn` does if it is missing or changed."""
        (match,) = (line.body or {} for line in lines if line.kind == "match")
        document = {name: value for name, value in match.items() if name not in ("kind", "salt")}
        sealed = SealedMatch(document, bytes.fromhex(match["salt"]).hex())
        if not sealed.matches(self._table.match):
            raise ValueError("it began otherwise")
        return sealed

    def _begin(self, sealed: SealedMatch, commitment: Sequence[RowDraft]) -> None:
        table = replace(self._table, sealed=(sealed,), seq=0)
        after = apply_seed_rows(table, commitment)
        self._write([started_body(sealed), *commitment], table, after)

    def _write_move(self, body: dict[str, Any], chance_line: Mapping[str, Any]) -> None:
        """Write the row of one move.

        `chance_line` is the chance line above it, if any: a draw, or a typed result with the name of the taken-back
        draw that it spends. Raises ValueError if the move was changed after its draw.
        """
        seat = body.pop("seat")
        if chance_line.get("corrected"):
            raise ValueError("changed after its draw")
        drawn, spends = None, None
        if chance_line.get("kind") == "draw":
            drawn = self._draw_of_line(chance_line, seat, body)
        elif chance_line.get("spends") is not None:
            *_, purpose, n = chance_line["spends"].split("/")
            spends = (purpose, int(n))
        self._write_played(
            CompleteMove(
                seat, move_from_json(self._table.game, body), chance_line.get("kind") == "typed", drawn, spends
            )
        )

    def _write_retracted_draw(self, draw: Mapping[str, Any]) -> None:
        """Write a draw that no longer stands: its move is made and taken back."""
        _, seat, purpose, _ = draw["name"].split("/")
        body = {"move": purpose.partition(".")[0], **draw["asked"], "chance": draw["values"]}
        self._write_played(
            CompleteMove(
                int(seat), move_from_json(self._table.game, body), drawn=self._draw_of_line(draw, int(seat), body)
            )
        )
        self._write([(RowKind.TAKEN_BACK, None, {})], self._table, amendments.take_back(self._table))

    def _draw_of_line(self, draw: Mapping[str, Any], seat: int, body: Mapping[str, Any]) -> Any:
        details = {"name": draw["name"], "n": int(draw["name"].rpartition("/")[2]), "of": draw["of"]}
        details |= {"weights": draw.get("weights", []), "asked": draw["asked"], "moment": self._table.moment}
        if "occasion" in draw:
            details["occasion"] = draw["occasion"]
        drawn = from_body(details, seat, body["move"], draw["values"], self._table.draws, 0)
        if drawn.repeated != bool(draw.get("again")):
            raise ValueError("drawn before")
        return drawn

    def _write_played(self, played: CompleteMove) -> None:
        after = tables.play(self._table, [played], self._table.seq + 1)
        self._write([(RowKind.PLAYED, played.seat, played_body(after.entries[-1].played))], self._table, after)

    def _write(self, bodies: Sequence[RowDraft], before: Table, after: Table) -> None:
        previous = self._rows[-1].hash() if self._rows else NO_PREVIOUS_HASH
        rows, self._table = chain(before, previous, self._stamp, bodies, after)
        self._rows.extend(rows)

    def _finish(self) -> ImportedGame:
        table = self._table
        if not table.over and table.commitments and not table.commitments[-1].from_file:
            last = table.commitments[-1]
            commitment = committed_body(self._seed(), last.match, from_file=True)
            bodies = [revealed_body(last, {}), commitment]
        else:
            bodies = chance_bodies(table, self._seed)
        if bodies:
            self._write(bodies, table, apply_seed_rows(table, bodies))
        return ImportedGame(self._table, tuple(self._rows), self._draws_lost)
