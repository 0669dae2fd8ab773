"""Compiles the catalogues when the package is built, or installed to be edited: no start has to parse them."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface[Any]):
    """Writes beside every PO file of the package what gettext reads."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files are gathered; they are none of git's, so that they are named."""
        sys.path.insert(0, self.root)
        from companion.views.words.compiling import compiled

        for source in Path(self.root, "companion").rglob("*.po"):
            source.with_suffix(".mo").write_bytes(compiled(source.read_bytes()))
        build_data["artifacts"].append("companion/**/*.mo")
