"""Debouncing: whatever a contact does for 15 ms, a press is one press, and none is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.box.input_events import KeyEdge
from companion.box.key_presses import ARRIVAL_TIME, SETTLE_TIME, Debouncer, KeyTransition
from companion.words.signs import Key

MS = 0.001
SHORTEST_PRESS = 30
"""The shortest press of a hand, in ms."""
FASTEST = 125
"""Eight presses a second, in ms from one to the next."""


@dataclass(frozen=True)
class Tap:
    """A real press: its start, its duration, and the bounces after the contact closes and after it opens."""

    key: Key
    start: int
    length: int
    closing: tuple[int, ...]
    opening: tuple[int, ...]

    def edges(self) -> list[KeyEdge]:
        """Return the edges of the line, in order."""
        return [
            *self._bounced(self.start, self.closing, True),
            *self._bounced(self.start + self.length, self.opening, False),
        ]

    def _bounced(self, time: int, bounces: tuple[int, ...], down: bool) -> list[KeyEdge]:
        edges = [KeyEdge(self.key, down, time * MS)]
        for bounce in bounces:
            edges.append(KeyEdge(self.key, not down, (time + bounce - 0.5) * MS))
            edges.append(KeyEdge(self.key, down, (time + bounce) * MS))
        return edges


bounces = st.lists(st.integers(2, 15), max_size=7, unique=True).map(sorted).map(tuple)


@st.composite
def taps(draw: st.DrawFn, key: Key = Key.OK) -> list[Tap]:
    """Generate presses of one key, up to eight a second."""
    presses, start = [], 0
    for _ in range(draw(st.integers(1, 10))):
        length = draw(st.integers(SHORTEST_PRESS, 2 * FASTEST))
        presses.append(Tap(key, start, length, draw(bounces), draw(bounces)))
        start += max(FASTEST, length + SHORTEST_PRESS) + draw(st.integers(0, FASTEST))
    return presses


def reported(debouncer: Debouncer, edges: Sequence[KeyEdge]) -> list[KeyTransition]:
    """Return the changes that a debouncer reports for these edges, with a tick at each of its deadlines."""
    changes: list[KeyTransition] = []
    for edge in edges:
        while (due := debouncer.deadline()) is not None and due <= edge.time:
            changes.extend(debouncer.tick(due))
            after = debouncer.deadline()
            assert after is None or after > due, "it would keep the machine busy"
        changes.extend(debouncer.edge(edge))
    while (due := debouncer.deadline()) is not None:
        changes.extend(debouncer.tick(due))
    return changes


@given(taps())
def test_a_bouncing_press_is_one_press(pressed: list[Tap]) -> None:
    changes = reported(Debouncer(), [edge for tap in pressed for edge in tap.edges()])
    assert [change.down for change in changes] == [True, False] * len(pressed)


@given(taps())
def test_a_press_is_reported_at_its_first_edge(pressed: list[Tap]) -> None:
    changes = reported(Debouncer(), [edge for tap in pressed for edge in tap.edges()])
    assert [change.time for change in changes if change.down] == [tap.start * MS for tap in pressed]
    assert [change.time for change in changes if not change.down] == [(tap.start + tap.length) * MS for tap in pressed]


@given(taps(Key.UP), taps(Key.DOWN))
def test_keys_are_independent_and_keep_their_order(ups: list[Tap], downs: list[Tap]) -> None:
    edges = sorted((edge for tap in (*ups, *downs) for edge in tap.edges()), key=lambda edge: edge.time)
    changes = reported(Debouncer(), edges)
    assert [change.time for change in changes] == sorted(change.time for change in changes)
    for key, pressed in ((Key.UP, ups), (Key.DOWN, downs)):
        alone = reported(Debouncer(), [edge for tap in pressed for edge in tap.edges()])
        assert [change for change in changes if change.key is key] == alone


edges_at_will = st.lists(st.tuples(st.sampled_from([Key.OK, Key.BACK]), st.booleans(), st.integers(0, 40)), max_size=40)


@given(edges_at_will)
def test_any_line_ends_in_its_reported_state(wild: list[tuple[Key, bool, int]]) -> None:
    now, edges, level = 0, [], {}
    for key, down, after in wild:
        now += after
        edges.append(KeyEdge(key, down, now * MS))
        level[key] = down
    changes = reported(Debouncer(), edges)
    for key, down in level.items():
        mine = [change.down for change in changes if change.key is key]
        assert mine[-1] is down
        assert all(former is not latter for former, latter in pairwise(mine))


def test_a_press_too_short_for_a_hand_is_released() -> None:
    debouncer = Debouncer()
    assert debouncer.edge(KeyEdge(Key.OK, True, 1.0)) == (KeyTransition(Key.OK, True, 1.0),)
    assert debouncer.edge(KeyEdge(Key.OK, False, 1.005)) == ()
    due = debouncer.deadline()
    assert due == 1.0 + SETTLE_TIME + ARRIVAL_TIME
    assert debouncer.tick(due) == (KeyTransition(Key.OK, False, 1.0 + SETTLE_TIME),)
    assert debouncer.deadline() is None


def test_an_edge_that_arrives_late_adds_no_press() -> None:
    """The last bounce of a release arrives while the key settles: until then the line seems to be down."""
    debouncer = Debouncer()
    for down, time in ((True, 1.0), (False, 1.1), (True, 1.102)):
        debouncer.edge(KeyEdge(Key.OK, down, time))
    assert debouncer.tick(1.1 + SETTLE_TIME) == ()
    assert debouncer.edge(KeyEdge(Key.OK, False, 1.112)) == ()
    assert debouncer.deadline() is None


def test_an_edge_with_a_late_time_adds_no_press() -> None:
    """The same with a library that does not know the time of the edge."""
    debouncer = Debouncer()
    edges = [
        KeyEdge(Key.OK, down, time) for down, time in ((True, 1.0), (False, 1.1), (True, 1.109), (False, 1.112 + 0.011))
    ]
    assert reported(debouncer, edges) == [KeyTransition(Key.OK, True, 1.0), KeyTransition(Key.OK, False, 1.1)]


def test_a_key_at_rest_or_held_has_no_deadline() -> None:
    debouncer = Debouncer()
    assert debouncer.deadline() is None
    debouncer.edge(KeyEdge(Key.OK, True, 1.0))
    assert debouncer.deadline() is None


def test_a_key_held_at_power_on_gives_no_press() -> None:
    edges = [KeyEdge(Key.OK, False, 1.0), KeyEdge(Key.OK, True, 1.002), KeyEdge(Key.OK, False, 1.003)]
    assert reported(Debouncer(), edges) == [KeyTransition(Key.OK, False, 1.0)]
