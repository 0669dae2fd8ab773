"""Changes between views: applied to the first of any two values, a change gives the second, and is not longer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.server.views.view_changes import change_between
from companion.table.incremental_cache import AppendOnlyList
from tests.kit.page_changes import apply_change

plain = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2)
names = st.sampled_from(["a", "b", "c", "id"])
values = st.recursive(plain, lambda part: st.lists(part, max_size=6) | st.dictionaries(names, part, max_size=4))


@given(values, values)
def test_applying_a_change_to_the_first_value_gives_the_second(before: Any, now: Any) -> None:
    unchanged = json.dumps(before)
    change = change_between(before, now)
    if change is None:
        assert before == now
    else:
        assert apply_change(before, json.loads(json.dumps(change))) == now
    assert json.dumps(before) == unchanged


@given(values)
def test_equal_values_have_no_change(value: Any) -> None:
    assert change_between(value, json.loads(json.dumps(value))) is None


@given(st.dictionaries(names, values, max_size=4), st.dictionaries(names, values, max_size=4))
def test_applying_a_change_keeps_the_order_of_keys(before: Any, now: Any) -> None:
    change = change_between(before, now)
    assert [*(before if change is None else apply_change(before, change))] == [*now]


BOX = {"id": "box", "name": "Box", "n": 1}
LINE = {"seat": 1, "what": "gold", "by": 2}


@pytest.mark.parametrize(
    ("before", "now", "change"),
    [
        ([1, 2, 3], [1, 2, 3, 4], {"list": [[0, 3], {"is": 4}]}),
        ([1, 2, 3], [1, 3], {"list": [[0, 1], [2, 3]]}),
        ([1, 2, 3], [9, 1, 2], {"list": [{"is": 9}, [0, 2]]}),
        ([LINE, LINE], [LINE, {**LINE, "by": 3}], {"list": [[0, 1], [1, {"keys": {"by": {"is": 3}}}]]}),
        ([1, 2], [3, 4], {"is": [3, 4]}),
        ({"a": 1, "b": 2}, {"b": 3, "c": 4}, {"is": {"b": 3, "c": 4}}),
        ({"a": 1, "b": 2, "c": 3}, {"b": 2, "c": 4}, {"keys": {"c": {"is": 4}}, "gone": ["a"]}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {"keys": {}, "order": ["b", "a"]}),
        ({"a": 1, "b": 2}, {"a": 1, "c": 3, "b": 2}, {"keys": {"c": {"is": 3}}, "order": ["a", "c", "b"]}),
        ([BOX, {**BOX, "id": "other"}], [{**BOX, "id": "other", "n": 2}], {"list": [[1, {"keys": {"n": {"is": 2}}}]]}),
        (1, True, {"is": True}),
    ],
)
def test_changes_have_the_expected_form(before: Any, now: Any, change: Any) -> None:
    assert change_between(before, now) == change


def test_an_insertion_in_a_list_sends_only_the_new_item() -> None:
    before: list[Any] = [{**LINE, "entry": number} for number in range(5000)]
    now = [*before[:2500], {**LINE, "entry": -1}, *before[2500:]]
    assert change_between(before, now) == {"list": [[0, 2500], {"is": {**LINE, "entry": -1}}, [2500, 5000]]}


@pytest.mark.parametrize("before", [{}, {"chart": 1}, {"chart": None, "seq": 3}, {"gone": 1}, 1, None])
def test_an_append_only_list_arrives_as_a_plain_list(before: Any) -> None:
    change = change_between(before, {"chart": AppendOnlyList([[0, 1]])})
    assert apply_change(before, json.loads(json.dumps(change))) == {"chart": [[0, 1]]}
