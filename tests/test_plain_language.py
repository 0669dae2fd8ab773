"""Plain names and sentences: the signs of a private language that a program can find (CONTRIBUTING.md, *Names*)."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
PRODUCT = ("companion", "firmware", "hardware", "systemd")
MOST_WORDS = 10
"""Of a test's name, behind `test_`."""

RIDDLE = re.compile(
    r"_*(about_from|asking|at|bound_by|bringing_in|brought|carried|carry|carrying|folded|folding|found|grown|growing"
    r"|guests|handing_out|in_hands_of|lately|made|mirror|one|paper|renewed|rewritten|said|scene_sound|seen|series"
    r"|show_brought|solemn|stays_with|taking_home|told|told_by_hand|told_why|troubles|usual)_*"
)
"""Names that say nothing of what they hold, or that only this project would understand."""
JSON_FIELDS = {("companion/rules/scene.py", "at")}
"""Fields of the scene that have the name of their JSON."""
JSON_NAMES = "companion/server/views/view_types.py"
"""The declarations of answers, whose fields are the names in their JSON."""
HALF_A_SENTENCE = re.compile(r"(What|Whether|Who|Whom|Whose|How|Which|Where|When|Why|That|As)\b")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
ODD_WORDS = re.compile(
    r"\b(whoever|whomever|told|anew|amiss|how[- ]manieth|so many|as many as there|by itself|by themselves|it is to be"
    r"|are to be|there is none|of one's own|of its own|in its place|in their place|for ever|whatever else|and the like"
    r"|nor is|is had|stands?\s(?:there|beside|aside|for)|lies?\s(?:there|beside|in)|wants? a|goes? on by|is let|are let"
    r"|may be had|had been told)\b",
    re.IGNORECASE,
)
PROSE = [
    path
    for path in sorted(CHECKOUT.rglob("*.md"))
    if not any(part.startswith(".") for part in path.relative_to(CHECKOUT).parts) and not path.name.endswith(".fr.md")
]


def test_docstrings_are_plain_sentences() -> None:
    assert list(_all_faults(docstring_faults, PRODUCT)) == []


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_documents_have_no_odd_words(path: Path) -> None:
    assert list(prose_faults(path.read_text("utf-8"))) == []


def test_odd_words_are_found_outside_code() -> None:
    text = "# Keys\n\n`told` is a name.\n\n```\ntold anew\n```\n\nThe screen lies\nthere, whoever asks."
    assert list(prose_faults(text)) == ["lies\nthere", "whoever"]


def test_no_identifier_is_a_riddle() -> None:
    assert list(_all_faults(identifier_faults, (*PRODUCT, "tests"))) == []


def test_test_names_are_short() -> None:
    assert list(_all_faults(name_faults, ("tests",))) == []


def test_no_class_name_stands_twice_outside_the_games() -> None:
    classes = Counter[str]()
    outside = set[str]()
    for path in _files(*PRODUCT):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes[node.name] += 1
                if not _name(path).startswith("companion/games/"):
                    outside.add(node.name)
    # A game's match is called as the protocol that it fulfils.
    assert {name for name in outside if classes[name] > 1} == {"Match"}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('def area():\n    """What it measures."""', "x.py:2: half a sentence: What it measures."),
        ('class Area:\n    """Whether it fits."""', "x.py:2: half a sentence: Whether it fits."),
        ('NAME = 1\n"""Told to whoever asks."""', "x.py:2: odd words: Told to whoever asks."),
    ],
)
def test_a_docstring_that_is_no_plain_sentence_is_found(source: str, fault: str) -> None:
    assert list(docstring_faults(source, "x.py")) == [fault]


@pytest.mark.parametrize(
    "source",
    [
        'def area():\n    """Return the square metres."""',
        'class Area:\n    """The square metres."""',
        'class Take(Move):\n    """What the schema of moves says stays as it is."""',
    ],
)
def test_a_plain_docstring_passes(source: str) -> None:
    assert list(docstring_faults(source, "x.py")) == []


@pytest.mark.parametrize(
    "source",
    ["def told(): ...", "def f(one): ...", "found = 1", "x.paper = 1", "for seen in x: ..."],
)
def test_a_riddle_is_found(source: str) -> None:
    assert list(identifier_faults(source, "x.py"))


def test_a_test_name_of_eleven_words_is_too_long() -> None:
    words = "_".join(["word"] * 10)
    assert list(name_faults(f"def test_{words}(): ...", "x.py")) == []
    assert list(name_faults(f"def test_{words}_more(): ...", "x.py")) == [f"x.py:1: test_{words}_more"]


def docstring_faults(source: str, path: str) -> Iterator[str]:
    """Yield the docstrings that are no plain sentences, with path and line; ruff's D401 asks for verbs.

    Those of moves are part of the schema of moves, which does not change with the language of the code.
    """
    for node in _but_moves(ast.parse(source)):
        for item in node.body:
            match item:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    first, *_ = text.strip().split("\n")
                    if HALF_A_SENTENCE.match(first):
                        yield f"{path}:{item.lineno}: half a sentence: {first}"
                    if ODD_WORDS.search(text):
                        yield f"{path}:{item.lineno}: odd words: {first}"


def prose_faults(text: str) -> Iterator[str]:
    """Yield the odd words of a document, except in code."""
    for match in ODD_WORDS.finditer(CODE.sub(" ", text)):
        yield match[0]


def identifier_faults(source: str, path: str) -> Iterator[str]:
    """Yield the definitions of names that are riddles, with path and line."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                pass
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                pass
            case _:
                continue
        if RIDDLE.fullmatch(name) and path != JSON_NAMES and (path, name) not in JSON_FIELDS:
            yield f"{path}:{node.lineno}: {name}"


def name_faults(source: str, path: str) -> Iterator[str]:
    """Yield the names of tests that are longer than `MOST_WORDS` words, with path and line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and re.fullmatch(rf"test(_[^_]+){{{MOST_WORDS + 1},}}", node.name):
            yield f"{path}:{node.lineno}: {node.name}"


def _but_moves(tree: ast.AST) -> Iterator[ast.Module | ast.ClassDef | ast.FunctionDef]:
    if isinstance(tree, ast.Module | ast.ClassDef | ast.FunctionDef):
        yield tree
    for child in ast.iter_child_nodes(tree):
        bases = child.bases if isinstance(child, ast.ClassDef) else []
        if not any(isinstance(base, ast.Name) and base.id in {"Move", "Command"} for base in bases):
            yield from _but_moves(child)


def _all_faults(find: Callable[[str, str], Iterator[str]], folders: Iterable[str]) -> Iterator[str]:
    for path in _files(*folders):
        yield from find(path.read_text("utf-8"), _name(path))


def _files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((CHECKOUT / folder).rglob("*.py"))]


def _name(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()
