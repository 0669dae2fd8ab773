"""Golden pictures of the whole box: what every screen looked like when somebody last looked at all of them."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from companion.screen.picture import HEIGHT, WIDTH, Picture

FOLDER = Path(__file__).parent


def image_of(picture: Picture) -> Image.Image:
    """A picture as an image of the imaging library."""
    return Image.frombytes("1", (WIDTH, HEIGHT), picture.to_bytes())


def golden(language: str, name: str) -> Picture:
    """The golden picture of a screen."""
    with Image.open(FOLDER / language / f"{name}.png") as image:
        return Picture.from_bytes(image.convert("1").tobytes())


def names(language: str) -> set[str]:
    """The screens that have a golden picture."""
    return {path.stem for path in (FOLDER / language).glob("*.png")}
