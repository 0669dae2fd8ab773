"""Tests of the screen's thread: the newest face wins, a lost screen is reopened, at rest there is only a heartbeat."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from companion.box.faces.faces import Face, HomeFace, OffFace
from companion.box.faces.signals import MOST_BRIGHTNESS, BoxOutput
from companion.box.screen.canvas import BLANK, Picture
from companion.devices.display import BRIGHT, Display, LumaDisplay
from companion.devices.gpio_lines import SimulatedPins
from companion.devices.screen_thread import CHECK_S, DIM_AFTER_S, DIMMING, LEVELS, REFRESH_S, RETRIES_S, ScreenThread
from companion.devices.simulated_oled import SimulatedOled
from companion.session.publisher import SubscriberSlot
from tests.devices.helpers import PATIENCE_S, striped
from tests.devices.recorded import SCREENS

DIM = BRIGHT // DIMMING
PICTURES = {"one": striped(1), "two": striped(2), "off": striped(3)}


def paint(face: Face) -> Picture:
    return PICTURES[face.spoken()[-1]]


def output(name: str) -> BoxOutput:
    return BoxOutput(OffFace(line=name) if name == "off" else HomeFace(line=name))


class TimedSlot(SubscriberSlot[BoxOutput]):
    """A slot whose reader sleeps by a clock that only a test puts forward."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 100.0
        self.waits: list[float | None] = []
        """The requested sleep of its reader, each time."""
        self._due: float | None = None
        self._asleep = False

    def put(self, item: BoxOutput) -> bool:
        with self._changed:
            self._asleep = False
            return super().put(item)

    def take(self, timeout: float | None = None) -> BoxOutput | None:
        with self._changed:
            self.waits.append(timeout)
            self._due = None if timeout is None else self.now + timeout
            self._asleep = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._item is not None or self._closed or self._is_due())
            self._asleep = False
            item, self._item = self._item, None
            return item

    def settle(self) -> None:
        """Wait until the reader has done everything, and sleeps again."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._asleep, PATIENCE_S)

    def let_pass(self, seconds: float) -> None:
        """Put the clock forward; the reader wakes at every time that it requested."""
        with self._changed:
            end = self.now + seconds
            self.settle()
            while self._due is not None and self._due <= end:
                self.now = max(self.now, self._due)
                self._asleep = False
                self._changed.notify_all()
                self.settle()
            self.now = end

    def _is_due(self) -> bool:
        return self._due is not None and self.now >= self._due


class Stage:
    """A screen's thread in front of a simulated panel, and its results."""

    def __init__(self, driver: str = "ssd1306") -> None:
        self.spec = SCREENS[driver]
        self.panel = SimulatedOled(driver)
        self.slot = TimedSlot()
        self.pictures: list[Picture] = []
        self.panel.on_change = lambda: self.pictures.append(self.panel.picture())
        self.health: list[bool] = []
        self.opened: list[bool] = []
        """For each attempt to open the screen, whether there was one."""
        self.thread = self.make(paint)

    def make(self, paint: Callable[[Face], Picture]) -> ScreenThread:
        return ScreenThread(self.slot, paint, self.open_display, self.health.append, lambda: self.slot.now)

    def open_display(self) -> Display:
        self.opened.append(not self.panel.failing)
        return LumaDisplay(self.spec, SimulatedPins(), self.panel)

    def show(self, name: str) -> None:
        self.slot.put(output(name))
        self.slot.settle()

    def bytes_sent_in(self, seconds: float) -> int:
        """Return the number of bytes sent while time passes."""
        before = self.panel.bytes_sent
        self.slot.let_pass(seconds)
        return self.panel.bytes_sent - before


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.thread.close()


@pytest.fixture(params=SCREENS)
def running(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """Yield a screen with each chip, showing the first picture."""
    stage = Stage(request.param)
    stage.thread.start()
    stage.show("one")
    yield stage
    stage.thread.close()


def test_every_face_is_shown_if_time_allows(running: Stage) -> None:
    for name in ("two", "one"):
        running.show(name)
        assert running.panel.picture() == PICTURES[name]


def test_the_newest_face_wins(stage: Stage) -> None:
    stage.slot.put(output("one"))
    stage.slot.put(output("two"))
    stage.thread.start()
    stage.slot.settle()
    assert stage.panel.picture() == striped(2)
    assert striped(1) not in stage.pictures


def test_without_a_face_the_thread_sleeps(stage: Stage) -> None:
    stage.thread.start()
    stage.slot.let_pass(1000)
    assert (stage.slot.waits, stage.opened) == ([None], [])


def test_at_rest_a_heartbeat_costs_three_bytes(running: Stage) -> None:
    running.slot.waits.clear()
    assert running.bytes_sent_in(REFRESH_S - CHECK_S) == 3 * (REFRESH_S / CHECK_S - 1)
    assert running.slot.waits == [CHECK_S] * int(REFRESH_S / CHECK_S - 1)


def test_every_minute_the_heartbeat_is_an_invisible_refresh(running: Stage) -> None:
    running.slot.let_pass(REFRESH_S - CHECK_S)
    running.pictures.clear()
    assert running.bytes_sent_in(CHECK_S) > 1024
    assert set(running.pictures) == {striped(1)}
    assert running.bytes_sent_in(CHECK_S) == 3
    assert running.bytes_sent_in(REFRESH_S - CHECK_S) > 1024


def test_news_postpones_the_heartbeat(running: Stage) -> None:
    for name in ("two", "one") * 5:
        running.slot.let_pass(CHECK_S - 1)
        running.show(name)
    assert running.bytes_sent_in(CHECK_S - 1) == 0
    assert running.bytes_sent_in(1) == 3


def test_a_busy_box_is_refreshed_every_minute(running: Stage) -> None:
    before = running.panel.bytes_sent
    for _ in range(2 * int(REFRESH_S)):
        running.slot.let_pass(1)
        running.show("one")
    assert 2 * 1024 < running.panel.bytes_sent - before < 3 * 1024


def test_the_screen_dims_without_news_and_brightens_with_it(running: Stage) -> None:
    running.slot.let_pass(DIM_AFTER_S - 1)
    assert running.panel.contrast == BRIGHT
    running.slot.let_pass(1)
    assert (running.panel.contrast, running.panel.picture()) == (DIM, striped(1))
    running.slot.let_pass(10 * REFRESH_S)
    assert running.panel.contrast == DIM
    running.show("one")
    assert running.panel.contrast == BRIGHT
    running.slot.let_pass(DIM_AFTER_S)
    assert running.panel.contrast == DIM


@pytest.mark.parametrize("brightness", [1, 2, MOST_BRIGHTNESS])
def test_a_dimmed_screen_follows_the_set_brightness(running: Stage, brightness: int) -> None:
    running.slot.put(BoxOutput(HomeFace(line="two"), brightness=brightness))
    running.slot.settle()
    level = LEVELS[brightness - 1]
    assert running.panel.contrast == level
    running.slot.let_pass(DIM_AFTER_S)
    assert running.panel.contrast == level // DIMMING
    running.show("one")
    assert running.panel.contrast == BRIGHT


def test_each_brightness_is_clearly_more_than_the_one_before() -> None:
    assert LEVELS[-1] == BRIGHT
    assert all(low * 3 / 2 < high for low, high in pairwise(LEVELS))
    assert LEVELS[0] // DIMMING > 0


def test_dimming_wakes_the_thread_between_two_heartbeats(running: Stage) -> None:
    running.panel.failing = True
    running.slot.let_pass(CHECK_S)
    running.panel.failing = False
    running.slot.let_pass(
        DIM_AFTER_S - CHECK_S
    )  # reopened after half a second: from then on heartbeats are at half seconds
    assert (running.slot.now, running.panel.contrast) == (100.0 + DIM_AFTER_S, DIM)
    running.slot.let_pass(CHECK_S)
    assert running.slot.waits[-4:] == [CHECK_S, CHECK_S - RETRIES_S[0], RETRIES_S[0], CHECK_S]


def test_a_lost_screen_is_noticed_and_redrawn(running: Stage, caplog: pytest.LogCaptureFixture) -> None:
    running.panel.failing = True
    running.slot.let_pass(CHECK_S)
    assert running.health == [False]
    running.panel.power_cycle()
    running.slot.let_pass(sum(RETRIES_S))
    running.panel.failing = False
    running.slot.let_pass(RETRIES_S[-1])
    assert (running.panel.on, running.panel.picture()) == (True, striped(1))
    assert running.health == [False, True]
    assert [record.message for record in caplog.records] == [
        "the screen is lost: [Errno 121] Remote I/O error",
        "the screen is back",
    ]


@pytest.mark.parametrize("name", ["one", "two"])
def test_a_replugged_screen_is_complete_within_a_minute(running: Stage, name: str) -> None:
    running.slot.let_pass(CHECK_S + 1)
    running.panel.power_cycle()
    running.show(name)
    running.slot.let_pass(REFRESH_S)
    assert (running.panel.on, running.panel.picture(), running.health) == (True, PICTURES[name], [])


def test_a_lost_screen_comes_back_dimmed(running: Stage) -> None:
    running.slot.let_pass(DIM_AFTER_S)
    running.panel.failing = True
    running.slot.let_pass(CHECK_S)
    running.panel.power_cycle()
    running.panel.failing = False
    running.slot.let_pass(RETRIES_S[0])
    assert (running.panel.contrast, running.panel.picture()) == (DIM, striped(1))


@pytest.mark.parametrize("fails_after", [0, 1, 4, 9, 100])
def test_a_picture_interrupted_by_the_cable_is_redrawn(running: Stage, fails_after: int) -> None:
    running.panel.fails_after = fails_after
    running.show("two")
    assert running.health == [False]
    running.panel.failing = False
    running.slot.let_pass(RETRIES_S[0])
    assert (running.panel.picture(), running.health) == (striped(2), [False, True])


def test_a_screen_missing_at_first_is_detected_later(stage: Stage) -> None:
    stage.panel.failing = True
    stage.thread.start()
    stage.show("one")
    stage.slot.let_pass(RETRIES_S[0])
    assert stage.opened == [False, False]
    stage.panel.failing = False
    stage.slot.let_pass(RETRIES_S[1])
    assert (stage.panel.picture(), stage.health) == (striped(1), [False, True])


def test_retries_slow_down_despite_new_faces(stage: Stage) -> None:
    stage.panel.failing = True
    stage.thread.start()
    stage.show("one")
    stage.slot.let_pass(sum(RETRIES_S) + RETRIES_S[-1])
    assert stage.slot.waits == [None, *RETRIES_S, RETRIES_S[-1], RETRIES_S[-1]]
    assert len(stage.opened) == len(RETRIES_S) + 2
    stage.slot.let_pass(2.0)
    stage.show("two")
    assert stage.slot.waits[-1] == RETRIES_S[-1] - 2.0
    assert len(stage.opened) == len(RETRIES_S) + 2


def test_after_an_unpaintable_face_the_next_is_shown(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    def paint_some(face: Face) -> Picture:
        if "bad" in face.spoken():
            raise ZeroDivisionError
        return paint(face)

    stage.thread = stage.make(paint_some)
    stage.thread.start()
    for name, visible in (("one", "one"), ("bad", "one"), ("two", "two")):
        stage.show(name)
        assert stage.panel.picture() == PICTURES[visible]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_an_unchanged_face_is_not_even_painted(stage: Stage) -> None:
    painted: list[Face] = []

    def count(face: Face) -> Picture:
        painted.append(face)
        return paint(face)

    stage.thread = stage.make(count)
    stage.thread.start()
    for n in range(3):
        stage.slot.put(BoxOutput(HomeFace(line="one"), sound_number=n))
        stage.slot.settle()
    assert len(painted) == 1


@pytest.mark.parametrize(("name", "expected"), [("one", BLANK), ("off", striped(3))])
def test_only_an_off_face_stays_on_the_glass(stage: Stage, name: str, expected: Picture) -> None:
    stage.thread.start()
    stage.slot.put(output(name))
    stage.thread.close()
    assert PICTURES[name] in stage.pictures, "what came last was still shown"
    assert stage.panel.picture() == expected


def test_closing_works_with_a_lost_screen(running: Stage) -> None:
    running.panel.failing = True
    running.thread.close()
    assert running.panel.picture() == striped(1)
