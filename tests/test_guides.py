"""Tests that guides agree in every language: commands, figures, pins, pictures and links. English is the source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.words.catalogue import LANGUAGES
from tests.test_docs import CHECKOUT, anchors

UNTRANSLATED = {"docs/pi/tried.md"}
"""Pages in English only: `companion doctor --report` writes the rows of this one."""
SOURCES = sorted(
    path
    for folder in ("docs/pi", "hardware")
    for path in (CHECKOUT / folder).glob("*.md")
    if not path.name.endswith(".fr.md") and path.relative_to(CHECKOUT).as_posix() not in UNTRANSLATED
)
OTHERS = [language for language in LANGUAGES if language != "en"]
SWITCH = {"en": "In English", "fr": "En français"}
"""The words of the link to a page in another language."""
UNITS = {"GB": "Go", "MB": "Mo", "inch": "pouce", "hours": "heures"}
"""Units that differ from the English ones."""
SAME_UNITS = ("Ω", "kΩ", "mm²", "mm", "cm", "m", "g", "V", "mA", "A", "µF", "nF", "°C", "minutes", "%", "€")
UNIT = "|".join([*UNITS, *UNITS.values(), *SAME_UNITS])
NUMBER = re.compile(rf"(?<![\w.,])\d+(?:[.,]\d+)*(?:\s(?:{UNIT})(?!\w))?|\d+")
"""A number with its unit, or the digits within a name: pins, lines, sizes, versions, prices."""
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
PAIRS = [(source, language) for source in SOURCES for language in OTHERS]
each_pair = pytest.mark.parametrize(
    ("source", "language"),
    PAIRS,
    ids=[f"{source.relative_to(CHECKOUT).as_posix()} {language}" for source, language in PAIRS],
)


def translated(path: Path, language: str) -> Path:
    """Return the path of a page, drawing or list in a language; the same path if it does not exist in that language."""
    name = re.sub(r"(\.en)?(\.\w+)$", rf".{language}\2", path.name)
    return path.with_name(name) if path.with_name(name).exists() else path


@dataclass(frozen=True)
class Block:
    """A heading, paragraph, list item, table row, picture or block of code."""

    line: int
    kind: str
    text: str

    def facts(self) -> Counter[str]:
        """Return everything in the text that is the same in every language, except links."""
        if self.kind == "code":
            return Counter([self.text])
        plain = LINK.sub(r"\1", PICTURE.sub(" ", self.text))
        commands = re.findall(r"`([^`]+)`", plain)
        numbers = [_number(number) for number in NUMBER.findall(re.sub(r"`[^`]+`", " ", plain))]
        cells = ["cell"] * self.text.count("|") if self.kind == "row" else []
        return Counter([*commands, *numbers, *cells])

    def links(self) -> list[str]:
        """Return the targets of the links and pictures."""
        return re.findall(r"\]\(([^)\s]+)\)", self.text)


def _number(text: str) -> str:
    number, _, unit = " ".join(text.split()).partition(" ")
    english = {other: name for name, other in UNITS.items()}
    return f"{number.replace(',', '.')} {english.get(unit, unit)}".strip()


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page, without comments."""
    kind, lines, start = "", list[str](), 0
    for number, line in enumerate([*page.splitlines(), ""], 1):
        if kind == "code":
            lines.append(line)
            if line.lstrip().startswith("```"):
                yield Block(start, kind, "\n".join(lines))
                kind, lines = "", []
            continue
        begins = _kind(line)
        if lines and (begins or not line.strip()):
            yield Block(start, kind, " ".join(lines))
            kind, lines = "", []
        if line.strip() and not line.startswith("<!--"):
            kind, start = (begins or kind or "paragraph"), (start if lines else number)
            lines.append(line.strip())


def _kind(line: str) -> str:
    """Return the kind of block that a line begins, empty if it continues one."""
    kinds = (("code", r" *```"), ("#", "#+ "), ("row", r"\|"), ("-", " *- "), ("1.", r" *\d+\. "), ("picture", r"!\["))
    [*begun] = [kind for kind, pattern in kinds if re.match(pattern, line)]
    return line.split(" ")[0] if begun == ["#"] else (begun or [""])[0]


def differences(source: Path, page: str, other: Path, other_page: str, language: str) -> list[str]:
    """Return every difference between a page and its translation that is not one of words, with the line."""
    ours, theirs = list(blocks(page)), list(blocks(other_page))
    kinds = [[block.kind for block in of_page] for of_page in (ours, theirs)]
    if kinds[0] != kinds[1]:
        index = next((i for i, (a, b) in enumerate(zip(*kinds, strict=False)) if a != b), min(map(len, kinds)) - 1)
        return [f"{other.name}:{theirs[index].line}: not built like {source.name}:{ours[index].line}"]
    result = []
    for block, its in zip(ours, theirs, strict=True):
        where = f"{other.name}:{its.line}: "
        missing, more = block.facts() - its.facts(), its.facts() - block.facts()
        if missing or more:
            result.append(f"{where}{[*missing.elements()]} is missing, {[*more.elements()]} is too much")
        expected = Counter(_target(source, target, language) for target in block.links())
        if its is not theirs[1] and expected != Counter(its.links()):
            result.append(f"{where}links to {its.links()} instead of {[*expected.elements()]}")
    return result


def _target(page: Path, target: str, language: str) -> str:
    """Return the target of a link in the translation of a page."""
    if "://" in target:
        return target
    name, _, anchor = target.partition("#")
    path = page.parent / name if name else page
    other = translated(path, language)
    if anchor:
        anchor = anchors(other)[anchors(path).index(anchor)]
    return f"{name and str(Path(name).with_name(other.name))}{'#' if anchor else ''}{anchor}"


@each_pair
def test_translation_has_the_commands_figures_and_pictures_of_its_source(source: Path, language: str) -> None:
    other = translated(source, language)
    assert other != source, f"{source.name} does not exist in {language!r}"
    assert differences(source, source.read_text("utf-8"), other, other.read_text("utf-8"), language) == []


@each_pair
def test_page_links_to_its_translation_at_the_top(source: Path, language: str) -> None:
    other = translated(source, language)
    for page, target, to in ((source, other, language), (other, source, "en")):
        _, second, *_ = blocks(page.read_text("utf-8"))
        assert second.text == f"[{SWITCH[to]}]({target.name})"


@each_pair
def test_every_translation_has_a_source(source: Path, language: str) -> None:
    names = {translated(path, language).name for path in SOURCES if path.parent == source.parent}
    assert {path.name for path in source.parent.glob(f"*.{language}.md")} == names


EXAMPLE = """\
# A lamp

[En français](lamp.fr.md)

![All wires](../../hardware/drawings/bench-wires.en.svg)

1. Put 330 Ω at pin 19. See [the first game](README.md#6-the-first-game).
2. Buy [the parts](../../hardware/parts.md).
3. Run `companion doctor`:

```
sudo reboot
```

| light | line | pin |
|---|---|---|
| red, 3.3 V | 10 | 19 |
"""
GUIDE = CHECKOUT / "docs/pi/lamp.md"
EXAMPLE_FR = """\
# Une lampe

[In English](lamp.md)

![Tous les fils](../../hardware/drawings/bench-wires.fr.svg)

1. Mets 330 Ω à la broche 19. Vois [la première partie](README.fr.md#6-la-première-partie).
2. Achète [les pièces](../../hardware/parts.fr.md).
3. Lance `companion doctor` :

```
sudo reboot
```

| LED | ligne | broche |
|---|---|---|
| rouge, 3,3 V | 10 | 19 |
"""


def differences_of_example(french: str) -> list[str]:
    return differences(GUIDE, EXAMPLE, GUIDE.with_name("lamp.fr.md"), french, "fr")


def test_same_page_in_other_words_has_no_differences() -> None:
    assert differences_of_example(EXAMPLE_FR) == []


@pytest.mark.parametrize(
    ("line", "right", "wrong"),
    [
        (12, "sudo reboot", "sudo poweroff"),
        (9, "`companion doctor`", "`companion doctor --keys`"),
        (7, "330 Ω", "330 kΩ"),
        (7, "330 Ω", "220 Ω"),
        (7, "broche 19", "broche 21"),
        (17, "3,3 V", "5 V"),
        (17, "| 10 | 19 |", "| 9 | 19 |"),
        (17, "| 10 | 19 |", "| 10 |"),
        (5, "bench-wires.fr.svg", "bench-wires.en.svg"),
        (5, "bench-wires.fr.svg", "spinner-wires.fr.svg"),
        (7, "README.fr.md", "README.md"),
        (7, "#6-la-première-partie", "#plus-tard"),
        (8, "parts.fr.md", "README.fr.md"),
        (9, "3. Lance", "Lance"),
        (1, "# Une", "## Une"),
    ],
)
def test_difference_in_a_translation_is_found(line: int, right: str, wrong: str) -> None:
    lines = EXAMPLE_FR.splitlines()
    assert right in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(right, wrong)
    [difference] = differences_of_example("\n".join(lines))
    assert difference.startswith("lamp.fr.md:")


def test_every_quoted_command_is_one_line() -> None:
    """A command that is broken over two lines would not be recognised, by tests or by readers."""
    for source in SOURCES:
        for page in (source, *(translated(source, language) for language in OTHERS)):
            outside = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.M | re.S)
            assert [line for line in outside.splitlines() if line.count("`") % 2] == [], page.name
