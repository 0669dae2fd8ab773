"""The visible ring of lights on the page of the simulated box: the colour in the middle of each light."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Page

from companion.devices.board_profiles import load_board
from companion.support.resources import boards_dir

PICO = load_board("pico", boards_dir())
LIGHTS = 24
_SEEN = """lights => {
    const canvas = document.getElementById("ring");
    const { width, height } = canvas;
    if (!canvas.clientWidth || width !== height) return [];
    // A copy is read: the page's own canvas is left as quick as it was.
    const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const points = copy.getImageData(0, 0, width, height).data;
    return [...Array(lights).keys()].map(light => {
        const angle = light / lights * 2 * Math.PI;
        const x = Math.round(width * (0.5 + 0.415 * Math.sin(angle)));
        const y = Math.round(width * (0.5 - 0.415 * Math.cos(angle)));
        return [...points.slice(4 * (y * width + x), 4 * (y * width + x) + 3)];
    });
}"""


class RingLight(NamedTuple):
    """One light as it is drawn, each channel from 0 to 255."""

    red: int
    green: int
    blue: int

    @property
    def dark(self) -> bool:
        """True if only its glass shows, which is nearly grey."""
        return 60 < min(self) <= max(self) < 140 and max(self) - min(self) < 40

    @property
    def gold(self) -> bool:
        """True if it is as bright as a result."""
        return self.red > 160 and self.green > 120 and self.blue < self.red - 10

    @property
    def white(self) -> bool:
        return min(self) > 215


def ring_lights(page: Page) -> list[RingLight]:
    """Return each light, clockwise from the top; none until the ring is laid out."""
    return [RingLight(*light) for light in page.evaluate(_SEEN, LIGHTS)]


def lights_of_sector(weights: tuple[int, ...], sector: int) -> set[int]:
    """Return the lights in a sector of a wheel whose first sector is centred at the top."""
    total, before, half = sum(weights), sum(weights[:sector]), weights[0] / 2
    bounds = (before - half) / total, (before + weights[sector] - half) / total
    return {light % LIGHTS for light in range(-LIGHTS, LIGHTS) if bounds[0] <= light / LIGHTS < bounds[1]}
