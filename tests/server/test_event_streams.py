"""Tests of event streams: their events, their places, and readers that stop."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask, Response, request

from companion.server.event_streams import (
    HEARTBEAT_S,
    LONGEST_PAGE,
    MOST_ENDING,
    Stream,
    StreamOwner,
    Streams,
    TooManyStreamsError,
    format_event,
)
from companion.server.http_server import Server, listening_server
from companion.session.publisher import Publisher
from tests.server.helpers import PATIENCE_S, EventReader, running

RECONNECT = b"retry: 500\n\n"
BEAT = b"event: beat\ndata: {}\n\n"


def encode(item: Any) -> bytes:
    return format_event(str(item))


class TestEvents:
    """Tests of the events of one page."""

    def test_a_stream_begins_with_the_newest_item(self) -> None:
        news: Publisher[int] = Publisher()
        news.publish(1)
        stream = Streams().open(news, encode, bool)
        assert [next(stream), next(stream)] == [RECONNECT, b"data: 1\n\n"]
        news.publish(2)
        news.publish(3)
        assert next(stream) == b"data: 3\n\n", "the newest wins"

    def test_an_idle_stream_sends_heartbeats(self) -> None:
        stream = Streams(heartbeat_s=0.001).open(Publisher(), encode, bool)
        assert [next(stream) for _ in range(3)] == [RECONNECT, BEAT, BEAT]

    def test_an_item_without_an_event_is_not_sent(self) -> None:
        news: Publisher[int] = Publisher()
        stream = Streams().open(news, lambda item: encode(item) if item > 1 else None, bool)
        next(stream)
        run_on_thread(lambda: news.publish(1), lambda: news.publish(2))
        assert next(stream) == b"data: 2\n\n"

    def test_items_without_events_do_not_delay_heartbeats(self) -> None:
        news: Publisher[int] = Publisher()

        def nothing_and_again(item: int) -> None:
            news.publish(item + 1)

        stream = Streams(heartbeat_s=0.001).open(news, nothing_and_again, bool)
        next(stream)
        news.publish(1)
        assert next(stream) == BEAT

    def test_a_closed_publisher_ends_the_stream(self) -> None:
        news: Publisher[int] = Publisher()
        stream = Streams().open(news, encode, bool)
        next(stream)
        news.close()
        assert list(stream) == []


class TestPlaces:
    """Tests of the number of streams, and of freeing places."""

    @pytest.fixture
    def news(self) -> Publisher[int]:
        return Publisher()

    def test_an_excess_stream_is_refused(self, news: Publisher[int]) -> None:
        streams = Streams(most=2)
        first, _ = (streams.open(news, encode, bool) for _ in range(2))
        with pytest.raises(TooManyStreamsError):
            streams.open(news, encode, bool)
        first.close()
        streams.open(news, encode, bool)
        assert len(streams) == 2

    def test_the_place_of_a_closed_page_is_free(self, news: Publisher[int]) -> None:
        streams = Streams(most=1)
        closed = streams.open(news, encode, lambda: True)
        streams.open(news, encode, bool)
        assert list(closed) == [RECONNECT]

    def test_a_reopened_page_takes_its_own_place(self, news: Publisher[int]) -> None:
        streams = Streams(most=2)
        unrelated = streams.open(news, encode, bool, "other")
        older = streams.open(news, encode, bool, "phone")
        newer = streams.open(news, encode, bool, "phone")
        assert list(older) == [RECONNECT], "it has ended"
        assert len(streams) == 2
        news.publish(1)
        assert [next(stream) for stream in (unrelated, newer)] == [RECONNECT, RECONNECT]
        assert [next(stream) for stream in (unrelated, newer)] == [b"data: 1\n\n", b"data: 1\n\n"]

    def test_the_older_streams_end_does_not_affect_the_newer(self, news: Publisher[int]) -> None:
        streams = Streams(most=1)
        older = streams.open(news, encode, bool, "phone")
        newer = streams.open(news, encode, bool, "phone")
        older.close()
        assert len(streams) == 1
        assert not newer.slot.closed

    def test_pages_without_a_name_are_all_different(self, news: Publisher[int]) -> None:
        streams = Streams(most=2)
        assert [streams.open(news, encode, bool).slot.closed for _ in range(2)] == [False, False]
        assert len(streams) == 2

    def test_threads_that_wait_for_old_connections_are_few(self, news: Publisher[int]) -> None:
        # Each is stuck until its reader reads or is hung up on; the server's other threads serve everybody.
        streams, place = Streams(most=2), StreamOwner(trusted=True)
        stuck = [streams.open(news, encode, bool, "phone", place) for _ in range(MOST_ENDING)]
        for _ in range(2):
            with pytest.raises(TooManyStreamsError):
                streams.open(news, encode, bool, "phone", place)
        for stream in stuck:
            stream.close()
        streams.open(news, encode, bool, "phone", place)

    def test_a_page_that_hung_up_may_reopen_repeatedly(self, news: Publisher[int]) -> None:
        streams = Streams(most=1)
        for _ in range(20):
            streams.open(news, encode, lambda: True, "phone")
        assert len(streams) == 1

    @pytest.mark.parametrize("page", ["", "x" * (LONGEST_PAGE + 1)])
    def test_an_empty_or_long_name_is_refused(self, news: Publisher[int], page: str) -> None:
        with pytest.raises(ValueError, match="1 to 64 letters"):
            Streams().open(news, encode, bool, page)

    def test_a_name_of_the_greatest_length_works(self, news: Publisher[int]) -> None:
        assert Streams().open(news, encode, bool, "x" * LONGEST_PAGE).page == "x" * LONGEST_PAGE

    def test_closing_ends_all_streams_and_refuses_new_ones(self, news: Publisher[int]) -> None:
        streams = Streams()
        stream = streams.open(news, encode, bool)
        streams.close()
        assert list(stream) == [RECONNECT]
        with pytest.raises(TooManyStreamsError):
            streams.open(news, encode, bool)


class SignallingStreams(Streams):
    """Streams that signal when one has ended."""

    def __init__(self, most: int = 4, heartbeat_s: float = HEARTBEAT_S) -> None:
        super().__init__(most, heartbeat_s)
        self.one_left = threading.Event()

    def remove(self, stream: Stream) -> None:
        super().remove(stream)
        self.one_left.set()


@dataclass
class TextStreamApp:
    """An app that streams large texts, each with its number."""

    streams: SignallingStreams = field(default_factory=SignallingStreams)
    news: Publisher[int] = field(default_factory=Publisher)
    size: int = 200_000
    """Size of a text, more than the server buffers for one page."""

    def app(self) -> Flask:
        app = Flask("news")

        @app.get("/events")
        def events() -> Response:
            has_hung_up = request.environ.get("waitress.client_disconnected", bool)
            stream = self.streams.open(self.news, self.encode, has_hung_up, request.args.get("page"))
            return Response(stream, mimetype="text/event-stream")

        return app

    def encode(self, number: int) -> bytes:
        return format_event(f'{{"number":{number},"text":"{"x" * self.size}"}}')


class TestReaders:
    """Tests over a real connection."""

    @pytest.fixture
    def news(self) -> TextStreamApp:
        return TextStreamApp()

    @pytest.fixture
    def server(self, news: TextStreamApp) -> Iterator[Server]:
        with running(news.app(), news.streams) as server:
            yield server

    @pytest.fixture
    def look_on(self, server: Server) -> Iterator[Callable[..., EventReader]]:
        """Yield a function that opens streams, which are closed at the end."""
        readers: list[EventReader] = []

        def look_on(**more: Any) -> EventReader:
            readers.append(reader := EventReader(server.port, more.pop("path", "/events"), **more))
            assert reader.begin() == 200
            assert reader.line() == "retry: 500"
            return reader

        yield look_on
        for reader in readers:
            reader.close()

    def test_a_stopped_reader_delays_nobody_and_resumes_with_the_newest(
        self, news: TextStreamApp, look_on: Callable[..., EventReader]
    ) -> None:
        stopped, reader = look_on(receive_buffer=4096), look_on()
        for number in range(1, 101):
            news.news.publish(number)
            assert reader.event()["number"] == number, "each of them, as soon as it is there"
        late = [stopped.event()["number"]]
        while late[-1] < 100:
            late.append(stopped.event()["number"])
        assert late == sorted(late)
        assert len(late) < 10, "next to nothing of twenty megabytes was kept for it"
        news.news.publish(101)
        assert [stopped.event()["number"], reader.event()["number"]] == [101, 101]

    def test_a_woken_phone_reconnects_despite_its_stuck_stream(
        self, news: TextStreamApp, look_on: Callable[..., EventReader]
    ) -> None:
        look_on(path="/events?page=phone", receive_buffer=4096)
        reader = look_on()
        for number in range(1, 6):
            news.news.publish(number)
            assert reader.event()["number"] == number
        again = look_on(path="/events?page=phone")
        assert again.event()["number"] == 5
        assert len(news.streams) == 2

    def test_the_older_stream_of_a_page_ends(self, news: TextStreamApp, look_on: Callable[..., EventReader]) -> None:
        older, newer = (look_on(path="/events?page=phone") for _ in range(2))
        assert older.line() == ""
        news.news.publish(1)
        assert newer.event()["number"] == 1

    def test_an_event_is_sent_on_its_streams_thread(
        self, news: TextStreamApp, server: Server, look_on: Callable[..., EventReader], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Waitress sends directly what it can; using its loop's thread would mean one more switch for every stream.
        news.size = 10_000
        reader = look_on()
        woken: list[str] = []
        monkeypatch.setattr(server._waitress, "pull_trigger", lambda: woken.append("the loop"))
        for number in range(1, 11):
            news.news.publish(number)
            assert reader.event()["number"] == number
        assert woken == []


def test_a_reader_that_takes_nothing_is_hung_up_on(caplog: pytest.LogCaptureFixture) -> None:
    news = TextStreamApp(SignallingStreams(heartbeat_s=0.01))
    server = listening_server(news.app(), "127.0.0.1", 0, news.streams, silent_s=0.1)
    server.start()
    stopped = EventReader(server.port, "/events", receive_buffer=4096)
    stopped.begin()
    news.news.publish(1)
    assert news.streams.one_left.wait(PATIENCE_S)
    assert len(news.streams) == 0
    # A request that came before waitress had a thread for it is logged too, but does not matter here.
    records = [record for record in caplog.records if record.name != "waitress.queue"]
    assert not [record for record in records if record.levelno >= logging.WARNING], "phones leave every day"
    stopped.close()
    server.close()


def run_on_thread(*steps: Callable[[], None]) -> None:
    """Run these steps one after the other on another thread."""
    threading.Thread(target=lambda: [step() for step in steps]).start()
