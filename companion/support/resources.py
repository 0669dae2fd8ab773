"""The folders of the program's data files, in an installed wheel or in a checkout."""

from importlib import resources
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = _PACKAGE.parent


class MissingResourceError(FileNotFoundError):
    """The installation is incomplete: files of the program are neither in the package nor in the checkout."""


def web_dir() -> Path:
    """Return the folder of the files for the browser: templates, styles, scripts and icons.

    Raises:
        MissingResourceError: It is neither in the package nor in the checkout.
    """
    return _first_dir(_PACKAGE / "web", _CHECKOUT / "web")


def bundle_dir() -> Path:
    """Return the folder of bundled scripts and styles. It exists only if they were bundled at build time."""
    return _PACKAGE / "bundle"


def boards_dir() -> Path:
    """Return the folder of the board profiles, one TOML file for each kind of box.

    Raises:
        MissingResourceError: It is neither in the package nor in the checkout.
    """
    return _first_dir(_PACKAGE / "boards", _CHECKOUT / "hardware" / "boards")


def firmware_dir() -> Path:
    """Return the folder of the spinner's program: `main.py`, `pins.py`, and the package `spinner`.

    Raises:
        MissingResourceError: It is neither in the package nor in the checkout.
    """
    return _first_dir(_PACKAGE / "firmware", _CHECKOUT / "firmware")


def art_dir(package: str) -> Path:
    """Return the folder of a game's own drawings, one SVG file each. It may not exist."""
    return Path(str(resources.files(package))) / "art"


def _first_dir(in_wheel: Path, in_checkout: Path) -> Path:
    # The wheel's copy comes first: a folder of this name beside an installed package belongs to somebody else.
    for place in (in_wheel, in_checkout):
        if place.is_dir():
            return place
    raise MissingResourceError(f"Files of the program are missing: neither {in_wheel} nor {in_checkout} is a folder.")
