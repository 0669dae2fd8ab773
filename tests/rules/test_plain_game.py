"""Tests of a plain game: the defaults of its base classes, and the errors if something is missing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.base_game import PlainMatch, SeatInTurn, booked, one_of
from companion.rules.fields import Choice, Field, NumberField, OneOf, OptionPart, SetupField
from companion.rules.game import Correctable, move_from_json
from companion.rules.match_functions import next_pick
from companion.rules.moves import Correct, Line
from companion.rules.rule_errors import IllegalMoveError, MalformedError, Refusal
from companion.rules.scene import Final
from companion.rules.text import say
from companion.rules.viewer import PUBLIC, as_seat
from tests.games.acorns import ACORNS, Reroll
from tests.games.pebbles import PEBBLES, Match, Pebbles, State

NAMES = ("Ada", "Bao")


def start(**options: Any) -> tuple[Match, State]:
    match, state, _ = PEBBLES.begin(NAMES, options)
    return match, state


def test_each_choice_of_a_short_list_is_an_offer() -> None:
    match, state = start()
    offers = match.offers(replace(state, last=2), 1)
    assert [(offer.kind, dict(offer.chosen), offer.complete) for offer in offers] == [
        *(("take", {"n": n}, True) for n in (1, 2, 3)),
        ("roll", {}, True),
    ]
    assert [offer.refused is None for offer in offers] == [True, False, True, True]
    assert match.offers(state, 2) == ()


def test_a_refused_kind_is_complete_only_without_fields() -> None:
    class Closed(Match):
        def check(self, state: State, seat: int, kind: str) -> None:
            raise IllegalMoveError(say("refused.over"))

    _, state = start()
    offers = Closed(game=PEBBLES, names=NAMES, options={}).offers(state, 1)
    assert [(offer.kind, offer.complete, offer.refused is None) for offer in offers] == [
        ("take", False, False),
        ("roll", True, False),
    ]


def test_there_is_no_form_if_every_choice_is_refused() -> None:
    match, state = start()
    with pytest.raises(IllegalMoveError) as caught:
        match.next_pick(replace(state, heap=1, last=1), 1, "take", {}, ())
    assert caught.value.ruling == "P1"
    assert isinstance(match.next_pick(state, 1, "take", {}, ()), OneOf)


@pytest.mark.parametrize(
    "body",
    [
        {"move": "take", "n": 4},
        {"move": "take", "n": 0},
        {"move": "roll", "chance": [7]},
        {"move": "roll", "chance": []},
    ],
)
def test_a_value_outside_the_form_is_refused(body: dict[str, Any]) -> None:
    match, state = start()
    with pytest.raises(IllegalMoveError):
        match.play(state, 1, move_from_json(PEBBLES, body))


def test_lines_are_booked_including_those_of_corrections() -> None:
    match, state = start()
    state, lines = match.play(state, 1, move_from_json(PEBBLES, {"move": "take", "n": 3}))
    assert (state.pebbles, state.heap, [line.by for line in lines]) == ((3, 0), 12, [3])
    state, _ = match.play(state, 2, Correct("pebbles", 2))
    assert (state.pebbles, match.turn(state)) == ((3, 2), 2)
    assert [(correctable.what, correctable.low, correctable.high) for correctable in match.correctable(state, 1)] == [
        ("pebbles", -3, 99)
    ]


def test_the_last_move_needs_confirmation_and_plays_the_end() -> None:
    match, state = start(heap=6)
    state = replace(state, heap=2)
    assert [offer.needs_confirmation for offer in match.offers(state, 1)] == [False, True, False, False]
    move = move_from_json(PEBBLES, {"move": "take", "n": 2})
    after, lines = match.play(state, 1, move)
    [final] = match.animations(state, 1, move, after, lines, PUBLIC)
    assert isinstance(final, Final)
    assert [(place.seat, place.rank, place.total) for place in final.places] == [(1, 1, 2), (2, 2, 0)]


@pytest.mark.parametrize(("options", "where"), [({"heap": 5}, "heap"), ({"heap": "6"}, "heap"), ({"hoop": 6}, "hoop")])
def test_an_invalid_option_is_named(options: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedError) as caught:
        PEBBLES.begin(NAMES, options)
    assert caught.value.where == where


class Hats(Pebbles):
    """The same game with an option for each seat."""

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        choices = tuple(Choice(word, say("test")) for word in (None, "red", "blue"))
        hats = OneOf(name="hats", label=say("test"), choices=choices)
        apart = tuple(OptionPart((seat - 1,), seat=seat) for seat in range(1, seats + 1))
        return (*super().setup_form(seats), SetupField(hats, [], parts=apart, exclusive=True))


def test_an_option_can_have_an_answer_for_each_seat() -> None:
    assert Hats().checked_options(2, {"hats": [None, "red"]}) == {"heap": 15, "hats": [None, "red"]}
    wrongs: list[Any] = [["red", "red"], ["green"], [None, None, "red"], "red"]
    for wrong in wrongs:
        with pytest.raises(MalformedError) as caught:
            Hats().checked_options(2, {"hats": wrong})
        assert caught.value.where == "hats"


def test_a_match_with_missing_methods_names_them() -> None:
    class Half(PlainMatch):
        pass

    with pytest.raises(NotImplementedError, match="Half has yet to answer: active_seats, apply, holdings"):
        Half(game=PEBBLES, names=NAMES, options={})  # type: ignore[abstract]


def test_a_game_with_too_few_colours_is_refused() -> None:
    class Crowd(type(PEBBLES)):  # type: ignore[misc]  # made of what it is an instance of
        id = "crowd"
        seats = range(2, 7)

    with pytest.raises(ValueError, match="crowd has 6 seats and 5 colours for them"):
        Crowd()


def test_a_secret_move_is_always_chosen_in_a_form() -> None:
    class Hidden(Match):
        secret_kinds = frozenset({"take"})
        any_order_kinds = frozenset({"take", "roll"})

    _, state = start()
    offers = Hidden(game=PEBBLES, names=NAMES, options={}).offers(state, 1)
    assert [(offer.kind, offer.complete, offer.secret, offer.any_order) for offer in offers] == [
        ("take", False, True, True),
        ("roll", True, False, True),
    ]


def test_a_correction_is_told_with_the_amounts_before_and_after() -> None:
    match, state = start()
    move = Correct("pebbles", 2)
    after, _ = match.play(state, 1, move)
    text = match.describe_move(state, 1, move, after, after, PUBLIC)
    word = match.component("pebbles").counted(2)
    assert text == say("told.correct", seat=1, what=word, before=0, after=2)
    field = next_pick(match, state, 1, "correct", {"what": "pebbles"})
    assert isinstance(field, NumberField)
    assert (field.base, field.low, field.high, field.first, field.allows(0)) == (0, 0, 99, 0, False)


def test_a_secret_amount_is_told_without_numbers() -> None:
    class Hidden(Match):
        def correctable(self, state: State, seat: int) -> tuple[Correctable, ...]:
            return tuple(replace(entry, secret=True) for entry in super().correctable(state, seat))

    _, state = start()
    match, move = Hidden(game=PEBBLES, names=NAMES, options={}), Correct("pebbles", 2)
    after, _ = match.play(state, 1, move)
    for viewer in (PUBLIC, as_seat(2)):
        assert match.describe_move(state, 1, move, after, after, viewer) == say("told.correct_secret", seat=1)
    assert match.describe_move(state, 1, move, after, after, as_seat(1)).key == "told.correct"


def test_without_a_present_amount_the_difference_is_asked_and_told() -> None:
    class Differences(Match):
        def correctable(self, state: State, seat: int) -> tuple[Correctable, ...]:
            return (Correctable("pebbles", -1, 1),)

    _, state = start()
    match, move = Differences(game=PEBBLES, names=NAMES, options={}), Correct("pebbles", 1)
    field = next_pick(match, state, 1, "correct", {"what": "pebbles"})
    assert isinstance(field, NumberField)
    assert (field.base, field.signed, field.nonzero, field.first) == (None, True, True, 1)
    after, _ = match.play(state, 1, move)
    text = match.describe_move(state, 1, move, after, after, PUBLIC)
    assert text == say("told.correct_by", seat=1, what=match.component("pebbles").counted(1), n=1)
    with pytest.raises(IllegalMoveError) as caught:
        match.play(state, 1, Correct("pebbles", 0))
    assert caught.value.reason.key == "refused.correct_by"


def test_a_refused_correction_names_the_amounts_that_can_be() -> None:
    match, state = start()
    with pytest.raises(IllegalMoveError) as caught:
        match.play(state, 1, Correct("pebbles", 100))
    assert caught.value.reason == say("refused.correct_to", what=match.component("pebbles").title, low=0, high=99)


def climbing() -> tuple[Any, Any]:
    """Return a match of Acorns and its state after the first throw of the first turn."""
    match, state, _ = ACORNS.begin(NAMES, {})
    return match, replace(state, turn=1, turn_no=1, chosen=(3, 3), dice=(2, 2, 3, 5, 6), throws=1)


def test_an_amount_is_booked_by_the_name_of_its_component() -> None:
    _, state = start()
    lines = (Line(1, "pebbles", 2, say("test"), None), Line(1, "pebbles", 3, say("test"), None))
    assert booked(state, lines) == replace(state, pebbles=(5, 0))
    assert booked(state, ()) is state
    for name in ("feathers", "heap"):
        with pytest.raises(NotImplementedError, match=f"the state has no '{name}' for each seat: override book"):
            booked(state, (Line(1, name, 2, say("test"), None),))


def test_seats_take_turns_by_number_or_as_the_state_says() -> None:
    class Turns(SeatInTurn, Match):
        def over(self, state: State) -> bool:
            return not state.heap

    _, state = start()
    match = Turns(game=PEBBLES, names=NAMES, options={})
    later, end = replace(state, turn_no=4), replace(state, heap=0)
    assert [(match.turn(each), match.turn_no(each)) for each in (state, later, end)] == [(1, 1), (2, 4), (None, None)]
    match, state = climbing()
    choosing = replace(state, turn=0, chosen=(0, 3))
    assert [(match.turn(each), match.turn_no(each)) for each in (state, choosing)] == [(1, 1), (None, None)]
    assert [match.active_seats(each) for each in (state, choosing)] == [(1,), (1,)]
    assert not match.over(choosing)


def test_a_field_can_depend_on_the_answers_before_it() -> None:
    match, state = climbing()
    [pick, dice] = [match.next_pick(state, 1, "reroll", chosen, (2,)) for chosen in ({}, {"keep": [2, 6]})]
    assert [(choice.value, choice.times) for choice in pick.choices] == [(2, 1), (3, 1), (5, 1), (6, 1)]
    assert (pick.items, dice.draws) == ((2,), (("d6", 3),))


@pytest.mark.parametrize("keep", [[2, 2, 2], [4], [2, 2, 3, 5, 6], ["2"]])
def test_an_item_that_is_no_choice_is_refused(keep: list[Any]) -> None:
    match, state = climbing()
    with pytest.raises(IllegalMoveError) as caught:
        match.play(state, 1, Reroll((1,) * (5 - len(keep)), tuple(keep)))
    assert caught.value.reason == say("error.does_not_fit")


def test_a_refused_item_names_its_reason() -> None:
    class Strict(type(climbing()[0])):  # type: ignore[misc]  # made of what it is an instance of
        def dependent_form(self, *args: Any) -> tuple[Field, ...]:
            pick, *others = super().dependent_form(*args)
            refused = Refusal(say("acorns.refused.roll"), "A2")
            choices = tuple(replace(choice, refused=refused if choice.value == 6 else None) for choice in pick.choices)
            return (replace(pick, choices=choices, least=1), *others)

    _, state = climbing()
    match = Strict(game=ACORNS, names=NAMES, options={}, enough=6)
    for keep, ruling in (((6,), "A2"), ((), None)):
        with pytest.raises(IllegalMoveError) as caught:
            match.play(state, 1, Reroll((1,) * (5 - len(keep)), keep))
        assert caught.value.ruling == ruling


def test_a_few_values_have_texts_refusals_and_touches() -> None:
    refusal = Refusal(say("refused.over"), None)
    field = one_of(
        *("n", say("test"), (1, 2), lambda n: say("pebbles.take_so_many", n=n)),
        refusal=lambda n: refusal if n == 2 else None,
        touch=lambda n: f"heap:{n}",
    )
    assert field.choices == (
        Choice(1, say("pebbles.take_so_many", n=1), touches=("heap:1",)),
        Choice(2, say("pebbles.take_so_many", n=2), refusal, touches=("heap:2",)),
    )
    assert one_of("n", say("test"), (1,), lambda n: say("test")).choices == (Choice(1, say("test")),)
