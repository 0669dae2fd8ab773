"""Made when the package is built, or installed to be edited: compiled catalogues, and scripts and styles in few files.

So no start has to parse catalogues, and no page to fetch dozens of files. Scripts and styles are bundled where there is
esbuild (Debian: esbuild); without it, pages take the files as they are.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Made(BuildHookInterface[Any]):
    """Writes what is made of other files of the package. None of it is git's, so that it is named."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files are gathered. The sdist has a bundle too: where it becomes a wheel may be no esbuild."""
        sys.path.insert(0, self.root)
        from companion.server.bundling import bundle

        made = bundle(Path(self.root, "web"), Path(self.root, "companion", "bundle"))
        if made is not None:
            build_data["artifacts"].append(f"companion/bundle/{made.name}/**")
        if self.target_name == "wheel":
            self._compile_catalogues()
            build_data["artifacts"].append("companion/**/*.mo")

    def _compile_catalogues(self) -> None:
        """Beside every PO file what gettext reads."""
        from companion.words.catalogue import compiled

        for source in Path(self.root, "companion").rglob("*.po"):
            source.with_suffix(".mo").write_bytes(compiled(source.read_bytes()))
