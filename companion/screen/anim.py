"""Pictures in between, for whoever has the time to show them; a press never waits for one."""

from __future__ import annotations

from collections.abc import Iterator

from companion.screen.canvas import Canvas
from companion.screen.layout import paint_hints
from companion.screen.paint_home import paint_home
from companion.screen.picture import Picture
from companion.screen.welcome import STEPS
from companion.views.faces.faces import HomeFace


def walking_in(face: HomeFace) -> Iterator[Picture]:
    """The caravan comes into sight and walks to its place; the last picture is the one that `paint` gives."""
    for steps_to_go in range(STEPS, -1, -1):
        canvas = Canvas()
        paint_home(canvas, face, steps_to_go)
        paint_hints(canvas, face.hints)
        yield canvas.picture()
