"""The board profile of Expedition: tables that override the shipped one, and the path of every error in them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.expedition import EXPEDITION
from companion.games.expedition.board_figures import PRINTED_COUNT, BoardFigures, Requirement, SpaceSymbol, board_from
from companion.games.expedition.copied_parts import BOARD
from companion.games.expedition.setup import COLOURS
from companion.rules.figure_tables import load_figures, merge_figures
from companion.rules.offers import Offer
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from tests.games.expedition.race import NAMES, Race

WRONG_TYPE = "error.wrong_type"
LONG = "1" * 5_000
"""More digits than Python converts to a number."""


def test_the_shipped_board_has_the_figures_of_the_rulings() -> None:
    board = board_from({})
    assert (board.ormuz, board.ganzhou, board.dadu, board.start_gold) == (0, 16, 29, 3)
    assert dict(board.ganzhou_tally) == {16: 6, 15: 5, 14: 4, 13: 3, 12: 2, 11: 1}
    assert dict(board.dadu_tally) == {29: 7, 28: 6, 27: 5, 26: 4, 25: 3, 24: 2, 23: 1}
    assert board.crates == ()
    assert board.requirements == ((16, Requirement(SpaceSymbol.ALL_GOODS, 4, "one review")),)


def test_the_six_symbols_ask_for_the_printed_number_of_cards() -> None:
    assert {kind.value: count for kind, count in PRINTED_COUNT.items()} == {
        "one_good": 1,
        "identical_goods": 3,
        "all_goods": 4,
        "drivers": 2,
        "one_colour": 3,
        "all_colours": 5,
    }


def test_a_table_overrides_the_shipped_one_by_key() -> None:
    board = board_from({"tally": {"ganzhou": {"16": 9, "10": 1}}, "track": {"dadu": 40}})
    assert dict(board.ganzhou_tally) == {16: 9, 15: 5, 14: 4, 13: 3, 12: 2, 11: 1, 10: 1}
    assert dict(board.dadu_tally)[29] == 7
    assert (board.ormuz, board.ganzhou, board.dadu) == (0, 16, 40)


def test_a_null_removes_a_key() -> None:
    board = board_from({"tally": {"dadu": {"23": None, "24": None}}, "crates": {"3": None}})
    assert [space for space, _ in board.dadu_tally] == [25, 26, 27, 28, 29]
    assert board.crates == ()


def test_merging_changes_neither_table() -> None:
    base, over = {"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": None, "e": 5}, "d": {"f": 1}}
    assert merge_figures(base, over) == {"a": {"c": 2, "e": 5}, "d": {"f": 1}}
    assert (base, over) == ({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": None, "e": 5}, "d": {"f": 1}})
    before = board_from({})
    board_from({"track": {"dadu": 50}, "crates": {"4": 1}})
    assert board_from({}) == before
    assert load_figures("companion.games.expedition", "board")["track"]["dadu"] == 29


def test_crates_are_known_empty_or_unknown() -> None:
    board = board_from({"crates": {"7": 2, "5": 1, "9": 0}})
    assert [board.crate_at(space) for space in (5, 7, 9, 8)] == [1, 2, 0, None]
    assert [space for space, _ in board.crates] == sorted(space for space, _ in board.crates)


def test_a_profile_may_have_crates_in_cities() -> None:
    cities = (0, 16, 29)
    assert [board_from({}).crate_at(space) for space in cities] == [0, 0, 0]
    assert [board_from({"crates": {"0": 1, "16": 2, "29": 1}}).crate_at(space) for space in cities] == [1, 2, 1]


def test_an_owner_replaces_the_uncertain_requirement_of_ganzhou() -> None:
    for entry, count in (({"kind": "drivers", "count": 1}, 1), ({"kind": "drivers"}, 2)):
        board = board_from({"requirements": {"16": entry}})
        assert board.requirements == ((16, Requirement(SpaceSymbol.DRIVERS, count)),)
    assert board_from({"requirements": {"16": None}}).requirements == ()
    assert board_from({"track": {"ganzhou": 17}}).requirements == (), "it belongs to the printed track"


def test_an_uncertain_requirement_is_marked_as_such() -> None:
    race = Race().place_camel(1, 15)
    sure = Race(requirements={"16": {"kind": "all_goods"}}).place_camel(1, 15)
    asks = say("expedition.wants.all_goods", n=4)
    assert _offer(race, "step").detail == say("expedition.wants.unsure", asks=asks)
    assert _offer(sure, "step").detail == asks


def test_a_copied_board_has_the_numbers_of_cards_that_exist() -> None:
    [symbols, crates] = BOARD.questions
    wanted: list[Any] = [answer.value for answer in symbols.answers]
    assert {
        kind.value: sorted(each["count"] for each in wanted if each["kind"] == kind.value) for kind in SpaceSymbol
    } == {
        "one_good": [1],
        "identical_goods": [2, 3, 4],
        "all_goods": [4],
        "drivers": [1, 2],
        "one_colour": [2, 3],
        "all_colours": [5],
    }
    assert [answer.value for answer in crates.answers] == [0, 1, 2]


def test_crates_of_cities_are_copied_too() -> None:
    assert {space.questions for space in BOARD.spaces({})} == {("requirements", "crates")}


def test_the_summary_says_how_many_of_eleven_crates_were_found() -> None:
    figures = {"requirements": {"3": {}, "4": {}}, "crates": {"3": 1, "4": 0, "5": 2}}
    assert BOARD.summary(figures) == say("expedition.copy.kept", n=2, crates=2, all=11)


def test_requirements_default_to_the_printed_number_of_cards() -> None:
    board = board_from({"requirements": {"29": {"kind": "all_colours"}, "5": {"kind": "drivers", "count": 3}}})
    assert board.requirements == (
        (5, Requirement(SpaceSymbol.DRIVERS, 3)),
        (16, Requirement(SpaceSymbol.ALL_GOODS, 4, "one review")),
        (29, Requirement(SpaceSymbol.ALL_COLOURS, 5)),
    )


def test_a_requirement_is_a_reminder_beside_the_step() -> None:
    race = Race(requirements={"3": {"kind": "one_colour"}}, crates={"3": 2})
    assert str(_offer(race, "step").detail).count("expedition.wants.one_colour") == 1
    race.cards()
    assert "wants" not in str(_offer(race, "step").detail)


@pytest.mark.parametrize(
    ("options", "where", "key"),
    [
        ({"board": {}}, "board", "error.unknown_option"),
        ({"Crates": {}}, "Crates", "error.unknown_option"),
        ({"track": {"venice": 3}}, "track.venice", "error.unknown_option"),
        ({"tally": {"beijing": {}}}, "tally.beijing", "error.unknown_option"),
        ({"start": {"silver": 1}}, "start.silver", "error.unknown_option"),
        ({"requirements": {"5": {"kind": "drivers", "colour": 1}}}, "requirements.5.colour", "error.unknown_option"),
        ({"track": None}, "track", "error.wrong_type"),
        ({"track": 16}, "track", "error.wrong_type"),
        ({"crates": [1]}, "crates", "error.wrong_type"),
        ({"tally": {"ganzhou": None}}, "tally.ganzhou", "error.wrong_type"),
        ({"tally": {"dadu": None}}, "tally.dadu", "error.wrong_type"),
        ({"tally": {"ganzhou": 6}}, "tally.ganzhou", "error.wrong_type"),
        ({"tally": {"ganzhou": {"16": "6"}}}, "tally.ganzhou.16", "error.wrong_type"),
        ({"track": {"ormuz": None}}, "track.ormuz", "error.wrong_type"),
        ({"track": {"dadu": 29.0}}, "track.dadu", "error.wrong_type"),
        ({"start": {"gold": True}}, "start.gold", "error.wrong_type"),
        ({"crates": {"5": "1"}}, "crates.5", "error.wrong_type"),
        ({"requirements": {"5": "drivers"}}, "requirements.5", "error.wrong_type"),
        ({"requirements": {"5": {"kind": "drivers", "count": None}}}, "requirements.5.count", "error.wrong_type"),
        ({"both_camels": 1}, "both_camels", "error.wrong_type"),
        ({"late_camel_stops": "no"}, "late_camel_stops", "error.wrong_type"),
        ({"track": {"ormuz": -1}}, "track.ormuz", "error.out_of_bounds"),
        ({"track": {"ganzhou": 0}}, "track.ganzhou", "error.out_of_bounds"),
        ({"track": {"ganzhou": 29}}, "track.dadu", "error.out_of_bounds"),
        ({"track": {"dadu": 16}}, "track.dadu", "error.out_of_bounds"),
        ({"track": {"dadu": 100}}, "track.dadu", "error.out_of_bounds"),
        ({"start": {"gold": -1}}, "start.gold", "error.out_of_bounds"),
        ({"start": {"gold": 100}}, "start.gold", "error.out_of_bounds"),
        ({"track": {"ormuz": 98}}, "track.ormuz", "error.out_of_bounds"),
        ({"track": {"ganzhou": 99}}, "track.ganzhou", "error.out_of_bounds"),
        ({"tally": {"ganzhou": {"16": 100}}}, "tally.ganzhou.16", "error.out_of_bounds"),
        ({"tally": {"dadu": {"29": 100}}}, "tally.dadu.29", "error.out_of_bounds"),
        ({"requirements": {"5": {"kind": "drivers", "count": 10}}}, "requirements.5.count", "error.out_of_bounds"),
        ({"tally": {"dadu": {"29": -7}}}, "tally.dadu.29", "error.out_of_bounds"),
        ({"crates": {"5": 3}}, "crates.5", "error.out_of_bounds"),
        ({"crates": {"5": -1}}, "crates.5", "error.out_of_bounds"),
        ({"requirements": {"5": {"kind": "drivers", "count": 0}}}, "requirements.5.count", "error.out_of_bounds"),
        ({"crates": {"30": 1}}, "crates.30", "error.no_space"),
        ({"crates": {"-1": 1}}, "crates.-1", "error.no_space"),
        ({"crates": {"05": 1}}, "crates.05", "error.no_space"),
        ({"crates": {"five": 1}}, "crates.five", "error.no_space"),
        ({"crates": {"٥": 1}}, "crates.٥", "error.no_space"),
        ({"crates": {"²": 1}}, "crates.²", "error.no_space"),
        ({"crates": {"": 1}}, "crates.", "error.no_space"),
        ({"crates": {LONG: 1}}, f"crates.{LONG}", "error.no_space"),
        ({"tally": {"ganzhou": {"17": 1}}}, "tally.ganzhou.17", "error.no_space"),
        ({"tally": {"dadu": {"16": 1}}}, "tally.dadu.16", "error.no_space"),
        ({"track": {"dadu": 20}, "tally": {"dadu": {"21": 1}}}, "tally.dadu.21", "error.no_space"),
        ({"requirements": {"0": {"kind": "drivers"}}}, "requirements.0", "error.no_space"),
        ({"requirements": {"16": {"count": 2}}}, "requirements.16.kind", "error.unknown_word"),
        (
            {"requirements": {"5": {"kind": "drivers", "confidence": 1}}},
            "requirements.5.confidence",
            "error.wrong_type",
        ),
        ({"requirements": {"5": {"kind": "camels"}}}, "requirements.5.kind", "error.unknown_word"),
        ({"requirements": {"5": {"count": 2}}}, "requirements.5.kind", "error.unknown_word"),
        ({"requirements": {"5": {"kind": ["drivers"]}}}, "requirements.5.kind", "error.unknown_word"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_an_error_in_the_options_names_its_path(options: dict[str, Any], where: str, key: str) -> None:
    with pytest.raises(MalformedError) as caught:
        EXPEDITION.begin(NAMES[:3], options)
    assert (caught.value.where, caught.value.reason.key) == (where, key)


def test_a_shorter_track_drops_shipped_tally_spaces() -> None:
    board = board_from({"track": {"ganzhou": 12, "dadu": 24}, "tally": {"dadu": {"24": 9}}})
    assert board.ganzhou_tally == ((11, 1), (12, 2))
    assert board.dadu_tally == ((23, 1), (24, 9))


def test_the_bounds_themselves_are_allowed() -> None:
    no_tally: dict[str, Any] = {
        "ganzhou": {str(space): None for space in range(11, 17)},
        "dadu": {str(space): None for space in range(23, 30)},
    }
    low = board_from({"track": {"ganzhou": 1, "dadu": 2}, "tally": no_tally})
    high = board_from({"track": {"ormuz": 97, "ganzhou": 98, "dadu": 99}, "tally": no_tally})
    assert [(board.ormuz, board.ganzhou, board.dadu) for board in (low, high)] == [(0, 1, 2), (97, 98, 99)]
    assert [board_from({"start": {"gold": gold}}).start_gold for gold in (0, 99)] == [0, 99]
    board = board_from({"tally": {"ganzhou": {"0": 0, "16": 99}, "dadu": {"17": 0, "29": 99}}})
    assert (board.ganzhou_tally[0], board.ganzhou_tally[-1]) == ((0, 0), (16, 99))
    assert (board.dadu_tally[0], board.dadu_tally[-1]) == ((17, 0), (29, 99))
    requirements = {"1": {"kind": "drivers", "count": 1}, "16": None, "29": {"kind": "drivers", "count": 9}}
    required = board_from({"requirements": requirements}).requirements
    assert [(space, requirement.count) for space, requirement in required] == [(1, 1), (29, 9)]


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_two_to_five_players_are_allowed(seats: int) -> None:
    with pytest.raises(MalformedError) as caught:
        EXPEDITION.begin([f"Seat {seat}" for seat in range(seats)], {})
    assert caught.value.where == "seats"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_both_camels_is_for_two_players(seats: int) -> None:
    with pytest.raises(MalformedError) as caught:
        EXPEDITION.begin(NAMES[:seats], {"both_camels": True})
    assert caught.value.where == "both_camels"


@pytest.mark.parametrize(("seats", "room"), [(2, 4), (3, 3), (4, 4), (5, 5)])
def test_ganzhou_is_beyond_the_camels_of_the_setup(seats: int, room: int) -> None:
    tally = {"ganzhou": {str(space): None for space in range(11, 17)}}
    race = Race(seats, track={"ganzhou": room}, tally=tally)
    assert max(space for camels in race.camels for space in camels) == room - 1
    with pytest.raises(MalformedError) as caught:
        Race(seats, track={"ganzhou": room - 1}, tally=tally)
    assert caught.value.where == "track.ganzhou"


@pytest.mark.parametrize(
    ("seats", "option", "colours"),
    [
        (3, None, (("blue",), ("red",), ("green",))),
        (3, [], (("blue",), ("red",), ("green",))),
        (3, ["green"], (("green",), ("blue",), ("red",))),
        (3, [None, "blue"], (("red",), ("blue",), ("green",))),
        (3, [["violet"], None, ["red"]], (("violet",), ("blue",), ("red",))),
        (2, None, (("blue", "green"), ("red", "yellow"))),
        (2, ["red", ["blue", "violet"]], (("red", "green"), ("blue", "violet"))),
        (2, [["yellow", "green"], []], (("yellow", "green"), ("blue", "red"))),
        (5, ["violet", "yellow", "green", "red", "blue"], tuple((colour,) for colour in reversed(COLOURS[:5]))),
        (3, ["orange", "white"], (("orange",), ("white",), ("blue",))),
        (2, [["white", "orange"]], (("white", "orange"), ("blue", "red"))),
    ],
)
def test_colours_are_by_seat_and_missing_ones_are_filled_in(seats: int, option: Any, colours: Any) -> None:
    options = {} if option is None else {"colours": option}
    assert Race(seats, **options).match.colours == colours


@pytest.mark.parametrize(
    ("seats", "option", "where"),
    [
        (3, "blue", "colours"),
        (3, {"1": "blue"}, "colours"),
        (3, ["blue", "red", "green", "yellow"], "colours"),
        (3, ["pink"], "colours.0"),
        (3, ["blue", 2], "colours.1"),
        (3, ["blue", ["red", "green"]], "colours.1"),
        (2, [["blue", "red", "green"]], "colours.0"),
        (2, ["red", [["blue"]]], "colours.1"),
        (3, ["blue", "blue"], "colours"),
        (2, [["blue", "blue"]], "colours"),
    ],
)
def test_an_error_in_the_colours_names_its_path(seats: int, option: Any, where: str) -> None:
    with pytest.raises(MalformedError) as caught:
        EXPEDITION.begin(NAMES[:seats], {"colours": option})
    assert caught.value.where == where


def test_a_board_is_equal_to_one_with_the_same_figures() -> None:
    first, second = (board_from({"crates": {"5": 1, "12": 2}}) for _ in range(2))
    assert first == second
    assert first.crates_by_space == {5: 1, 12: 2}  # the cached property does not affect equality
    assert first == second
    assert isinstance(first, BoardFigures)


def _offer(race: Race, kind: str) -> Offer:
    return next(offer for offer in race.match.offers(race.state, race.turn or 0) if offer.kind == kind)
