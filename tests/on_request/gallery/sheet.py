"""Many pictures on one sheet with their names, to look at."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

COLUMNS = 6
WIDTH, HEIGHT, CAPTION = 300, 460, 14


def sheet(folder: Path, match: str = "") -> Image.Image:
    """Return the pictures of a folder whose paths have this text, each scaled to fit, from its top."""
    paths = [path for path in sorted(folder.rglob("*.png")) if match in path.relative_to(folder).as_posix()]
    rows = max(1, -(-len(paths) // COLUMNS))
    image = Image.new("RGB", (COLUMNS * (WIDTH + 4), rows * (HEIGHT + CAPTION + 4)), "gray")
    pen = ImageDraw.Draw(image)
    for number, path in enumerate(paths):
        x, y = number % COLUMNS * (WIDTH + 4), number // COLUMNS * (HEIGHT + CAPTION + 4)
        pen.text((x + 2, y), path.relative_to(folder).as_posix()[-48:], "white")
        with Image.open(path) as picture:
            fitted = picture.convert("RGB")
            fitted = fitted.resize((WIDTH, max(1, round(fitted.height * WIDTH / fitted.width))))
            image.paste(fitted.crop((0, 0, WIDTH, min(HEIGHT, fitted.height))), (x, y + CAPTION))
    return image
