"""Tests of pages that receive changes: whatever happens at a table, each has the view of its role, no other."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from companion.server import view_cache as views
from companion.server.event_streams import GzipStream
from companion.server.view_cache import ViewCache
from companion.server.views.phone_view import ViewerRole, incremental_phone_view, phone_view, role_of
from companion.server.views.view_changes import change_between
from companion.session.session import Snapshot
from companion.table.incremental_cache import with_plain_lists
from companion.table.roles import Roles
from companion.words.catalogue import LANGUAGES, Words
from tests.depth import deep, search
from tests.kit.page_changes import apply_change
from tests.kit.scripted_games import replayed_table, whole_game
from tests.views.test_incremental_views import EveningOfViews, without_cache

MOVES = whole_game()


def snapshot(entries: int) -> Snapshot:
    return Snapshot(replayed_table(MOVES[:entries]), saved=True)


@dataclass
class Watcher:
    """A page that watches, and the view it has."""

    phone: str | None
    language: str
    name: str = ""
    view: Any = None

    def receive(self, views: ViewCache, snapshot: Snapshot) -> None:
        """Receive the pending change; after several missed views it leads to the newest."""
        self.name, event = views.update_for(snapshot, role_of(self.phone, snapshot), self.language, self.name)
        if event is None:
            return
        *head, data = event.decode().removesuffix("\n\n").split("\n")
        assert head[-1] == f"id: {self.name}"
        body = json.loads(data.removeprefix("data: "))
        self.view = apply_change(self.view, body["change"]) if head[0] == "event: change" else body


class Pages(EveningOfViews):
    """Phones of every role, some of which miss changes now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.views = ViewCache()
        self.follow = [Watcher(phone, language) for phone in (None, "a", "b") for language in LANGUAGES]
        self.sleepy = [Watcher(phone, language) for phone in (None, "a", "b") for language in LANGUAGES]

    @rule(rnd=st.randoms(use_true_random=False))
    def wake(self, rnd: Random) -> None:
        """Have pages that have missed some views look again."""
        for page in self.sleepy:
            if rnd.random() < 0.5:
                self.look(page)

    @invariant()
    def whoever_follows_has_the_view_as_it_is(self) -> None:
        for page in self.follow:
            self.look(page)

    def look(self, page: Watcher) -> None:
        snapshot = self.session.snapshot()
        page.receive(self.views, snapshot)
        fresh = replace(snapshot, table=snapshot.table and without_cache(snapshot.table))
        view = phone_view(fresh, role_of(page.phone, fresh), Words(page.language))
        assert json.dumps(page.view) == json.dumps(json.loads(json.dumps(view)))

    def it_is_as_if_all_were_told_anew(self) -> None:
        """Skip this: it is tested elsewhere."""

    def what_happened_is_told_group_by_group(self) -> None:
        """Skip this: it is tested elsewhere."""

    def an_entry_belongs_to_one_turn(self) -> None:
        """Skip this: it is tested elsewhere."""


TestPages = deep(Pages.TestCase)
TestPages.settings = search(40, stateful_step_count=25)


def test_a_view_is_made_once_for_equal_roles() -> None:
    cache, now = ViewCache(), snapshot(3)
    with patch.object(views, "incremental_phone_view", wraps=incremental_phone_view) as calls:
        names = {cache.update_for(now, ViewerRole(), "fr", "")[0] for _ in range(5)}
        assert names == {cache.newest(now, ViewerRole(), "fr").name}
        cache.update_for(now, ViewerRole(), "en", "")
    assert calls.call_count == 2


def test_a_change_is_made_once_for_equal_views() -> None:
    cache = ViewCache()
    first, _ = cache.update_for(snapshot(3), ViewerRole(), "fr", "")
    now = snapshot(4)
    with patch.object(views, "change_between", wraps=change_between) as calls:
        events = [cache.update_for(now, ViewerRole(), "fr", first)[1] for _ in range(5)]
    assert calls.call_count == 1
    assert len({*events}) == 1
    assert events[0] is not None
    assert len(events[0]) < 2000


def test_an_unchanged_view_sends_nothing() -> None:
    cache, now = ViewCache(), snapshot(3)
    name, event = cache.update_for(now, ViewerRole(), "fr", "")
    assert event is not None
    assert cache.update_for(replace(now, roles=Roles().with_host("somebody")), ViewerRole(), "fr", name) == (name, None)


def test_another_roles_view_is_never_a_base() -> None:
    cache = ViewCache()
    name, _ = cache.update_for(snapshot(3), ViewerRole(seat=1), "fr", "")
    for role, language in ((ViewerRole(seat=2), "fr"), (ViewerRole(seat=1), "en")):
        _, event = cache.update_for(snapshot(4), role, language, name)
        assert event is not None
        assert not event.startswith(b"event: change")


def test_only_few_missed_views_give_a_change() -> None:
    cache = ViewCache()
    name, _ = cache.update_for(snapshot(0), ViewerRole(), "fr", "")
    for entries, change in ((1, True), (2, True), (3, True), (4, False)):
        cache.newest(snapshot(entries), ViewerRole(), "fr")
        _, event = cache.update_for(snapshot(entries), ViewerRole(), "fr", name)
        assert event is not None
        assert event.startswith(b"event: change") == change


def test_the_number_of_cached_audiences_is_limited() -> None:
    cache, now = ViewCache(), snapshot(3)
    for seat in range(1, 60):
        cache.newest(Snapshot(None, saved=True), ViewerRole(seat=seat), "fr")
    assert len(cache._audiences) < 30
    assert cache.update_for(now, ViewerRole(), "fr", "")[1] is not None


@pytest.mark.parametrize(
    "pieces", [[], [b"data: one\n\n"], [b"data: one\n\n", b"data: " + b"x" * 40_000 + b"\n\n"] * 3]
)
def test_a_stream_travels_as_gzip(pieces: list[bytes]) -> None:
    assert gzip.decompress(b"".join(GzipStream(iter(pieces)))) == b"".join(pieces)


def test_a_page_without_changes_gets_whole_views() -> None:
    cache, name = ViewCache(), ""
    for now, is_new in ((snapshot(1), True), (snapshot(1), False), (snapshot(2), True)):
        name, event = cache.update_for(now, ViewerRole(), "en", name, always_whole=True)
        assert (event is not None) == is_new
        if event is not None:
            whole_view = json.dumps(
                with_plain_lists(cache.newest(now, ViewerRole(), "en").view), ensure_ascii=False, separators=(",", ":")
            )
            assert event.decode() == f"id: {name}\ndata: {whole_view}\n\n"
