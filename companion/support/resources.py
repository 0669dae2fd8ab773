"""Where the files beside the code are, in an installed wheel or in a checkout: the browser's and the board profiles."""

from importlib import resources
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = _PACKAGE.parent


class MissingResourceError(FileNotFoundError):
    """The installation is incomplete: files that belong to the program are in neither of their two places."""


def web_dir() -> Path:
    """The folder of what the browser gets: templates, styles, scripts and icons.

    Raises:
        MissingResourceError: It is neither in the package nor in the checkout.
    """
    return _first_dir(_PACKAGE / "web", _CHECKOUT / "web")


def bundle_dir() -> Path:
    """The folder of scripts and styles as they were bundled when the package was built or installed, if they were."""
    return _PACKAGE / "bundle"


def boards_dir() -> Path:
    """The folder of the board profiles, one TOML file for each kind of box.

    Raises:
        MissingResourceError: It is neither in the package nor in the checkout.
    """
    return _first_dir(_PACKAGE / "boards", _CHECKOUT / "hardware" / "boards")


def firmware_dir() -> Path:
    """The folder of the spinner's program: `main.py`, `pins.py`, and the package `spinner`.

    Raises:
        MissingResourceError: It is neither in the package nor in the checkout.
    """
    return _first_dir(_PACKAGE / "firmware", _CHECKOUT / "firmware")


def art_dir(package: str) -> Path:
    """The folder of a game's own drawings, an SVG file each, beside its modules; a game without any has none."""
    return Path(str(resources.files(package))) / "art"


def _first_dir(in_wheel: Path, in_checkout: Path) -> Path:
    # The wheel's copy comes first: beside an installed package lies somebody else's folder, whatever its name.
    for place in (in_wheel, in_checkout):
        if place.is_dir():
            return place
    raise MissingResourceError(f"Files of the program are missing: neither {in_wheel} nor {in_checkout} is a folder.")
