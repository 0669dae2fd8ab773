"""Imports of the box: a page knows the pages it leads to and its host, never the box or what lies behind it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import companion.box

FOLDER = Path(companion.box.__file__).parent
NAME = "companion.box"


def modules() -> dict[str, ast.Module]:
    """Return every module of the box's pages and keys, by its name."""
    trees = {}
    for path in FOLDER.rglob("*.py"):
        parts = [part for part in path.relative_to(FOLDER).with_suffix("").parts if part != "__init__"]
        trees[".".join((NAME, *parts))] = ast.parse(path.read_text("utf-8"))
    return trees


def imports(trees: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """Return the imports between these modules, including those for types alone."""
    return {
        name: {
            imported
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for imported in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
            if imported in trees and imported != name
        }
        for name, tree in trees.items()
    }


def test_imports_go_in_one_direction() -> None:
    graph = imports(modules())
    assert len(graph) > 40
    assert f"{NAME}.pages.page" in graph[f"{NAME}.box"]
    TopologicalSorter(graph).prepare()


def test_an_import_cycle_would_be_found() -> None:
    trees = modules()
    back = "if TYPE_CHECKING:\n    from companion.box.box import Box\n"
    trees[f"{NAME}.pages.page"].body += ast.parse(back).body
    with pytest.raises(CycleError):
        TopologicalSorter(imports(trees)).prepare()


def test_no_page_imports_more_than_its_host() -> None:
    reached = {
        (name, node.attr)
        for name, tree in modules().items()
        if ".pages." in name
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("session", "journal")
    }
    assert reached == set()
