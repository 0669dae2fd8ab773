"""Tests of encoded events: each is made once, however many streams ask at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.server.event_streams import EventCache, format_event

SOON = 30.0
"""Timeout in seconds, reached only by a test that fails."""


class RecordingEncoder:
    """An encoder that records its calls, and first waits for `go` if there is one."""

    def __init__(self, go: threading.Event | None = None) -> None:
        self.calls: list[tuple[str, str]] = []
        self.go = go

    def __call__(self, item: str, key: str) -> str | None:
        self.calls.append((item, key))
        if self.go is not None:
            assert self.go.wait(SOON)
        return None if key == "nobody" else f"{item} for {key}"


def test_an_event_is_one_line_and_a_blank_line() -> None:
    assert format_event('{"name":"Chloé"}') == b'data: {"name":"Chlo\xc3\xa9"}\n\n'
    for text in ("two\nlines", "two\rlines"):
        with pytest.raises(ValueError, match="one line"):
            format_event(text)


def test_an_event_is_made_once_for_each_key() -> None:
    encoded = EventCache(making := RecordingEncoder())
    assert [encoded.event_for("one", key) for key in ("fr", "en", "fr")] == [
        b"data: one for fr\n\n",
        b"data: one for en\n\n",
        b"data: one for fr\n\n",
    ]
    assert making.calls == [("one", "fr"), ("one", "en")]


def test_an_empty_event_is_also_made_once() -> None:
    encoded = EventCache(making := RecordingEncoder())
    assert [encoded.event_for("one", "nobody") for _ in range(2)] == [None, None]
    assert making.calls == [("one", "nobody")]


def test_a_concurrent_caller_waits_for_the_maker() -> None:
    encoded = EventCache(making := RecordingEncoder(go := threading.Event()))
    with ThreadPoolExecutor(8) as threads:
        futures = [threads.submit(encoded.event_for, "one", "fr") for _ in range(8)]
        go.set()
        assert {each.result(SOON) for each in futures} == {b"data: one for fr\n\n"}
    assert making.calls == [("one", "fr")]


def test_making_one_event_does_not_block_other_keys() -> None:
    go = threading.Event()
    encoded: EventCache[str, str] = EventCache(lambda item, key: str(go.wait(SOON)) if key == "slow" else key)
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(encoded.event_for, "one", "slow")
        assert encoded.event_for("one", "fr") == b"data: fr\n\n"
        go.set()
        assert slow.result(SOON) == b"data: True\n\n"


def test_a_late_older_item_does_not_evict_the_newest() -> None:
    encoded = EventCache(making := RecordingEncoder())
    for item in ("one", "two", "one", "two"):
        encoded.event_for(item, "fr")
    assert making.calls == [("one", "fr"), ("two", "fr")]


def test_only_two_items_are_cached() -> None:
    encoded = EventCache(making := RecordingEncoder())
    for item in ("one", "two", "three", "one"):
        encoded.event_for(item, "fr")
    assert [item for item, _ in making.calls] == ["one", "two", "three", "one"]


def test_equal_items_are_not_the_same() -> None:
    # A state equal to an earlier one is published again; comparing whole tables would cost more than it saves.
    calls: list[list[int]] = []

    def make(item: list[int], key: str) -> str:
        calls.append(item)
        return key

    encoded = EventCache(make)
    for item in ([1], [1]):
        encoded.event_for(item, "fr")
    assert calls == [[1], [1]]


def test_an_encoding_error_reaches_every_caller() -> None:
    def broken(item: str, key: str) -> str:
        raise ZeroDivisionError(key)

    encoded = EventCache(broken)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="fr"):
            encoded.event_for("one", "fr")
