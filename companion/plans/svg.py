"""Drawings as SVG: text stays text, colours follow the reader's light or dark, the same input gives the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

WIRE_COLOURS = {
    "red": "#d81e2c",
    "black": "#000000",
    "blue": "#2374d9",
    "yellow": "#f2c500",
    "green": "#1f9d45",
    "orange": "#ef7d12",
    "violet": "#8f3fbf",
    "white": "#ffffff",
    "brown": "#8a5226",
    "grey": "#9aa0a6",
}
"""Colours of wires. They stay the same on a dark page, because real wires do; only their edge changes."""
_LIGHT = {
    "paper": "#fbf6ec",
    "card": "#ffffff",
    "ink": "#2a1f14",
    "quiet": "#665845",
    "line": "#b9a88c",
    "edge": "#453a2c",
    "board": "#dfe8d8",
    "metal": "#e2c48d",
    "glass": "#22305a",
    "dark": "#3a3128",
}
"""Colours on a light page; `@ink` in a rule is one of these."""
_DARK = {
    "paper": "#0d1630",
    "card": "#18244a",
    "ink": "#f7ecd3",
    "quiet": "#c9bda4",
    "line": "#51618f",
    "edge": "#e6dcc6",
    "board": "#1f3a38",
    "metal": "#b08a4a",
    "glass": "#060b1c",
    "dark": "#0a0f20",
}
_STYLE = """\
text { font-family: "DejaVu Sans", Verdana, "Segoe UI", Roboto, sans-serif; font-size: 13px; fill: @ink; }
.title { font-size: 21px; font-weight: bold; }
.name { font-size: 14px; font-weight: bold; }
.quiet { fill: @quiet; }
.small { font-size: 11px; }
.start { text-anchor: start; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.on-dark { fill: #ffffff; }
.on-light { fill: #2a1f14; }
.paper { fill: @paper; }
.card { fill: @card; stroke: @line; stroke-width: 1.5; }
.board { fill: @board; stroke: @line; stroke-width: 1.5; }
.tab { fill: @card; stroke: @edge; stroke-width: 1.5; }
.free { fill: none; stroke: @line; stroke-width: 1; stroke-dasharray: 3 3; }
.warned { fill: none; stroke: #d81e2c; stroke-width: 2; }
.pin { fill: #fff3cf; stroke: #2a1f14; stroke-width: 1.5; }
.thing { fill: @card; stroke: @ink; stroke-width: 2; stroke-linejoin: round; }
.stroke { fill: none; stroke: @ink; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.filled { fill: @ink; stroke: none; }
.metal { fill: @metal; stroke: @ink; stroke-width: 1.5; }
.glass { fill: @glass; stroke: @ink; stroke-width: 1.5; }
.dark { fill: @dark; stroke: @ink; stroke-width: 1.5; }
.mark { fill: none; stroke: #2a1f14; stroke-width: 2; stroke-linecap: round; }
.lit { fill: #ffd75e; stroke: @ink; stroke-width: 1.5; }
.pale { fill: #ffffff; stroke: @ink; stroke-width: 1.5; }
.resistor { fill: #ead7b0; stroke: #2a1f14; stroke-width: 1.5; }
.fuse { fill: #f2c879; stroke: #2a1f14; stroke-width: 1.5; }
.ceramic { fill: #d9822b; stroke: @ink; stroke-width: 1.5; }
.casing { fill: none; stroke: @edge; stroke-width: 6; stroke-linejoin: round; stroke-linecap: round; }
.core { fill: none; stroke-width: 3.6; stroke-linejoin: round; stroke-linecap: round; }
.rail .casing { stroke-width: 11; }
.rail .core { stroke-width: 8; }
"""


def number(value: float) -> str:
    """Return a length in as few digits as it needs, at most one after the point."""
    return f"{value:.1f}".removesuffix(".0")


def path_of(points: Sequence[Point]) -> str:
    """Return the attribute `d` of a line through points."""
    return "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points)


class Drawing:
    """One picture, drawn from the back to the front."""

    def __init__(self, width: float, height: float, language: str) -> None:
        """Lengths are pixels of the picture at its own size."""
        self.width = width
        self.height = height
        self._language = language
        self._parts: list[str] = []

    @contextmanager
    def group(self, kind: str, data: Mapping[str, object] | None = None) -> Iterator[None]:
        """Group what is drawn within the context: a wire, a part. `data` identifies the group for tests and scripts."""
        attributes = "".join(f" data-{name}={quoteattr(str(value))}" for name, value in (data or {}).items())
        self._parts.append(f'<g class="{kind}"{attributes}>')
        yield
        self._parts.append("</g>")

    def text(self, position: Point, words: str, kind: str = "start") -> None:
        """Draw words with their baseline at a point; `kind` are classes of the style."""
        self._parts.append(
            f'<text x="{number(position[0])}" y="{number(position[1])}" class="{kind}">{escape(words)}</text>'
        )

    def line(self, points: Sequence[Point], kind: str = "stroke") -> None:
        """Draw a line through points."""
        self._parts.append(f'<path d="{path_of(points)}" class="{kind}"/>')

    def path(self, d: str, kind: str) -> None:
        """Draw a path in the notation of SVG."""
        self._parts.append(f'<path d="{d}" class="{kind}"/>')

    def rect(self, corner_point: Point, size: Point, kind: str, radius: float = 0) -> None:
        """Draw a rectangle from its upper left corner."""
        (x, y), (width, height) = corner_point, size
        corner = f' rx="{number(radius)}"' if radius else ""
        self._parts.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{corner} '
            f'class="{kind}"/>'
        )

    def circle(self, centre: Point, radius: float, kind: str) -> None:
        """Draw a circle around its centre."""
        self._parts.append(
            f'<circle cx="{number(centre[0])}" cy="{number(centre[1])}" r="{number(radius)}" class="{kind}"/>'
        )

    def wire(self, points: Sequence[Point], colour: str) -> None:
        """Draw a wire in its colour, with an edge that is visible on light and on dark."""
        self.line(points, "casing")
        self.line(points, f"core {colour}")

    def dot(self, position: Point, colour: str) -> None:
        """Draw a joint of wires."""
        self.circle(position, 5, f"joint {colour}")

    def render(self, title: str, description: str) -> str:
        """Return the whole file. A screen reader reads `title` and `description` aloud."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(self.width)} {number(self.height)}" '
            f'width="{number(self.width)}" height="{number(self.height)}" lang="{self._language}" role="img" '
            f'aria-labelledby="title told">\n'
            f'<title id="title">{escape(title)}</title>\n<desc id="told">{escape(description)}</desc>\n'
            f"<style>\n{_style()}</style>\n"
            f'<rect width="100%" height="100%" class="paper"/>\n' + "\n".join(self._parts) + "\n</svg>\n"
        )


def _style() -> str:
    """Return the style: every rule with its light colours, then those that differ in the dark.

    The rules contain the colours directly: not every viewer of drawings knows variables.
    """
    rules = _STYLE.splitlines()
    for name, value in WIRE_COLOURS.items():
        rules += [f".core.{name} {{ stroke: {value}; }}", f".joint.{name} {{ fill: {value}; stroke: @edge; }}"]
    light_rules = "".join(f"{_with_colours(rule, _LIGHT)}\n" for rule in rules)
    dark_rules = "".join(f"{_with_colours(rule, _DARK)}\n" for rule in rules if "@" in rule)
    return f"svg {{ color-scheme: light dark; }}\n{light_rules}@media (prefers-color-scheme: dark) {{\n{dark_rules}}}\n"


def _with_colours(rule: str, colours: Mapping[str, str]) -> str:
    return re.sub(r"@(\w+)", lambda match: colours[match[1]], rule)
