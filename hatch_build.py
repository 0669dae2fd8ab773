"""Files generated when the package is built or installed: compiled catalogues, and bundles of scripts and styles.

So no start has to parse catalogues, and no page to fetch dozens of files. Scripts and styles are bundled where esbuild
is installed (Debian: esbuild); without it, pages use the single files.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GeneratedFilesHook(BuildHookInterface[Any]):
    """Build hook that generates files from others of the package. Git ignores them, so it names them to hatch."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the files before hatch gathers them.

        The sdist has a bundle too: a machine that makes a wheel from it may not have esbuild.
        """
        sys.path.insert(0, self.root)
        from companion.server.bundling import bundle

        bundle_folder = bundle(Path(self.root, "web"), Path(self.root, "companion", "bundle"))
        if bundle_folder is not None:
            build_data["artifacts"].append(f"companion/bundle/{bundle_folder.name}/**")
        if self.target_name == "wheel":
            self._compile_catalogues()
            build_data["artifacts"].append("companion/**/*.mo")

    def _compile_catalogues(self) -> None:
        """Compile every PO file into an MO file for gettext beside it."""
        from companion.words.catalogue import compile_catalogue

        for source in Path(self.root, "companion").rglob("*.po"):
            source.with_suffix(".mo").write_bytes(compile_catalogue(source.read_bytes()))
