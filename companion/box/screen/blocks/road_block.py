"""A road in lines: its stages with their ticks, what it asks for and how much of that there is, what is lacking."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_face import ShownBlock
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.blocks.bands import TextLine
from companion.box.screen.blocks.block_signs import EMPTY, HERE, TICKED, capital, titled
from companion.rules.scene import Need, Road, Stage
from companion.words.catalogue import figure


def road_lines(shown: ShownBlock, road: Road[str]) -> Iterator[TextLine]:
    """First where it has come to, then what it wants."""
    if road.says:
        yield TextLine(parts=(capital(road.says),))
    for stage in road.stages:
        yield TextLine(parts=(_sign(stage), capital(stage.name)))
    for need in road.needs:
        word = (*titled(shown, need.thing)[:-1], capital(need.name)) if need.name else titled(shown, need.thing)
        yield TextLine(parts=(TICKED if need.met else EMPTY, *word), right=(_so_far(need),))
    for lacks in road.lacks:
        yield TextLine(parts=(capital(lacks),))


def _sign(stage: Stage[str]) -> Bitmap:
    if stage.done:
        return TICKED
    return HERE if stage.now else EMPTY


def _so_far(need: Need[str]) -> str:
    """How much there is of how much: "270/1100", "1/2–4"."""
    wanted = figure(need.least)
    if need.most is not None and need.most != need.least:
        wanted += f"–{figure(need.most)}"
    return f"{figure(need.have)}/{wanted}"
