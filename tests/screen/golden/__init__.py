"""Golden pictures: every sample as it looked when somebody last looked at all of them and was content."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw

from companion.box.faces.faces import Face
from companion.box.screen.canvas import HEIGHT, WIDTH, Picture
from companion.box.screen.paint import paint
from tests.kit.pictures import picture_of_bytes

FOLDER = Path(__file__).parent
_CAPTION = 14


def image_of(picture: Picture) -> Image.Image:
    """Return a picture as an image of the imaging library."""
    return Image.frombytes("1", (WIDTH, HEIGHT), picture.to_bytes())


def golden(name: str) -> Picture:
    """Return the golden picture of a sample."""
    with Image.open(FOLDER / f"{name}.png") as image:
        return picture_of_bytes(image.convert("1").tobytes())


def names() -> set[str]:
    """Return the names of samples that have a golden picture."""
    return {path.stem for path in FOLDER.glob("*.png")}


def labelled_sheet(faces: Mapping[str, Face], *, columns: int, scale: int) -> Image.Image:
    """Paint these faces side by side, enlarged, each below its name."""
    size = (WIDTH * scale, HEIGHT * scale)
    step = (size[0] + 8, size[1] + _CAPTION + 4)
    rows = -(-len(faces) // columns)
    image = Image.new("L", (step[0] * min(columns, max(len(faces), 1)), step[1] * max(rows, 1)), 60)
    pen = ImageDraw.Draw(image)
    for number, (name, face) in enumerate(faces.items()):
        x, y = number % columns * step[0], number // columns * step[1]
        pen.text((x + 2, y), name, 220)
        painted = image_of(paint(face)).convert("L")
        image.paste(painted.resize(size, Image.Resampling.NEAREST), (x, y + _CAPTION))
    return image
