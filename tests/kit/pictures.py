"""Pictures of the small screen: read from bytes and from text, and written as text, to compare and read them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.box.screen.canvas import HEIGHT, WIDTH, Picture


def picture_of_bytes(data: bytes) -> Picture:
    """Return the picture that `Picture.to_bytes` wrote."""
    each = WIDTH // 8
    assert len(data) == each * HEIGHT
    return Picture(tuple(int.from_bytes(data[start : start + each]) for start in range(0, len(data), each)))


def picture_of_text(lines: Iterable[str]) -> Picture:
    """Return the picture that `as_text` wrote."""
    return Picture(tuple(int(line.replace(".", "0").replace("#", "1"), 2) for line in lines))


def as_text(picture: Picture) -> tuple[str, ...]:
    """Return the rows of a picture as '#' and '.'."""
    return tuple(f"{row:0{WIDTH}b}".replace("0", ".").replace("1", "#") for row in picture.rows)
