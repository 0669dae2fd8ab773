"""Tests of every game's scene: it is valid, has its words, and shows the end of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from hypothesis import given

from companion.rules.game import Match, Total
from companion.rules.scene import ANIMATIONS, BLOCKS, Final, Spin, Tally, Throw, Walk
from companion.rules.text import Text
from companion.rules.validate_scene import validate_scene
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.scene_view import as_json, scene_view
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words
from companion.words.translated_scene import scene_of
from tests.games.lanterns import LANTERNS
from tests.kit.cases import CASES, Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import cut_table, some_moment, whole_game

EVERY_WORDS = [Words(language) for language in LANGUAGES]


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_a_scene_names_only_existing_things(case: Case, seed: int, rnd: Random) -> None:
    table = some_moment(case, seed, rnd)
    for viewer in _viewers(table):
        scene = _scene(table, viewer)
        valid, faults = validate_scene(scene, table.match)
        assert (faults, valid) == ((), scene)


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_everything_visible_has_words_in_both_languages(case: Case, seed: int, rnd: Random) -> None:
    table = some_moment(case, seed, rnd)
    for viewer in _viewers(table):
        view = table.match.player_view(table.state, viewer)
        visible = [_scene(table, viewer), *(table.match.seat_notes(view, seat) for seat in table.seats)]
        visible += [table.match.totals(view), *_animations(table, len(table.entries), viewer)]
        keys = {text.key for text in _texts(visible)}
        assert [key for key in sorted(keys) for words in EVERY_WORDS if not words.has(key)] == []


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_a_scene_can_be_sent_as_json_and_read_out(case: Case, seed: int, rnd: Random) -> None:
    table, words = some_moment(case, seed, rnd), rnd.choice(EVERY_WORDS)
    for viewer in _viewers(table):
        view = scene_view(table, viewer, words)
        assert json.loads(json.dumps(view)) == view
        assert [block["id"] for block in view["blocks"]] == [
            scene_block.id for scene_block in scene_of(table, viewer, words).blocks
        ]
        assert [block["block"] for block in view["blocks"]].count("purse") == len(table.seats)
        for block in view["blocks"]:
            assert all(isinstance(line, str) and line.strip() for line in block["spoken"])


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_everything_an_animation_moves_is_in_the_scene(case: Case, seed: int, rnd: Random) -> None:
    """The wheel, pieces and places of every animation are in the scene before the entry and in the one after."""
    table = whole_game(case, seed)
    entry = rnd.randint(1, len(table.entries))
    before, after = (_scene(cut_table(table, number), PUBLIC) for number in (entry - 1, entry))
    for animation in _animations(table, entry, PUBLIC):
        assert isinstance(animation, ANIMATIONS)
        match animation:
            case Walk(block=block, piece=piece, places=places):
                for scene in (before, after):
                    track = next(candidate for candidate in scene.blocks if candidate.id == block)
                    named = {part.id for part in _parts(track) if hasattr(part, "id")}
                    assert {piece, *places} <= named
            case Spin(block=block, band=band, sector=sector):
                ring: Any = next(candidate for candidate in before.blocks if candidate.id == block)
                assert sector in {part.id for part in ring.sectors}
                assert band in {None, *(part.id for part in ring.bands)}
            case Throw(groups=groups):
                assert all(die.value is not None and 1 <= die.value <= die.faces for own in groups for die in own.dice)
            case Tally(shares=shares):
                assert shares
                unit = table.match.unit
                last = {share.seat: share.total for share in shares if share.thing in (None, unit)}
                held = {seat: total.public for seat, total in enumerate(_totals(table, entry), 1)}
                assert all(held[seat] == total for seat, total in last.items())
        assert as_json(animation)


@every_case
@a_few
@given(seed=few_seeds)
def test_the_end_is_played_once_and_last(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    for entry in range(1, len(table.entries) + 1):
        ends = entry == len(table.entries) and table.over
        animations = _animations(table, entry, PUBLIC)
        assert [isinstance(animation, Final) for animation in animations] == [False] * (len(animations) - ends) + [
            True
        ] * ends
    final = _animations(table, len(table.entries), PUBLIC)[-1]
    assert isinstance(final, Final)
    totals = table.match.totals(table.match.player_view(table.state, PUBLIC))
    assert {place.seat: place.total for place in final.places} == {s: total.public for s, total in enumerate(totals, 1)}
    assert [place.rank for place in final.places] == sorted(place.rank for place in final.places)


@every_case
def test_a_block_keeps_its_type(case: Case) -> None:
    table = whole_game(case, 0)
    sorts: dict[str, type[Any]] = {}
    for entry in range(0, len(table.entries) + 1, max(1, len(table.entries) // 20)):
        for block in _scene(cut_table(table, entry), as_seat(1)).blocks:
            assert isinstance(block, BLOCKS)
            assert sorts.setdefault(block.id, type(block)) is type(block)


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_neighbouring_ids_differ_and_blocks_keep_their_order(case: Case, seed: int, rnd: Random) -> None:
    table = some_moment(case, seed, rnd)
    for viewer in _viewers(table):
        scene, one_before = (_scene(cut_table(table, max(0, len(table.entries) - back)), viewer) for back in (0, 1))
        for part in _parts(scene.blocks):
            for neighbours in (getattr(part, part_field.name) for part_field in fields(part)):
                if isinstance(neighbours, tuple) and neighbours and hasattr(neighbours[0], "id"):
                    assert all(neighbour.id for neighbour in neighbours)
                    assert len({neighbour.id for neighbour in neighbours}) == len(neighbours)
        now, then = ([block.id for block in each_scene.blocks] for each_scene in (scene, one_before))
        assert [block_id for block_id in now if block_id in then] == [block_id for block_id in then if block_id in now]


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_spoken_lines_have_no_keys_or_placeholders(case: Case, seed: int, rnd: Random) -> None:
    table, words = some_moment(case, seed, rnd), rnd.choice(EVERY_WORDS)
    raw = ("{", "None", f"{table.game.id}.", "scene.", "colour.")
    for block in scene_view(table, rnd.choice(_viewers(table)), words)["blocks"]:
        for line in (block["name"], *block["spoken"]):
            assert line
            assert not [text for text in raw if text in line], f"{block['id']}: {line!r}"


def test_lanterns_shows_every_block_and_animation() -> None:
    types: set[type[Any]] = set()
    for case in (case for case in CASES if case.game is LANTERNS):
        for seed in range(4):
            table = whole_game(case, seed)
            for entry in range(1, len(table.entries) + 1):
                types |= {type(animation) for animation in _animations(table, entry, PUBLIC)}
                types |= {type(block) for block in scene_of(cut_table(table, entry), as_seat(1), EVERY_WORDS[0]).blocks}
    assert types == {*BLOCKS, *ANIMATIONS}


def _scene(table: Table, viewer: Viewer) -> Any:
    match: Match = table.match
    return match.scene(match.player_view(table.state, viewer), viewer, None)


def _animations(table: Table, entry: int, viewer: Viewer) -> Any:
    if not entry:
        return ()
    this = table.entries[entry - 1]
    before = table.before(entry)
    return table.match.animations(before, this.played.seat, this.played.move, this.state, this.lines, viewer)


def _totals(table: Table, entry: int) -> tuple[Total, ...]:
    return table.match.totals(table.match.player_view(table.entries[entry - 1].state, PUBLIC))


def _viewers(table: Table) -> tuple[Viewer, ...]:
    return (PUBLIC, EVERYTHING, *(as_seat(seat) for seat in table.seats))


def _texts(part: Any) -> Iterator[Text]:
    """Yield every text in a part, and those in their arguments."""
    if isinstance(part, Text):
        yield part
        yield from _texts([arg for _, arg in part.args])
    elif isinstance(part, list | tuple):
        for child in part:
            yield from _texts(child)
    elif is_dataclass(part):
        yield from _texts([getattr(part, part_field.name) for part_field in fields(part)])


def _parts(part: Any) -> Iterator[Any]:
    """Yield a dataclass and all dataclasses in it."""
    if isinstance(part, tuple):
        for child in part:
            yield from _parts(child)
    elif is_dataclass(part) and not isinstance(part, Text):
        yield part
        yield from _parts(tuple(getattr(part, part_field.name) for part_field in fields(part)))
