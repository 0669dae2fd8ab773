"""The maintainer of the releases: name, mail and address of the downloads, from `[tool.companion.release]`.

`python -m systemd.release.maintainer` writes the address from pyproject.toml into the documents that mention the
downloads. No address is invented: an empty one is reported as missing.
"""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
NO_MAIL = "companion@localhost.localdomain"
"""Mail address in the package while the maintainer has no other. Mail to it goes nowhere."""
DOCUMENTS = ("README.md", "README.fr.md", "docs/pi/README.md", "docs/pi/README.fr.md")
"""Documents with a place for the downloads."""
_PLACE = re.compile(r"(<!-- downloads -->).*?(<!-- /downloads -->)", re.DOTALL)
_SENTENCES = {
    "en": ("You can [download the package]({})", "Ask the person who gave you this project for the package"),
    "fr": ("Le paquet est [à télécharger]({})", "Demande le paquet à la personne qui t’a donné ce projet"),
}
"""Words at the place of the downloads: with an address, and without."""


@dataclass(frozen=True, slots=True)
class Maintainer:
    """The maintainer of the releases."""

    name: str
    email: str = ""
    """Mail address; may be empty."""
    downloads: str = ""
    """Address of the folder with the published files, ending with a slash; may be empty."""
    signing_key: str = ""
    """Public SSH key that signs the checksums, as in a .pub file; may be empty."""

    def __post_init__(self) -> None:
        """Check the addresses. Raises ValueError."""
        if self.email and not re.fullmatch(r"[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+", self.email):
            raise ValueError(f"pyproject.toml: {self.email!r} is no mail address")
        if self.signing_key and not re.fullmatch(r"[a-z0-9@.-]+ [A-Za-z0-9+/=]+( .*)?", self.signing_key):
            raise ValueError("pyproject.toml: signing_key is no public SSH key")
        if self.downloads and not re.fullmatch(r"https?://[^\s<>()]+/", self.downloads):
            raise ValueError(f"pyproject.toml: {self.downloads!r} is no address that ends with a slash")

    @property
    def contact(self) -> str:
        """Name and mail address, as Debian writes them."""
        return f"{self.name} <{self.email or NO_MAIL}>"

    @property
    def allowed_signers(self) -> str:
        """The file with which ssh-keygen checks the signature of the checksums."""
        return f'companion namespaces="companion" {self.signing_key}\n'

    def fill(self, text: str, language: str) -> str:
        """Return a document with the address of the downloads, or with the advice to ask for them."""
        with_address, without = _SENTENCES[language]
        sentence = with_address.format(self.downloads) if self.downloads else without
        return _PLACE.sub(lambda match: f"{match[1]}{sentence}{match[2]}", text)


def read_maintainer(file: Path = CHECKOUT / "pyproject.toml") -> Maintainer:
    """Return the maintainer that pyproject.toml names. Raises ValueError for a wrong address."""
    entries = tomllib.loads(file.read_text("utf-8"))["tool"]["companion"]["release"]
    return Maintainer(entries["maintainer"], entries["email"], entries["downloads"], entries["signing_key"])


def language_of(document: str) -> str:
    """Return the language of a document, by its name."""
    return "fr" if document.endswith(".fr.md") else "en"


def main() -> int:
    """Write the address of the downloads into the documents; return the exit status."""
    maintainer = read_maintainer()
    for document in DOCUMENTS:
        path = CHECKOUT / document
        path.write_text(maintainer.fill(path.read_text("utf-8"), language_of(document)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
