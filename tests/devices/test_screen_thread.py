"""The screen's thread: the newest face wins, a lost screen is found again and redrawn whole, and at rest it sleeps."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Iterator

import pytest

from companion.devices.boards import DisplaySpec
from companion.devices.display import Display, LumaDisplay
from companion.devices.panel import SimulatedPanel
from companion.devices.screen_thread import ScreenThread
from companion.screen.picture import BLANK, Picture
from companion.session.publish import Slot
from companion.views.faces import Face, HomeFace, OffFace
from companion.views.signals import Output
from tests.devices.helpers import Collected, striped

SPEC = DisplaySpec("ssd1306", 1, 0x3C)
PICTURES = {"one": striped(1), "two": striped(2), "off": striped(3)}


def paint(face: Face) -> Picture:
    return PICTURES[face.spoken()[-1]]


def output(name: str) -> Output:
    return Output(OffFace(line=name) if name == "off" else HomeFace(line=name))


class Stage:
    """A screen's thread in front of a simulated panel, and what came of it."""

    def __init__(self) -> None:
        self.panel = SimulatedPanel()
        self.seen: Collected[Picture] = Collected()
        self.panel.on_change = lambda: self.seen.add(self.panel.picture())
        self.health: Collected[bool] = Collected()
        self.opened: Collected[bool] = Collected()
        self.waits: Collected[float | None] = Collected()
        self.slot = WatchedSlot(self.waits)
        self.now = itertools.count()
        self.thread = self.make(paint)

    def make(self, paint: Callable[[Face], Picture], retries_s: tuple[float, ...] = (0.0,)) -> ScreenThread:
        return ScreenThread(
            self.slot, paint, self.open_display, self.health.add, lambda: float(next(self.now)), retries_s
        )

    def open_display(self) -> Display:
        self.opened.add(not self.panel.failing)
        return LumaDisplay(SPEC, self.panel)

    def shows(self, name: str) -> None:
        self.seen.wait_for(lambda seen: bool(seen) and seen[-1] == PICTURES[name])


class WatchedSlot(Slot[Output]):
    """A slot that notes how long its reader is ready to sleep."""

    def __init__(self, waits: Collected[float | None]) -> None:
        super().__init__()
        self.waits = waits

    def take(self, timeout: float | None = None) -> Output | None:
        self.waits.add(timeout)
        return super().take(timeout)


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.thread.close()


def test_it_shows_every_face_that_it_can_keep_up_with(stage: Stage) -> None:
    stage.thread.start()
    for name in ("one", "two", "one"):
        stage.slot.put(output(name))
        stage.shows(name)


def test_the_newest_face_wins(stage: Stage) -> None:
    stage.slot.put(output("one"))
    stage.slot.put(output("two"))
    stage.thread.start()
    stage.shows("two")
    assert striped(1) not in list(stage.seen)


def test_at_rest_it_sleeps_for_good(stage: Stage) -> None:
    stage.thread.start()
    stage.slot.put(output("one"))
    stage.shows("one")
    stage.waits.wait_for(lambda waits: waits == [None, None])


def test_a_lost_screen_is_told_once_tried_again_and_redrawn_whole(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.thread.start()
    stage.slot.put(output("one"))
    stage.shows("one")
    stage.panel.failing = True
    stage.slot.put(output("two"))
    stage.opened.wait_for(lambda opened: opened.count(False) >= 3)
    stage.panel.replug()
    stage.panel.failing = False
    stage.shows("two")
    stage.health.wait_for(lambda health: health == [False, True])
    assert [record.message for record in caplog.records] == [
        "the screen is lost: [Errno 121] Remote I/O error",
        "the screen is back",
    ]


def test_a_screen_that_is_missing_from_the_start_is_found_when_it_comes(stage: Stage) -> None:
    stage.panel.failing = True
    stage.slot.put(output("one"))
    stage.thread.start()
    stage.opened.wait_for(lambda opened: len(opened) >= 2)
    stage.panel.failing = False
    stage.shows("one")
    stage.health.wait_for(lambda health: health == [False, True])


def test_while_lost_it_waits_longer_each_time_and_new_faces_do_not_hurry_it(stage: Stage) -> None:
    now = 100.0
    thread = ScreenThread(stage.slot, paint, stage.open_display, stage.health.add, lambda: now, (5.0, 60.0))
    stage.panel.failing = True
    thread.start()
    stage.slot.put(output("one"))
    stage.waits.wait_for(lambda waits: waits == [None, 5.0])
    now = 102.0
    stage.slot.put(output("two"))
    stage.waits.wait_for(lambda waits: waits == [None, 5.0, 3.0])
    assert len(stage.opened) == 1
    now = 105.0
    stage.slot.put(output("one"))
    stage.waits.wait_for(lambda waits: waits == [None, 5.0, 3.0, 60.0])
    assert len(stage.opened) == 2
    thread.close()


def test_a_face_that_cannot_be_painted_is_logged_and_the_next_one_shown(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    def paint_some(face: Face) -> Picture:
        if "bad" in face.spoken():
            raise ZeroDivisionError
        return paint(face)

    stage.thread = stage.make(paint_some)
    stage.thread.start()
    stage.slot.put(output("one"))
    stage.shows("one")
    stage.slot.put(output("bad"))
    stage.waits.wait_for(lambda waits: len(waits) == 3)
    stage.slot.put(output("two"))
    stage.shows("two")
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_an_unchanged_face_is_not_even_painted(stage: Stage) -> None:
    painted: list[Face] = []

    def count(face: Face) -> Picture:
        painted.append(face)
        return paint(face)

    stage.thread = stage.make(count)
    stage.thread.start()
    for n in range(3):
        stage.slot.put(Output(HomeFace(line="one"), sound_number=n))
        stage.waits.wait_for(lambda waits, n=n: len(waits) >= n + 2)  # type: ignore[misc]  # binds the loop's number
    assert len(painted) == 1


@pytest.mark.parametrize(("name", "left"), [("one", BLANK), ("off", striped(3))])
def test_only_the_face_of_a_box_that_is_off_stays_on_the_glass(stage: Stage, name: str, left: Picture) -> None:
    stage.thread.start()
    stage.slot.put(output(name))
    stage.thread.close()
    assert PICTURES[name] in list(stage.seen), "what came last was still shown"
    assert stage.panel.picture() == left


def test_closing_with_a_lost_screen_ends_all_the_same(stage: Stage) -> None:
    stage.thread.start()
    stage.slot.put(output("one"))
    stage.shows("one")
    stage.panel.failing = True
    stage.thread.close()
