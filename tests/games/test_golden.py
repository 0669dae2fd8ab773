"""Golden games of every game: worked out by hand from the rulings, complete games and moves that the rules refuse."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from companion.games import GAMES as PRODUCT_GAMES
from companion.journal import moves_file
from companion.journal.moves_file import IllegalLineError
from companion.rules.game import move_from_json, move_to_json
from companion.rules.match_functions import standings
from companion.rules.scene import Throw
from companion.rules.validate_scene import validate_animations, validate_scene
from companion.rules.viewer import PUBLIC, as_seat
from companion.table.table import Table
from tests.depth import some_of
from tests.games.lanterns import LANTERNS
from tests.games.pebbles import PEBBLES
from tests.kit.golden_games import (
    Facts,
    Golden,
    Moment,
    SheetLine,
    digest_of,
    digests_file,
    facts_of,
    games_with_golden_games,
    golden_games,
    played_games,
    sum_lines,
)

GAMES = played_games()
FACTS = {game: facts_of(game) for game in games_with_golden_games()}
GOLDEN_GAMES = {game: golden_games(game) for game in FACTS}
COMPLETE = {game: tuple(golden for golden in GOLDEN_GAMES[game] if golden.refused is None) for game in FACTS}
REFUSED = {game: tuple(golden for golden in GOLDEN_GAMES[game] if golden.refused is not None) for game in FACTS}


def _each(golden_by_game: dict[str, tuple[Golden, ...]]) -> pytest.MarkDecorator:
    pairs = [
        pytest.param(FACTS[game], golden, id=f"{game}-{golden.name}")
        for game in golden_by_game
        for golden in golden_by_game[game]
    ]
    return pytest.mark.parametrize(("facts", "golden"), pairs)


def _each_ruling(kind: str) -> pytest.MarkDecorator:
    pairs = [(facts, ruling) for facts in FACTS.values() for ruling in getattr(facts, kind)]
    return pytest.mark.parametrize(("facts", "ruling"), pairs, ids=[ruling for _, ruling in pairs])


every_golden = _each(GOLDEN_GAMES)
complete_games = _each(COMPLETE)
refused_games = _each(REFUSED)
every_game = pytest.mark.parametrize("facts", FACTS.values(), ids=FACTS)


def test_every_game_has_golden_games() -> None:
    assert {game.id for game in PRODUCT_GAMES} <= {*FACTS}
    assert all(facts.game.id == game and COMPLETE[game] and REFUSED[game] for game, facts in FACTS.items())


@every_golden
def test_a_golden_game_reaches_the_expected_state(facts: Facts, golden: Golden) -> None:
    table = moves_file.replay_file(golden.valid_part(), GAMES)
    assert table.game is facts.game
    assert len(table.entries) == golden.entries
    for moment in (*golden.moments, golden.final):
        _check(facts, table, moment)


@every_golden
def test_the_sheet_lists_every_gain_with_its_ruling(facts: Facts, golden: Golden) -> None:
    table = moves_file.replay_file(golden.valid_part(), GAMES)
    lines = [(n, line) for n, line in table.lines() if n > 0 and not line.what.startswith(facts.uncounted)]
    sheet = tuple((n, line.seat, line.what, line.by, line.ruling) for n, line in lines)
    assert _in_order(sum_lines(sheet) if facts.summed else sheet) == _in_order(golden.sheet)


@complete_games
def test_the_game_is_over_only_after_its_last_line(facts: Facts, golden: Golden) -> None:
    table = moves_file.replay_file(golden.path.read_bytes(), GAMES)
    assert [n for n, entry in enumerate(table.entries, 1) if table.match.over(entry.state)] == [golden.entries]
    assert table.match.active_seats(table.state) == ()


@refused_games
def test_the_refused_line_names_its_ruling(facts: Facts, golden: Golden) -> None:
    assert golden.refused is not None
    with pytest.raises(IllegalLineError) as caught:
        moves_file.replay_file(golden.path.read_bytes(), GAMES)
    assert (caught.value.line, caught.value.ruling) == (golden.refused.line, golden.refused.ruling)
    assert golden.refused.status == 3


@complete_games
def test_an_exported_golden_game_replays_identically(facts: Facts, golden: Golden) -> None:
    table = moves_file.replay_file(golden.path.read_bytes(), GAMES)
    again = moves_file.replay_file(moves_file.export(table).encode(), GAMES)
    assert again.digest() == table.digest()
    assert again.match == table.match
    assert [entry.played for entry in again.entries] == [entry.played for entry in table.entries]
    assert list(again.lines()) == list(table.lines())


@complete_games
def test_moves_survive_a_round_trip_through_json(facts: Facts, golden: Golden) -> None:
    for entry in moves_file.replay_file(golden.path.read_bytes(), GAMES).entries:
        assert move_from_json(facts.game, move_to_json(entry.played.move)) == entry.played.move


@every_golden
def test_scenes_and_animations_are_valid(facts: Facts, golden: Golden) -> None:
    """For the public and for every seat, after each entry if DEEP=1: the program does not check them again."""
    table = moves_file.replay_file(golden.valid_part(), GAMES)
    match = table.match
    for number in some_of(range(len(table.entries) + 1), share=3):
        for viewer in (PUBLIC, *map(as_seat, table.seats)):
            scene = match.scene(match.player_view(table.before(number + 1), viewer), viewer, None)
            assert validate_scene(scene, match) == (scene, ())
            for entry in table.entries[number - 1 : number]:
                move = entry.played
                played = match.animations(entry.before, move.seat, move.move, entry.state, entry.lines, viewer)
                assert validate_animations(played, scene, match) == (played, ())
                throws = [animation for animation in played if isinstance(animation, Throw)]
                assert all(group.dice for throw in throws for group in throw.groups)


def test_games_with_golden_games_need_no_scene_checks() -> None:
    assert {game.id for game in (*PRODUCT_GAMES, LANTERNS, PEBBLES) if game.scenes_tested} == {*FACTS}


@_each_ruling("rulings")
def test_every_ruling_is_covered_by_a_golden_game(facts: Facts, ruling: str) -> None:
    assert [golden.name for golden in GOLDEN_GAMES[facts.game.id] if ruling in golden.covers]


@_each_ruling("paying")
def test_rulings_that_pay_are_cited_by_lines_of_golden_games(facts: Facts, ruling: str) -> None:
    games = COMPLETE[facts.game.id]
    citing = {golden.name for golden in games if any(line[-1] == ruling for line in golden.sheet)}
    assert citing
    claiming = {golden.name for golden in games if ruling in golden.covers}
    assert claiming <= citing or not facts.cited_where_covered


@_each_ruling("forbidding")
def test_rulings_that_forbid_are_cited_by_refusals_of_golden_games(facts: Facts, ruling: str) -> None:
    refused = REFUSED[facts.game.id]
    assert [golden.name for golden in refused if golden.refused and golden.refused.ruling == ruling]


@every_golden
def test_a_golden_game_covers_at_least_what_its_lines_cite(facts: Facts, golden: Golden) -> None:
    cited = {ruling for *_, ruling in golden.sheet if ruling is not None}
    assert cited <= {*golden.covers} <= {*facts.rulings}


@every_game
def test_complete_games_cover_all_seats_and_variants(facts: Facts) -> None:
    tables = [moves_file.replay_file(golden.path.read_bytes(), GAMES) for golden in COMPLETE[facts.game.id]]
    assert {facts.setup_of(table) for table in tables} == facts.setups
    assert {len(table.names) for table in tables} == {*facts.game.seats}
    assert len(tables) >= facts.min_games


@every_game
def test_the_same_rules_version_reaches_the_same_states(facts: Facts) -> None:
    """Every version listed in `compatible_versions` has led to the same states too."""
    game = facts.game
    stored: dict[str, dict[str, str]] = json.loads(digests_file(game.id).read_text("utf-8"))
    assert str(game.rules_version) in stored, f"python -m tests.games puts down digests of version {game.rules_version}"
    assert {int(version) for version in stored} <= {*range(game.rules_version + 1)}
    for version in sorted(game.compatible_versions):
        now = {golden.name: digest_of(golden, GAMES) for golden in GOLDEN_GAMES[game.id]}
        then = stored[str(version)]
        assert now.keys() == then.keys() or version < game.rules_version, "a new golden game: python -m tests.games"
        changed = sorted(name for name in now.keys() & then.keys() if now[name] != then[name])
        assert not changed, (
            f"the rules of {game.id} have changed, but rules_version has not gone up from {version}, or "
            f"compatible_versions still names it: {', '.join(changed)} ends otherwise"
        )


def _in_order(lines: Iterable[SheetLine]) -> list[tuple[int, int, str, int, str]]:
    return sorted((entry, seat, what, by, ruling or "") for entry, seat, what, by, ruling in lines)


def _check(facts: Facts, table: Table, moment: Moment) -> None:
    """Check that the values given for a moment are those of the table."""
    entry = len(table.entries) if moment.entry < 0 else moment.entry
    match, state = table.match, table.before(entry + 1)
    values = {
        "turn": match.turn(state) or 0,
        "over": match.over(state),
        "standings": tuple((place.seat, place.rank, place.total) for place in standings(match, state)),
        **facts.extra_facts(match, state),
    }
    for name, expected in moment.facts.items():
        assert values[name] == expected, f"{name} after entry {entry}"
