"""Differences of two tables: what a change of earlier moves is said to do is what stands after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.rules.components import ComponentKind
from companion.rules.game import move_from_json
from companion.rules.moves import Line
from companion.rules.rule_errors import RulesError
from companion.rules.scene import PIECE_BLOCKS, Notes, Piece, Purse, Scene, Square, SquareRow, Squares, Tone
from companion.rules.text import Text
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.server.views.preview_view import preview_view
from companion.server.views.view_types import ChangesView
from companion.table import amendments
from companion.table import table as tables
from companion.table.random_play import complete_move, open_kinds, play_move
from companion.table.session_errors import MisfitsError
from companion.table.table import CompleteMove, Table
from companion.words.board_differences import (
    BoardDifferences,
    SeatDifference,
    board_differences,
    change_texts,
    general_texts,
)
from companion.words.catalogue import Words
from companion.words.spoken_blocks import block_lines
from companion.words.translated_scene import scene_of
from tests.games.lanterns import LANTERNS
from tests.kit.cases import Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import cut_table, whole_game
from tests.views.games import NAMES, expedition, play_moves, with_correction, with_move
from tests.views.given_scene import plain_text, table_with_scene

ENGLISH, FRENCH = Words("en"), Words("fr")
_PROMPTS = (Tone.NEXT, Tone.TASK, Tone.ASIDE)
_TRIES = 12


def random_change(table: Table, rnd: Random) -> Table | None:
    """Return the table after a random change of earlier moves, or a correction; None if none was allowed."""
    for _ in range(_TRIES):
        number = rnd.randint(1, len(table.entries))
        played, before = table.entries[number - 1].played, table.before(number)
        try:
            match rnd.choice(("leave out", "replace", "insert", "correct")):
                case "leave out":
                    return _without_misfits(lambda without, n=number: amendments.amend(table, n, None, without))
                case "replace":
                    move = _random_move(table, before, played.seat, rnd)
                    return _without_misfits(lambda without, n=number, m=move: amendments.amend(table, n, m, without))
                case "insert":
                    move = _random_move(table, before, rnd.choice(table.seats), rnd)
                    return _without_misfits(lambda without, n=number, m=move: amendments.insert(table, n, m, without))
                case _:
                    seat = rnd.choice(table.seats)
                    return play_move(table, seat, complete_move(table.match, table.state, seat, "correct", rnd))
        except (RulesError, IndexError):
            continue
    return None


def _random_move(table: Table, state: Any, seat: int, rnd: Random) -> CompleteMove:
    kind = rnd.choice(open_kinds(table.match, state, seat))
    return CompleteMove(
        seat, move_from_json(table.game, complete_move(table.match, state, seat, kind, rnd)), typed=True
    )


def _without_misfits(change: Any) -> Table:
    try:
        table: Table = change(())
    except MisfitsError as error:
        table = change(tuple(misfit.entry for misfit in error.misfits))
    return table


def places(scene: Scene[str]) -> dict[tuple[str, str], tuple[int | None, str]]:
    """Return the seat and the place of every piece, by its block and its id."""
    boards = [block for block in scene.blocks if isinstance(block, PIECE_BLOCKS)]
    return {(block.id, piece.id): (piece.seat, piece.at) for block in boards for piece in block.pieces}


def purses(scene: Scene[str]) -> dict[int, Purse[str]]:
    return {block.seat: block for block in scene.blocks if isinstance(block, Purse)}


def look(part: Any) -> Any:
    """Return a part of a scene without the numbers of entries, which an insertion moves, and without prompts."""
    if isinstance(part, Notes):
        part = replace(part, notes=tuple(note for note in part.notes if note.tone not in _PROMPTS))
    if isinstance(part, tuple):
        return tuple(look(each) for each in part)
    if is_dataclass(part):
        return {field.name: look(getattr(part, field.name)) for field in fields(part) if field.name != "entry"}
    return part


def check_promise(before: Table, after: Table, viewer: Viewer) -> BoardDifferences:
    """Check that the differences lead from what this viewer sees before to what it sees after."""
    differences = board_differences(before, after, viewer, ENGLISH)
    old, new = (scene_of(table, viewer, ENGLISH) for table in (before, after))
    expected = dict(places(old))
    for difference in differences.seats:
        for piece in difference.pieces:
            key = (piece.block, piece.piece)
            assert (expected[key][1] if key in expected else None) == piece.before
            expected.pop(key, None)
            if piece.after is not None:
                expected[key] = (difference.seat, piece.after)
    assert expected == places(new)
    by_seat = {difference.seat: difference for difference in differences.seats}
    for seat in before.seats:
        was, now = purses(old)[seat], purses(new)[seat]
        of_seat = by_seat.get(seat, SeatDifference(seat))
        holds = {held.thing: held for held in was.holds}
        for amount in of_seat.amounts:
            assert holds.pop(amount.thing, None) == amount.before
            if amount.after is not None:
                holds[amount.thing] = amount.after
        assert (of_seat.total or (was.total, was.total)) == (was.total, now.total)
        assert holds == {held.thing: held for held in now.holds}
        assert not (seat in differences.as_before and seat in by_seat)
    are_open = before.over and after.over
    expected_lines = sheet(before, viewer, are_open=are_open)
    for line in (line for difference in differences.seats for line in difference.lines):
        expected_lines[line.line] += -1 if line.falls_away else 1
    assert as_read(expected_lines) == as_read(sheet(after, viewer, are_open=are_open))
    for board in differences.boards:
        assert isinstance(board, PIECE_BLOCKS)
        shown = replace(board, pieces=tuple(piece for piece in board.pieces if not piece.ghost))
        assert look(shown) == next(look(block) for block in new.blocks if block.id == board.id)
        ghosts = {piece.id.removeprefix("ghost:"): piece.at for piece in board.pieces if piece.ghost}
        assert ghosts == {
            piece: place
            for (block, piece), (_, place) in places(old).items()
            if block == board.id and places(new).get((block, piece), (None, None))[1] != place
        }
    texts = [*general_texts(differences, after, ENGLISH)]
    if ENGLISH("board.nothing_else") in texts or differences.is_empty:
        assert [*others(before, viewer)] == [*others(after, viewer)]
    return differences


def sheet(table: Table, viewer: Viewer, *, are_open: bool) -> Counter[Line]:
    """Return how often the sheet has each line that this viewer may see, without those of places.

    With `are_open` the game is over before and after the change, so that nothing is secret.
    """
    visible = (line for _, line in table.lines() if not line.secret or viewer.sees(line.seat) or are_open)
    return Counter(line for line in visible if table.match.component(line.what).kind is not ComponentKind.PIECE)


def as_read(lines: Counter[Line]) -> Counter[tuple[int, str, int, str]]:
    """Return how often a reader sees each line: by its seat, its amount and its reason."""
    read: Counter[tuple[int, str, int, str]] = Counter()
    for line, times in lines.items():
        read[line.seat, line.what, line.by, ENGLISH.of(line.why, NAMES)] += times
    return +read


def others(table: Table, viewer: Viewer) -> Iterator[Any]:
    """Yield how the game's own blocks look, without the pieces of boards."""
    own_ids = {
        block.id for block in table.match.scene(table.match.player_view(table.state, viewer), viewer, None).blocks
    }
    for block in scene_of(table, viewer, ENGLISH).blocks:
        if isinstance(block, PIECE_BLOCKS):
            yield {**look(replace(block, pieces=())), "next": ()}
        elif block.id in own_ids and look(block).get("notes") != ():
            yield look(block)


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_what_is_promised_is_what_stands_after(case: Case, seed: int, rnd: Random) -> None:
    whole = whole_game(case, seed)
    table = cut_table(whole, rnd.randint(1, len(whole.entries)))
    after = random_change(table, rnd)
    if after is None:
        return
    for viewer in (PUBLIC, *map(as_seat, table.seats)):
        check_promise(table, after, viewer)


# In words.


def changes(before: Table, after: Table, viewer: Viewer = PUBLIC, words: Words = ENGLISH) -> ChangesView:
    """Return the changes that a preview shows."""
    return preview_view(before, after, viewer, words)["changes"]


def with_forgotten_step(table: Table, entry: int, seat: int) -> Table:
    """Return the table after a step that a seat forgot before an entry."""
    move = move_from_json(table.game, {"move": "step", "by": "cards"})
    return amendments.insert(table, entry, CompleteMove(seat, move))


@pytest.fixture
def race() -> Table:
    """Return an Expedition in which Inès stands on 5, Bao on 6, and Chloé on 4."""
    return play_moves(expedition(), "step", "end", "step", "step", "step", "end", "step", "end", "step")


def test_a_change_tells_each_seats_piece_and_who_stays(race: Table) -> None:
    after = with_forgotten_step(race, 4, 2)
    assert changes(race, after)["seats"] == [{"seat": 2, "texts": ["space\N{NO-BREAK SPACE}6 → 7"], "lines": []}]
    assert changes(race, after)["texts"] == ["Inès and Chloé: as before", "Nothing else changes."]


def test_changes_are_told_in_french(race: Table) -> None:
    view = changes(race, with_forgotten_step(race, 4, 2), words=FRENCH)
    assert view["seats"][0]["texts"] == ["case\N{NO-BREAK SPACE}6 → 7"]
    assert view["texts"] == ["Inès et Chloé\u00a0: comme avant", "Rien d’autre ne change."]


def test_a_board_shows_ghosts_of_places_left(race: Table) -> None:
    [board] = changes(race, with_correction(race, 3, 6, "space:1"))["boards"]
    ghosts = {piece["id"]: piece["at"] for piece in board["pieces"] if piece.get("ghost")}
    assert ghosts == {"ghost:camel:3:1": "place:4"}
    assert {piece["id"]: piece["at"] for piece in board["pieces"]}["camel:3:1"] == "place:10"
    assert "Chloé: space\N{NO-BREAK SPACE}10" in board["spoken"]
    assert "Chloé: space\N{NO-BREAK SPACE}4" not in board["spoken"]


def test_pieces_that_come_together_are_named(race: Table) -> None:
    together = with_correction(race, 3, 1, "space:1")
    assert changes(race, together)["texts"][0] == "Inès and Chloé stand together: space\N{NO-BREAK SPACE}5."
    apart = with_correction(together, 3, 3, "space:1")
    assert not any("together" in text for text in changes(together, apart)["texts"])


def test_a_tally_that_falls_away_is_named_for_each_seat() -> None:
    table = with_correction(with_correction(expedition(), 1, 15, "space:1"), 2, 13, "space:1")
    tallied = play_moves(table, "step")
    view = changes(tallied, amendments.amend(tallied, 3, None))
    assert [row["seat"] for row in view["seats"]] == [1, 2]
    assert "gold: 9 → 3" in view["seats"][0]["texts"]
    [line] = [line for line in view["seats"][1]["lines"] if "Ganzhou" in line]
    assert line.startswith("no longer: +4 gold")
    assert [board["stretches"][0].get("spent", False) for board in view["boards"]] == [False]
    assert "Nothing else changes." not in view["texts"]


def test_a_change_of_nothing_says_so(race: Table) -> None:
    again = amendments.amend(race, 1, race.entries[0].played)
    view = changes(race, again)
    assert (view["seats"], view["boards"]) == ([], [])
    assert view["texts"] == ["Nothing changes on the board."]


def test_another_turn_is_told(race: Table) -> None:
    ended = play_moves(race, "end")
    assert "It is Inès’s turn then." in changes(ended, amendments.amend(ended, len(ended.entries), None))["texts"]


def test_a_corrected_total_is_told_once(race: Table) -> None:
    view = changes(race, with_correction(race, 2, 3))
    assert view["seats"] == [{"seat": 2, "texts": ["gold: 3 → 6"], "lines": ["new: +3 gold: corrected by hand"]}]


def test_only_corrections_and_changes_show_the_board(race: Table) -> None:
    plain = with_move(race, 1, {"move": "end_turn"})
    assert "changes" not in preview_view(race, plain, PUBLIC, ENGLISH)
    corrected = with_correction(race, 2, 3)
    assert "changes" not in preview_view(corrected, amendments.take_back(corrected), PUBLIC, ENGLISH)
    assert "changes" in preview_view(race, amendments.amend(race, 9, None), PUBLIC, ENGLISH)


def test_hidden_cards_are_named_to_their_owner_alone() -> None:
    table = tables.start(LANTERNS, NAMES[:2], {"rounds": 1}, number=1)
    for seat, value in ((1, 11_111), (1, 11_112), (2, 22_222), (2, 22_223)):
        table = with_move(table, seat, {"move": "hide", "colour": "red", "value": value, "wish": "rain"})
    hidden = move_from_json(LANTERNS, {"move": "hide", "colour": "blue", "value": 11_113, "wish": "rain"})
    after = amendments.amend(table, 2, CompleteMove(1, hidden))
    [own] = changes(table, after, as_seat(1))["seats"]
    assert own["texts"] == ["cards under the stall: gone: red 11112, new: blue 11113"]
    assert own["lines"] == ["no longer: +1 red 11112: under the stall", "new: +1 blue 11113: under the stall"]
    for viewer in (PUBLIC, as_seat(2)):
        view = changes(table, after, viewer)
        assert (view["seats"], view["texts"]) == ([], ["Nothing changes on the board."])


def table_with_men(*squares: str, last: str = "") -> Table:
    """Return a table with a board of squares, and with men of the first seat on these."""
    row = SquareRow(
        id="row", label="1", squares=tuple(Square[Text](id=name, highlighted=name == last) for name in "abcd")
    )
    men = tuple(Piece[Text](id=f"man{number}", at=name, seat=1) for number, name in enumerate(squares))
    return table_with_scene(
        Squares(id="board", name=plain_text("The board"), columns=tuple("abcd"), rows=(row,), pieces=men)
    )


def test_a_piece_on_squares_is_told_by_their_names() -> None:
    before, after = table_with_men("a", "c", last="c"), table_with_men("b", "c", last="b")
    differences = board_differences(before, after, PUBLIC, ENGLISH)
    assert [[*change_texts(seat, after, ENGLISH)] for seat in differences.seats] == [["a1 → b1"]]
    (board,) = differences.boards
    assert isinstance(board, Squares)
    assert {piece.id: piece.at for piece in board.pieces} == {"man0": "b", "man1": "c", "ghost:man0": "a"}
    assert block_lines(board, after, ENGLISH) == ("Last move: b1", "Ada: b1, c1")


def test_the_last_move_on_squares_is_no_difference() -> None:
    differences = board_differences(table_with_men("a", last="a"), table_with_men("a", last="b"), PUBLIC, ENGLISH)
    assert differences.is_empty
    assert differences.boards == ()


def test_places_of_two_sorts_are_told_in_full() -> None:
    before = play_moves(expedition(), "step")
    [change] = changes(before, amendments.amend(before, 1, None))["seats"]
    assert change["texts"] == ["space\N{NO-BREAK SPACE}3 → Ormuz"]


def test_a_camel_of_two_is_named_by_its_colour() -> None:
    before = expedition(2)
    [change] = changes(before, with_correction(before, 1, 3, "space:2"))["seats"]
    assert change["texts"] == ["green camel: space\N{NO-BREAK SPACE}2 → 5"]
