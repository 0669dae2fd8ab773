"""Tests of walking a form: automatic answers, the end of lists, and the resulting move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from companion.rules.fields import (
    Blank,
    ChanceField,
    Choice,
    Field,
    FieldValues,
    Gap,
    Items,
    Json,
    NumberField,
    OneOf,
    Pick,
    SeatField,
    TextField,
    YesNoField,
)
from companion.rules.form_walk import FormWalk, NextField, begin_walk, fits, remaining_choices, remaining_items
from companion.rules.rule_errors import MalformedError, Refusal
from companion.rules.text import say

LABEL = say("form.done")


def choices(*values: Json, times: int = 1, refused: Sequence[Json] = ()) -> tuple[Choice, ...]:
    no = Refusal(LABEL, "L3")
    return tuple(Choice(value, LABEL, no if value in refused else None, times=times) for value in values)


def fee(chosen: FieldValues, items: Items) -> Field | None:
    """Ask for a fee of at most 7 with two of the dice 1, 2, 4 and 5, then yes or no."""
    if "dice" not in chosen:
        paid = sum(item for item in items if isinstance(item, int))
        remaining = remaining_choices(choices(1, 2, 4, 5, refused=[n for n in (1, 2, 4, 5) if paid + n > 7]), items)
        return Pick(name="dice", label=LABEL, choices=remaining, least=2, most=2, items=tuple(items))
    return None if "sure" in chosen else YesNoField(name="sure", label=LABEL)


def test_a_full_list_is_closed_and_the_next_field_opens() -> None:
    walk = begin_walk(fee).take(5).take(2)
    assert (walk.move_fields, [choice.value for choice in walk.filled[0].taken_choices]) == ({"dice": [2, 5]}, [2, 5])
    assert isinstance(walk.field, YesNoField)
    assert walk.answer(True).move_fields == {"dice": [2, 5], "sure": True}
    assert walk.answer(True).field is None


def test_refused_items_and_incomplete_lists_are_rejected() -> None:
    walk = begin_walk(fee).take(5)
    steps: tuple[Callable[[], FormWalk], ...] = (
        lambda: walk.take(4),
        lambda: walk.take(True),
        walk.close,
        lambda: begin_walk(fee).answer([5, 5]),
    )
    for step in steps:
        with pytest.raises(MalformedError) as caught:
            step()
        assert caught.value.where == "dice"


def path(chosen: FieldValues, items: Items) -> Field | None:
    """Ask for up to three steps upwards, from 1 to 4, in order."""
    if "path" in chosen:
        return None
    onward = choices(*(n for n in range(1, 5) if not items or n == int(str(items[-1])) + 1))
    return Pick(name="path", label=LABEL, choices=onward, least=1, most=3, items=tuple(items), ordered=True)


def paths(chosen: FieldValues, items: Items) -> Field | None:
    """Ask for a path; after the first step, distant places can be chosen with the steps between."""
    field = path(chosen, items)
    if not isinstance(field, Pick) or not items:
        return field
    last, steps_left = int(str(items[-1])), 3 - len(items)
    destinations = range(last + 2, min(4, last + steps_left) + 1)
    distant = (Choice(n, LABEL, prerequisites=tuple(range(last + 1, n))) for n in destinations)
    return replace(field, choices=(*field.choices, *distant))


SUM = Blank(NumberField(name="by", label=LABEL, low=-9, high=9, nonzero=True), "form.die")
WORDS = Blank(TextField(name="words", label=LABEL, longest=5), "form.several")


def blanks(chosen: FieldValues, items: Items) -> Field | None:
    """Ask for two of these, or one of them twice: a sum of 5, any other sum, and a short text."""
    if "done" in chosen:
        return None
    sorts = (Choice({"by": 5}, LABEL), Choice({}, LABEL, blank=SUM), Choice({"loud": True}, LABEL, blank=WORDS))
    return Pick(name="done", label=LABEL, choices=sorts, least=2, most=2, items=tuple(items))


def test_a_filled_blank_is_in_the_item_and_its_label() -> None:
    walk = begin_walk(blanks).take({"loud": True, "words": "tea"}).take({"by": -3})
    assert walk.move_fields == {"done": [{"by": -3}, {"loud": True, "words": "tea"}]}, "they stand as the choices do"
    taken_choices = walk.filled[0].taken_choices
    assert [choice.label for choice in taken_choices] == [say("form.die", by=-3), say("form.several", words="tea")]
    assert [choice.blank for choice in taken_choices] == [None, None]


def test_an_empty_blank_keeps_the_label() -> None:
    walk = begin_walk(blanks).take({"loud": True, "words": ""}).take({"by": 5})
    assert [(choice.value, choice.label) for choice in walk.filled[0].taken_choices] == [
        ({"by": 5}, LABEL),
        ({"loud": True, "words": ""}, LABEL),
    ]


@pytest.mark.parametrize(
    "item",
    [
        *({}, {"by": 0}, {"by": 10}, {"by": True}, {"by": "3"}, {"by": None}, {"by": 3, "more": 1}, 3, None),
        *({"loud": True}, {"words": "tea"}, {"loud": False, "words": "tea"}, {"loud": True, "words": "coffee"}),
    ],
)
def test_an_empty_or_invalid_blank_is_not_taken(item: Json) -> None:
    with pytest.raises(MalformedError):
        begin_walk(blanks).take(item)


def test_the_only_choice_is_not_automatic_with_a_blank() -> None:
    def ask(chosen: FieldValues, items: Items) -> Field | None:
        only = (Choice({}, LABEL, blank=SUM),)
        pick = Pick(name="done", label=LABEL, choices=only, least=1, most=1, items=tuple(items))
        return None if "done" in chosen else pick

    assert isinstance(begin_walk(ask).field, Pick)
    assert begin_walk(ask).take({"by": 4}).move_fields == {"done": [{"by": 4}]}


def test_a_list_closes_when_full_or_by_hand_when_complete() -> None:
    assert begin_walk(path).take(1).close().move_fields == {"path": [1]}
    assert begin_walk(path).take(1).take(2).field is not None
    assert begin_walk(path).take(1).take(2).take(3).field is None
    assert begin_walk(path).take(4).field is None
    assert begin_walk(path).answer([2, 3]).move_fields == {"path": [2, 3]}


def several(*values: Json, times: int = 1, least: int = 0) -> NextField:
    def ask(chosen: FieldValues, items: Items) -> Field | None:
        remaining = remaining_choices(choices(*values, times=times), items)
        return (
            None
            if "some" in chosen
            else Pick(name="some", label=LABEL, choices=remaining, least=least, most=9, items=tuple(items))
        )

    return ask


def walk_of(*values: Json, times: int = 1, least: int = 0) -> FormWalk:
    return begin_walk(several(*values, times=times, least=least))


def test_unordered_items_are_sorted_like_the_choices() -> None:
    assert walk_of("c", "a", "b").take("b").take("c").close().move_fields == {"some": ["c", "b"]}
    assert walk_of("c", "a").take("a").take("c").move_fields == {"some": ["c", "a"]}


def test_an_empty_list_is_left_out_of_the_move() -> None:
    walk = walk_of("a", "b").close()
    assert (walk.field, walk.chosen, walk.move_fields) == (None, {"some": []}, {})


def test_an_item_can_be_taken_as_often_as_allowed() -> None:
    walk = walk_of("a", "b", times=2).take("a").take("a")
    assert isinstance(walk.field, Pick)
    assert [(choice.value, choice.times) for choice in walk.field.choices] == [("b", 2)]
    assert walk.put_back("a").move_fields == {"some": ["a"]}
    with pytest.raises(MalformedError):
        walk.put_back("b")


def test_putting_back_removes_items_that_no_longer_fit() -> None:
    walk = begin_walk(path).take(1).take(2)
    assert walk.put_back(1).move_fields == {"path": [2]}
    longer = begin_walk(path).take(2).take(3)
    assert longer.put_back(2).move_fields == {"path": [3]}


def test_a_distant_item_takes_its_prerequisites() -> None:
    walk = begin_walk(paths).take(1)
    assert isinstance(walk.field, Pick)
    assert [(choice.value, choice.prerequisites) for choice in walk.field.choices] == [(2, ()), (3, (2,))]
    assert walk.take(3).move_fields == {"path": [1, 2, 3]}
    assert [choice.value for choice in walk.take(3).filled[0].taken_choices] == [1, 2, 3]
    assert begin_walk(paths).answer([1, 3]).move_fields == {"path": [1, 2, 3]}, "what lies between was not said"
    with pytest.raises(MalformedError):
        begin_walk(paths).answer([2, 4, 1])


def test_items_after_a_distant_item_remain() -> None:
    field = paths({}, [1, 2, 3])
    assert isinstance(field, Pick)
    assert remaining_items(field, [1, 3, 4]) == [4]
    assert remaining_items(field, [1, 3]) == []


def test_an_automatic_item_is_not_taken_twice() -> None:
    walk = walk_of("a", times=2, least=1)
    assert walk.move_fields == {"some": ["a"]}
    assert walk.answer(["a"]).move_fields == {"some": ["a"]}
    assert walk.answer(["a", "a"]).move_fields == {"some": ["a", "a"]}
    assert isinstance(walk.field, Pick)
    assert remaining_items(walk.field, ["b", "a"]) == ["b"]


def test_an_answer_may_include_an_automatic_last_item() -> None:
    against = {"red": ["green"], "green": ["red"]}

    def ask(chosen: FieldValues, items: Items) -> Field | None:
        """Ask for two of three colours, but not red with green."""
        refused = against.get(str(items[0]), []) if items else []
        remaining = remaining_choices(choices("red", "blue", "green", refused=refused), items)
        return (
            None
            if "some" in chosen
            else Pick(name="some", label=LABEL, choices=remaining, least=2, most=2, items=tuple(items))
        )

    assert begin_walk(ask).take("red").move_fields == {"some": ["red", "blue"]}
    assert begin_walk(ask).answer(["red", "blue"]).move_fields == {"some": ["red", "blue"]}
    with pytest.raises(MalformedError):
        begin_walk(ask).answer(["red", "green"])
    with pytest.raises(MalformedError):
        begin_walk(ask).answer(["red", "blue", "blue"])


def test_items_are_automatic_when_all_are_needed() -> None:
    assert walk_of("a", "b", least=2).move_fields == {"some": ["a", "b"]}
    assert walk_of("a", "b", times=2, least=3).take("b").move_fields == {"some": ["b"]}
    assert walk_of("a", "b", times=2, least=4).move_fields == {"some": ["a", "a", "b", "b"]}


def test_items_are_not_automatic_when_order_matters() -> None:
    def ask(chosen: FieldValues, items: Items) -> Field | None:
        remaining = remaining_choices(choices("a", "b"), items)
        pick = Pick(name="order", label=LABEL, choices=remaining, least=2, most=2, items=tuple(items), ordered=True)
        return None if "order" in chosen else pick

    assert begin_walk(ask).move_fields == {}
    assert begin_walk(ask).take("b").move_fields == {"order": ["b", "a"]}, "the last one has no choice any more"


def test_a_fact_is_asked_for_even_with_one_open_choice() -> None:
    def which(chosen: FieldValues, items: Items) -> Field | None:
        cards = choices("red", "blue", refused=["red"])
        return None if "card" in chosen else OneOf(name="card", label=LABEL, choices=cards, states_fact=True)

    walk = begin_walk(which)
    assert (walk.complete, walk.move_fields) == (False, {})
    assert walk.answer("blue").move_fields == {"card": "blue"}


def test_a_single_choice_or_seat_is_automatic() -> None:
    def ask(chosen: FieldValues, items: Items) -> Field | None:
        if "colour" not in chosen:
            return OneOf(name="colour", label=LABEL, choices=choices("red", None, refused=["red"]))
        return None if "seat" in chosen else SeatField(name="seat", label=LABEL, seats=(3,))

    walk = begin_walk(ask)
    assert walk.move_fields == {"colour": None, "seat": 3}
    assert [filled.automatic for filled in walk.filled] == [True, True]
    assert begin_walk(ask, {"colour": "red"}).move_fields == {"colour": "red", "seat": 3}


NUMBER = NumberField(name="n", label=LABEL, low=-2, high=3, nonzero=True)
SEAT = SeatField(name="s", label=LABEL, seats=(2, 3))
WORD = TextField(name="t", label=LABEL, longest=3, required=True)
DICE = ChanceField(name="chance", label=LABEL, draws=(("d6", 2),))


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        (NUMBER, [-2, 3, 1], [-3, 4, 0, True, "1", None, 1.0]),
        (replace(NUMBER, nonzero=False), [0], [4]),
        (replace(NUMBER, gaps=(Gap(1, 2, Refusal(LABEL)),)), [-2, -1, 3], [0, 1, 2, 4]),
        (SEAT, [2, 3], [1, True, "2", None]),
        (WORD, ["a", "abc"], ["", "abcd", 1, None]),
        (replace(WORD, required=False), ["", "abc"], ["abcd"]),
        (YesNoField(name="y", label=LABEL), [True, False], [1, 0, None, "yes"]),
        (DICE, [[1, 6], [7, 9]], [[1], [1, 2, 3], 1, "12", [1, True], [1, "2"], None]),
        (OneOf(name="o", label=LABEL, choices=choices(1, 2, refused=[2])), [1], [2, True, "1", None]),
    ],
)
def test_a_field_accepts_only_fitting_values(field: Field, good: list[Json], bad: list[Json]) -> None:
    """The faces of a die are checked by the rules, not by the field."""
    assert [value for value in good if not fits(field, value)] == []
    assert [value for value in bad if fits(field, value)] == []


def test_a_walk_is_complete_when_only_chance_is_missing() -> None:
    def ask(chosen: FieldValues, items: Items) -> Field | None:
        if "path" not in chosen:
            return path(chosen, items)
        return None if "chance" in chosen else DICE

    assert not begin_walk(path).complete
    assert begin_walk(path).take(1).complete
    assert begin_walk(path).take(4).complete
    assert not begin_walk(ask).take(1).complete, "something would follow"
    assert begin_walk(ask).take(1).close().complete
    assert begin_walk(ask).take(1).close().answer([1, 2]).complete
    with pytest.raises(MalformedError):
        begin_walk(path).take(4).answer(3)


def test_invalid_answers_and_answers_after_the_end_are_rejected() -> None:
    filled_list = begin_walk(fee).take(1).take(2)
    for walk, value in ((filled_list, "yes"), (filled_list, None), (filled_list.answer(True), True)):
        with pytest.raises(MalformedError):
            walk.answer(value)


def two_roads(chosen: FieldValues, items: Items) -> Field | None:
    """Ask for three steps in two lists: the first goes to a or b, the second to b or c."""
    if "roads" in chosen:
        return None
    ends: list[Json] = [{"into": into, "item": item} for into, item in ((0, "a"), (0, "b"), (1, "b"), (1, "c"))]
    onward = choices(*ends, times=3)
    return Pick(
        name="roads", label=LABEL, choices=onward, least=1, most=3, items=tuple(items), ordered=True, list_count=2
    )


def test_lists_with_shared_choices_are_filled_together() -> None:
    walk = begin_walk(two_roads).take({"into": 1, "item": "c"})
    assert walk.move_fields == {"roads": [[], ["c"]]}, "an empty one keeps its place"
    walk = walk.take({"into": 0, "item": "b"}).take({"into": 1, "item": "b"})
    assert (walk.move_fields, walk.field) == ({"roads": [["b"], ["c", "b"]]}, None)
    assert [choice.value for choice in walk.filled[0].taken_choices] == [
        {"into": 1, "item": "c"},
        {"into": 0, "item": "b"},
        {"into": 1, "item": "b"},
    ]


def test_lists_or_their_items_are_accepted_as_an_answer() -> None:
    for value in ([["b"], ["c"]], [{"into": 0, "item": "b"}, {"into": 1, "item": "c"}]):
        answer: list[Json] = [*value]
        assert begin_walk(two_roads).answer(answer).move_fields == {"roads": [["b"], ["c"]]}
    pick = begin_walk(two_roads).take({"into": 0, "item": "b"}).field
    assert isinstance(pick, Pick)
    assert remaining_items(pick, [["b"], ["c"]]) == [{"into": 1, "item": "c"}]


@pytest.mark.parametrize("value", [[["c"]], [[], ["a"]], [["a"], [], ["b"]], [["a", "b"], ["b", "c"]], [[]], ["a"]])
def test_lists_with_invalid_items_are_rejected(value: list[Json]) -> None:
    with pytest.raises(MalformedError):
        begin_walk(two_roads).answer(value)


def defaults(chosen: FieldValues, items: Items) -> Field | None:
    """Ask for a fare (default 2), then one or two colours (default red), then yes or no."""
    if "fare" not in chosen:
        return OneOf(name="fare", label=LABEL, choices=tuple(Choice(n, LABEL, default=n == 2) for n in (1, 2, 3)))
    if "colours" not in chosen:
        remaining = tuple(
            Choice(value, LABEL, default=value == "red") for value in ("blue", "red", "green") if value not in items
        )
        return Pick(name="colours", label=LABEL, choices=remaining, least=1, most=2, items=tuple(items), ordered=True)
    return None if "sure" in chosen else YesNoField(name="sure", label=LABEL)


def test_a_field_with_a_default_may_stay_open() -> None:
    def sure(chosen: FieldValues, items: Items) -> Field | None:
        return defaults({"sure": True, **chosen}, items)

    walk = begin_walk(sure)
    assert (walk.complete, walk.settled.move_fields) == (True, {"fare": 2, "colours": ["red"]})
    assert walk.move_fields == {}, "nobody has said it"
    assert walk.answer(3).settled.move_fields == {"fare": 3, "colours": ["red"]}
    assert walk.answer(3).take("green").settled.move_fields == {"fare": 3, "colours": ["green"]}


def test_a_field_without_a_default_needs_an_answer() -> None:
    walk = begin_walk(defaults)
    assert not walk.complete
    assert walk.settled.move_fields == {"fare": 2, "colours": ["red"]}
    assert isinstance(walk.settled.field, YesNoField)
    assert walk.settled.with_default is None


def test_a_refused_default_does_not_count() -> None:
    def ask(chosen: FieldValues, items: Items) -> Field | None:
        no = Refusal(LABEL)
        dear = Choice(2, LABEL, no, default=True)
        return None if "fare" in chosen else OneOf(name="fare", label=LABEL, choices=(*choices(1, 3), dear))

    assert (begin_walk(ask).complete, begin_walk(ask).with_default) == (False, None)
