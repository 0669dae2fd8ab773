"""The differences between the pictures of two folders: missing, new, or different, and by how many points."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

from PIL import Image, ImageChops


def differences(old: Path, new: Path) -> list[str]:
    """Return a line for each picture that is not the same in both folders."""
    before, after = _pictures(old), _pictures(new)
    lines = [f"missing  {name}" for name in sorted(before - after)]
    lines += [f"new      {name}" for name in sorted(after - before)]
    for name in sorted(before & after):
        if difference := _differs(old / name, new / name):
            lines.append(f"differs  {name}: {difference}")
    return lines


def _pictures(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.png")}


def _differs(old: Path, new: Path) -> str:
    """Return how two pictures differ; "" if they do not."""
    if old.read_bytes() == new.read_bytes():
        return ""
    with Image.open(old) as first, Image.open(new) as second:
        if first.size != second.size:
            return f"{_size(first)} has become {_size(second)}"
        between = ImageChops.difference(first.convert("RGB"), second.convert("RGB"))
        points = sum(reduce(ImageChops.lighter, between.split()).histogram()[1:])
        return f"{points} points" if points else ""


def _size(image: Image.Image) -> str:
    return f"{image.width} × {image.height}"
