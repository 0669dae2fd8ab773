"""The catalogues as these tests read them, and every key that the code, the pages and the games use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

from tests.games.made_up import MADE_UP

CHECKOUT = Path(__file__).resolve().parents[2]
DRAWINGS = CHECKOUT / "companion" / "plans"
"""Modules with their own words, in companion/plans/words.toml."""
DERIVED = (".short", ".note", ".reading")
"""Endings of keys that are used wherever the key without them is."""
WITH_DE = (
    ("Bao", "de Bao"),
    ("Ada", "d’Ada"),
    ("Élise", "d’Élise"),
    ("Hugo", "d’Hugo"),
    ("ivan", "d’ivan"),
    ("Yves", "d’Yves"),
    ("Yann", "de Yann"),
    ("8 ans", "de 8 ans"),
)
"""Names, and how French joins them to "de": Python and the scripts of pages must agree."""
_ROOTS = ("companion", *(game.words.replace(".", "/") for game in MADE_UP))
"""Folders with words: Lanterns has those of its components, and its other keys show themselves."""
_KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_IN_PAGES = re.compile(r"""["']([a-z_]+(?:\.[a-z0-9_]+)+)["'](\s*~)?""")
_COMPOSED = re.compile(r"`(page\.[a-z0-9_.]*(?:\$\{[^}`]+\}[a-z0-9_.]*)+)`")
"""A key that a script composes: `page.link.${what}`."""
_ADDED_ENDING = re.compile(r"`\$\{\w+\}([._][a-z_.]+)`")
"""An ending that a script adds to a key in a variable: `${key}_and`."""
_PLACEHOLDER = re.compile(r"\$\{[^}]+\}")
_FEWEST_LETTERS = 3
"""Minimum number of literal letters in a composed key: without them it could be any key."""
_CALLS_WITH_KEYS = {"say", "words", "word", "has"}


@dataclass(frozen=True)
class Sentence:
    """One key of one language, in all its forms."""

    key: str
    forms: tuple[str, ...]

    @property
    def placeholders(self) -> set[str]:
        """The placeholders of all forms."""
        return {name for form in self.forms for _, name, _, _ in Formatter().parse(form) if name}


def catalogues() -> tuple[str, ...]:
    """Return the folders with words, relative to the checkout: the program's own, and that of each game with words."""
    paths = [path for root in _ROOTS for path in (CHECKOUT / root).rglob("*.po")]
    return tuple(sorted({path.parent.relative_to(CHECKOUT).as_posix() for path in paths}))


def sentences_in(folder: str, language: str) -> list[Sentence]:
    """Return every sentence of one catalogue in file order, with duplicates."""
    text = (CHECKOUT / folder / f"{language}.po").read_bytes()
    result = []
    for message in read_po(BytesIO(text), locale=language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            result.append(Sentence(key, forms))
    # Babel replaces the first of two sentences with the same key by the second.
    assert len(re.findall(rb"^msgid ", text, re.MULTILINE)) == len(result) + 1, f"{folder} says something twice"
    return result


@cache
def sentences(language: str) -> Mapping[str, Sentence]:
    """Return every sentence of a language by its key, of the program and of every game."""
    entries = [sentence for folder in catalogues() for sentence in sentences_in(folder, language)]
    by_key = {sentence.key: sentence for sentence in entries}
    assert len(by_key) == len(entries), "a key stands in two catalogues"
    return by_key


def used_keys() -> tuple[set[str], list[re.Pattern[str]]]:  # noqa: C901 - one line for each use of a key
    """Return the keys that are literal in code and pages, and patterns of those composed there."""
    keys: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for path in (path for root in _ROOTS for path in (CHECKOUT / root).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _KEY.fullmatch(node.value):
                keys.add(node.value)
            elif isinstance(node, ast.JoinedStr) and _literal_letters(node) >= _FEWEST_LETTERS:
                patterns.append(_pattern(node))
    for text in _pages():
        for key, continued in _IN_PAGES.findall(text):
            keys.add(key)
            if continued:
                patterns.append(re.compile(re.escape(key) + "[a-z0-9_]+"))
        for start in re.findall(r"""["']([a-z_]+(?:\.[a-z0-9_]+)*\.)["']\s*~""", text):
            patterns.append(re.compile(re.escape(start) + "[a-z0-9_]+"))
        for end in _ADDED_ENDING.findall(text):
            keys |= {key + end for key, _ in _IN_PAGES.findall(text)}
        for parts in _COMPOSED.findall(text):
            patterns.append(re.compile("[a-z0-9_.]+".join(map(re.escape, _PLACEHOLDER.split(parts)))))
    return keys, patterns


def passed_keys() -> Iterator[tuple[str, str]]:
    """Yield every key that the code passes on as a key, with its file."""
    for path in (CHECKOUT / "companion").rglob("*.py"):
        if path.parent == DRAWINGS:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for key in _keys_in(node):
                yield path.relative_to(CHECKOUT).as_posix(), key
    for text in _pages():
        for key in re.findall(r"""\bt\(["']([^"']+)["'](?!\s*~)""", text):
            yield "web", key


def _keys_in(node: ast.AST) -> Iterator[str]:
    """Yield the keys in a call such as `say("refused.turn", …)` or in a pair such as `(Key.BACK, "key.back")`."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in _CALLS_WITH_KEYS and node.args:
            # `has` is also called with the names of request fields; only keys have a dot.
            yield from (key for key in _constants(node.args[0]) if name != "has" or "." in key)
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[0], ast.Attribute):
        yield from (key for key in _constants(node.elts[1]) if key.startswith(("key.", "hold.")))


def _constants(node: ast.AST) -> Iterator[str]:
    """Yield a literal key, or both of a conditional expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _pages() -> list[str]:
    """Return all pages except the one that stands alone, which has its words in itself."""
    paths = [path for end in ("html", "js") for path in (CHECKOUT / "web").rglob(f"*.{end}")]
    return [path.read_text("utf-8") for path in paths if path.name != "verify.html"]


def _literal_letters(node: ast.JoinedStr) -> int:
    """Return the number of literal letters in a composed text."""
    return sum(letter.isalpha() for part in node.values if isinstance(part, ast.Constant) for letter in str(part.value))


def _pattern(node: ast.JoinedStr) -> re.Pattern[str]:
    parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_.]*" for part in node.values)
    return re.compile("".join(parts))
