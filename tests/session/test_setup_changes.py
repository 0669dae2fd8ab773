"""Tests of the changes of a game's start: what differs, what can still be changed, and what the change leads to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.rules.fields import NumberField, OneOf, SetupField, YesNoField
from companion.rules.game import visible_setup_form
from companion.rules.rule_errors import RulesError
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from companion.table import amendments
from companion.table import table as tables
from companion.table.commands import Amend
from companion.table.game_setup import amended_start
from companion.table.random_play import play_move
from companion.table.session_errors import MisfitsError
from companion.table.setup_changes import (
    changeable_options,
    chosen_options,
    colours_refusal,
    is_coloured,
    setup_changes,
    start_amendment,
    start_was_amended,
)
from companion.table.table import CompleteMove, Table
from companion.words.catalogue import Words
from companion.words.event_lines import change_line, last_event_line, taken_back_line
from companion.words.start_lines import corrected_start_line, option_texts, start_change_line
from tests.games.lanterns import LANTERNS
from tests.kit.cases import Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import play_on, some_moment
from tests.kit.scripted_games import GAMES

ENGLISH, FRENCH = Words("en"), Words("fr")
CLASSIC = next(game for game in GAMES if game.id == "classic")
VOYAGES = next(game for game in GAMES if game.id == "voyages")
EXPEDITION = next(game for game in GAMES if game.id == "expedition")
SPIN = {"move": "spin", "route": "land", "chance": [0]}


def amended(table: Table, *, without: tuple[int, ...] = (), **changes: Any) -> Table:
    """Return the table with another start."""
    return amendments.amend_start(table, amended_start(table, Amend(entry=0, **changes)), without)


def classic(*names: str, **options: Any) -> Table:
    return tables.start(CLASSIC, names or ("Léa", "Hugo"), options)


class TestWords:
    def test_a_corrected_name_is_told(self) -> None:
        table = amended(classic(), names=("Lea", "Hugo"))
        [change] = table.undo_stack
        assert start_change_line(change, ENGLISH) == "Léa is now called Lea"
        assert corrected_start_line(change, ENGLISH) == "Corrected: Léa is now called Lea"
        assert corrected_start_line(change, FRENCH) == "Corrigé\N{NO-BREAK SPACE}: Léa s’appelle maintenant Lea"
        assert change_line(table, change, FRENCH) == "Corrigé\N{NO-BREAK SPACE}: Léa → Lea"
        assert last_event_line(table, FRENCH, brief=True) == "Le début a changé"

    def test_a_house_rule_is_told_where_it_was_forgotten(self) -> None:
        table = amended(classic(), options={"bandits_d8": True})
        assert start_change_line(table.undo_stack[0], ENGLISH) == "House rule added: Bandits roll a d8"
        table = amended(table, options={"bandits_d8": None})
        assert start_change_line(table.undo_stack[1], ENGLISH) == "House rule removed: Bandits roll a d8"

    def test_a_house_rule_usually_on_has_its_value(self) -> None:
        table = amended(tables.start(VOYAGES, ("Léa", "Hugo"), {}), options={"mixed_exchange": False})
        assert start_change_line(table.undo_stack[0], ENGLISH) == "Exchange both ways: no"
        assert "Exchange both ways: no" in [ENGLISH.of(text) for text in option_texts(table.match)]
        table = amended(table, options={"mixed_exchange": None, "beijing_slides": True})
        assert start_change_line(table.undo_stack[1], ENGLISH) == (
            "Exchange both ways: yes · House rule added: Posts in Beijing move up"
        )

    def test_exchanged_colours_are_told_for_each_seat(self) -> None:
        table = amended(classic(), options={"colours": ["red", "blue"]})
        line = "Léa now plays red · Hugo now plays blue"
        assert start_change_line(table.undo_stack[0], ENGLISH) == line
        assert change_line(table, table.undo_stack[0], ENGLISH) == "Corrected: Léa: red · Hugo: blue"

    def test_numbers_and_ways_to_play_are_told(self) -> None:
        table = amended(classic(), options={"move_bonus": 2, "tracking": "dice"})
        line = "Track: Wheel and dice · Extra spaces: 2"
        assert start_change_line(table.undo_stack[0], ENGLISH) == line

    def test_parts_of_an_option_are_told_by_seat(self) -> None:
        table = tables.start(VOYAGES, ("Léa", "Hugo"), {"characters": ["wilhelm", "kubilai"]})
        table = amended(table, options={"characters": ["wilhelm", "berke"]})
        line = start_change_line(table.undo_stack[0], ENGLISH)
        assert line.startswith("Characters, Hugo: ")
        assert "Léa" not in line

    def test_two_camels_have_two_colours(self) -> None:
        table = tables.start(EXPEDITION, ("Léa", "Hugo"), {})
        table = amended(table, options={"colours": [["white", "blue"], ["red", "green"]]})
        assert "Léa now plays white + blue" in start_change_line(table.undo_stack[0], ENGLISH)

    def test_secrets_and_figures_are_not_named(self) -> None:
        table = tables.start(LANTERNS, ("Ada", "Bao"), {"charms": ["red", None]})
        table = amended(table, options={"charms": {"1": "blue"}})
        assert setup_changes(table.undo_stack[0].game_starts[0].match, table.match).options == ()  # type: ignore[index]
        assert corrected_start_line(table.undo_stack[0], ENGLISH) == "The beginning has changed"
        assert [ENGLISH.of(text) for text in option_texts(table.match)] == []

    def test_a_take_back_names_what_it_takes_back(self) -> None:
        table = amendments.take_back(amended(classic(), names=("Lea", "Hugo")))
        assert taken_back_line(table, ENGLISH) == "Taken back: Léa is now called Lea"
        assert table.names == ("Léa", "Hugo")
        assert not start_was_amended(table)

    def test_options_are_told_where_they_differ(self) -> None:
        match = classic(strict_arrival=True).match
        assert [ENGLISH.of(text) for text in option_texts(match)] == [
            "Track: Besants and cards",
            "House rule: Exact arrival",
        ]


class TestChangeable:
    def test_before_the_first_move_everything_can_change(self) -> None:
        options = changeable_options(classic(), PUBLIC)
        assert {changeable.refused for changeable in options} == {None}
        assert all(choice.refused is None for choice in choices_of(options, "tracking").values())

    def test_a_way_to_play_that_moves_cannot_follow_is_refused(self) -> None:
        table = play_move(classic(tracking="dice"), 1, SPIN)
        table = play_move(table, 1, {"move": "arrive", "place": "town"})
        free = choices_of(changeable_options(table, PUBLIC), "tracking")
        assert free["full"].refused is None, "so far it is all the same"
        table = play_on(classic(tracking="dice"), Random(3), 200)
        refused = choices_of(changeable_options(table, PUBLIC), "tracking")["full"].refused
        assert refused is not None
        assert (refused.reason.key, refused.ruling) == ("session.moves_cannot_follow", None)
        with pytest.raises(MisfitsError) as error:
            amended(table, options={"tracking": "full"})
        assert dict(refused.reason.args)["n"] == len(error.value.misfits)

    def test_colours_that_moves_name_stay(self) -> None:
        table = tables.start(VOYAGES, ("Léa", "Hugo"), {"characters": ["wilhelm", "kubilai"]})
        assert colours_refusal(table, PUBLIC) is None
        for seat in (1, 2):
            table = play_move(table, seat, {"move": "roll", "chance": [3, 3, 3, 3, 3]})
        table = play_move(table, 1, {"move": "take_five", "dice": ["blue:3"]})
        refusal = colours_refusal(table, PUBLIC)
        assert refusal is not None
        assert ENGLISH.of(refusal.reason) == "Moves that were made name the colours: these stay as they are."
        assert colours_refusal(play_move(classic(), 1, SPIN), PUBLIC) is None

    def test_hidden_moves_refuse_every_option(self) -> None:
        table = tables.start(LANTERNS, ("Ada", "Bao"), {})
        table = play_move(table, 1, {"move": "hide", "colour": "red", "value": 12_345, "wish": "rain"})
        refused = [changeable.refused for changeable in changeable_options(table, PUBLIC)]
        assert [refusal.reason.key for refusal in refused if refusal is not None] == ["session.setup_unseen"]
        assert [changeable.refused for changeable in changeable_options(table, as_seat(1))] == [None]

    def test_a_closed_game_refuses_every_option(self) -> None:
        options = changeable_options(tables.close(classic()), PUBLIC)
        keys = {changeable.refused.reason.key for changeable in options if changeable.refused is not None}
        assert keys == {"refused.closed"}

    def test_no_secret_option_can_be_changed(self) -> None:
        table = tables.start(VOYAGES, ("Léa", "Hugo"), {"goals": [["G01", "G02"], ["G03", "G04"]]})
        names = [changeable.option.field.name for changeable in changeable_options(table, as_seat(1))]
        assert "goals" not in names
        assert "tracking" in names


class TestCommand:
    def test_only_differences_are_sent(self) -> None:
        table = classic(strict_arrival=True)
        unchanged = start_amendment(table, table.names, table.match.colours, {"strict_arrival": True})
        assert unchanged is None
        command = start_amendment(table, ("Lea", "Hugo"), [["red"], ["blue"]], {"move_bonus": 1})
        assert command == Amend(
            entry=0,
            names=("Lea", "Hugo"),
            options={"strict_arrival": None, "move_bonus": 1, "colours": ["red", "blue"]},
            expected_seq=table.seq,
        )

    @every_case
    @a_few
    @given(seed=few_seeds, rnd=hands)
    def test_a_corrected_start_equals_that_start(self, case: Case, seed: int, rnd: Random) -> None:
        table = some_moment(case, seed, rnd)
        command = random_change(table, rnd)
        try:
            start = amended_start(table, command) if command is not None else table.game_start
        except RulesError:
            return
        change = partial(amendments.amend_start, table, start)
        try:
            after = change()
        except MisfitsError as error:
            after = change(without=[misfit.entry for misfit in error.misfits])
        other = tables.start(table.game, start.match.names, start.match.options)
        for entry in after.entries:
            other = tables.play(other, [CompleteMove(entry.played.seat, entry.played.move)], len(other.entries) + 1)
        assert other.match == after.match
        assert [entry.state for entry in other.entries] == [entry.state for entry in after.entries]
        assert [entry.lines for entry in other.entries] == [entry.lines for entry in after.entries]
        assert (other.setup_lines, other.digest()) == (after.setup_lines, after.digest())
        assert amendments.take_back(after).digest() == table.digest()

    @every_case
    @a_few
    @given(seed=few_seeds, rnd=hands)
    def test_other_names_and_allowed_colours_change_no_move(self, case: Case, seed: int, rnd: Random) -> None:
        table = some_moment(case, seed, rnd)
        names = tuple(f"{name} {rnd.choice('xyz')}" for name in table.names)
        colours = turned_colours(table) if colours_refusal(table, EVERYTHING) is None else table.match.colours
        command = start_amendment(table, names, colours, dict(table.match.options))
        assert command is not None
        after = amendments.amend_start(table, amended_start(table, command))
        assert len(after.entries) == len(table.entries)
        assert totals_of(after) == totals_of(table)


def turned_colours(table: Table) -> Sequence[Sequence[str]]:
    """Return the colours with each seat's given to the one before, in a game in which players choose them."""
    colours = table.match.colours
    return [*colours[1:], colours[0]] if is_coloured(table.match) else colours


def totals_of(table: Table) -> list[int | None]:
    view = table.match.player_view(table.state, EVERYTHING)
    return [total.value for total in table.match.totals(view)]


def choices_of(options: Any, name: str) -> dict[Any, Any]:
    """Return the choices of an option by value."""
    [field] = [changeable.option.field for changeable in options if changeable.option.field.name == name]
    assert isinstance(field, OneOf)
    return {choice.value: choice for choice in field.choices}


def random_change(table: Table, rnd: Random) -> Amend | None:
    """Return a random change of names, colours and visible options."""
    names = [rnd.choice([name, f"{name}’"]) for name in table.names]
    colours = turned_colours(table) if rnd.random() < 0.5 else table.match.colours
    options = {option.field.name: value for option, value in chosen_options(table.match)}
    for option in visible_setup_form(table.game, len(table.names)):
        if rnd.random() < 0.3 and not option.parts:
            options[option.field.name] = random_value(option, rnd)
    return start_amendment(table, names, colours, options)


def random_value(option: SetupField, rnd: Random) -> Any:
    match option.field:
        case YesNoField():
            return rnd.random() < 0.5
        case NumberField(low=low, high=high):
            return rnd.randint(low, high)
        case OneOf(choices=choices):
            return rnd.choice(choices).value
