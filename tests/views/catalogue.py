"""The catalogue as these tests look at it, and every key that the code, the pages and the games ask it for."""

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

CHECKOUT = Path(__file__).resolve().parents[2]
DRAWINGS = CHECKOUT / "companion" / "plans"
"""Their words are in a file of their own, companion/plans/words.toml."""
DERIVED = (".short", ".note", ".reading")
"""Endings of keys that are asked for wherever the key without them is."""
_SPEAKING = ("companion", "tests/games/lanterns", "tests/games/pebbles")
"""Where there are words: Lanterns has those of its things, what else it says shows itself."""
_KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_IN_PAGES = re.compile(r"""["']([a-z_]+(?:\.[a-z0-9_]+)+)["'](\s*~)?""")
_PUT_TOGETHER = re.compile(r"`(page\.[a-z0-9_.]*(?:\$\{[^}`]+\}[a-z0-9_.]*)+)`")
"""A key that a script puts together: `page.link.${what}`."""
_LONGER = re.compile(r"`\$\{\w+\}([._][a-z_.]+)`")
"""The end that a script puts to a key it has by a name: `${key}_and`."""
_FILLED_IN = re.compile(r"\$\{[^}]+\}")
_ENOUGH = 3
"""Letters of a key that are written out at least: one put together from nothing else could be any key."""
_ASKING = {"say", "words", "word", "has"}


@dataclass(frozen=True)
class Sentence:
    """One key of one language, in all its forms."""

    key: str
    forms: tuple[str, ...]

    @property
    def placeholders(self) -> set[str]:
        """What goes into it, whichever form is used."""
        return {name for form in self.forms for _, name, _, _ in Formatter().parse(form) if name}


def catalogues() -> tuple[str, ...]:
    """The folders, from the checkout, that have words in them: the house's, and one of each game that has some."""
    found = [path for root in _SPEAKING for path in (CHECKOUT / root).rglob("*.po")]
    return tuple(sorted({path.parent.relative_to(CHECKOUT).as_posix() for path in found}))


def written_in(folder: str, language: str) -> list[Sentence]:
    """Every sentence of one catalogue, as they stand in it; one that stands there twice is there twice."""
    text = (CHECKOUT / folder / f"{language}.po").read_bytes()
    found = []
    for message in read_po(BytesIO(text), locale=language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            found.append(Sentence(key, forms))
    # Babel takes the second of two that have the same key for the first.
    assert len(re.findall(rb"^msgid ", text, re.MULTILINE)) == len(found) + 1, f"{folder} says something twice"
    return found


@cache
def sentences(language: str) -> Mapping[str, Sentence]:
    """Every sentence of a language by its key, of the house and of every game."""
    every = [one for folder in catalogues() for one in written_in(folder, language)]
    found = {one.key: one for one in every}
    assert len(found) == len(every), "a key stands in two catalogues"
    return found


def asked_for() -> tuple[set[str], list[re.Pattern[str]]]:  # noqa: C901 - one line a way of naming a key
    """The keys that are named in code and pages, and patterns of those that are put together there."""
    keys: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for path in (path for root in _SPEAKING for path in (CHECKOUT / root).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _KEY.fullmatch(node.value):
                keys.add(node.value)
            elif isinstance(node, ast.JoinedStr) and _written_out(node) >= _ENOUGH:
                patterns.append(_pattern(node))
    for text in _pages():
        for key, goes_on in _IN_PAGES.findall(text):
            keys.add(key)
            if goes_on:
                patterns.append(re.compile(re.escape(key) + "[a-z0-9_]+"))
        for start in re.findall(r"""["']([a-z_]+(?:\.[a-z0-9_]+)*\.)["']\s*~""", text):
            patterns.append(re.compile(re.escape(start) + "[a-z0-9_]+"))
        for end in _LONGER.findall(text):
            keys |= {key + end for key, _ in _IN_PAGES.findall(text)}
        for parts in _PUT_TOGETHER.findall(text):
            patterns.append(re.compile("[a-z0-9_.]+".join(map(re.escape, _FILLED_IN.split(parts)))))
    return keys, patterns


def keys_said() -> Iterator[tuple[str, str]]:
    """Every key that the code hands over as such, with the file it stands in."""
    for path in (CHECKOUT / "companion").rglob("*.py"):
        if path.parent == DRAWINGS:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for key in _handed_over(node):
                yield path.relative_to(CHECKOUT).as_posix(), key
    for text in _pages():
        for key in re.findall(r"""\bt\(["']([^"']+)["'](?!\s*~)""", text):
            yield "web", key


def _handed_over(node: ast.AST) -> Iterator[str]:
    """The keys in a call such as `say("refused.turn", …)` or in a pair such as `(Key.BACK, "key.back")`."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in _ASKING and node.args:
            # A key that is only asked after has a dot: whether a request has a field is asked in the same way.
            yield from (key for key in _constants(node.args[0]) if name != "has" or "." in key)
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[0], ast.Attribute):
        yield from (key for key in _constants(node.elts[1]) if key.startswith(("key.", "hold.")))


def _constants(node: ast.AST) -> Iterator[str]:
    """A key that is written out, also where one of two is chosen."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _pages() -> list[str]:
    """All but the page that stands alone: it has its words in itself."""
    found = [path for end in ("html", "js") for path in (CHECKOUT / "web").rglob(f"*.{end}")]
    return [path.read_text("utf-8") for path in found if path.name != "verify.html"]


def _written_out(node: ast.JoinedStr) -> int:
    """How many letters of a text that is put together are written out."""
    return sum(letter.isalpha() for part in node.values if isinstance(part, ast.Constant) for letter in str(part.value))


def _pattern(node: ast.JoinedStr) -> re.Pattern[str]:
    parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_.]*" for part in node.values)
    return re.compile("".join(parts))
