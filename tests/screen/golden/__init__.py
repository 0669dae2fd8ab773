"""Golden pictures: what every sample looked like when somebody last looked at all of them and was content."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from companion.screen.picture import HEIGHT, WIDTH, Picture
from tests.kit.pictures import picture_of_bytes

FOLDER = Path(__file__).parent


def image_of(picture: Picture) -> Image.Image:
    """A picture as an image of the imaging library."""
    return Image.frombytes("1", (WIDTH, HEIGHT), picture.to_bytes())


def golden(name: str) -> Picture:
    """The golden picture of a sample."""
    with Image.open(FOLDER / f"{name}.png") as image:
        return picture_of_bytes(image.convert("1").tobytes())


def names() -> set[str]:
    """The samples that have a golden picture."""
    return {path.stem for path in FOLDER.glob("*.png")}
