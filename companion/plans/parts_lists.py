"""The parts lists: parts.toml, and the tables that are made of it."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from companion.plans.plan_words import Words
from companion.support.frozen import frozen

BOXES = ("adafruit-bonnet", "bench", "pico", "spinner", "waveshare-oled-hat")
"""Each board, and the spinner by itself."""
FIELDS = ("name", "use", "instead", "avoid")
PARTS = Path(__file__).with_name("parts.toml")
_CENT = Decimal("0.01")


class PartsError(ValueError):
    """parts.toml says something that cannot be. Its text names the part."""


@frozen
class Listed:
    """One part as it is bought. Texts are by language, `en` and `fr`."""

    id: str
    name: Mapping[str, str]
    use: Mapping[str, str]
    """What it is for."""
    instead: Mapping[str, str]
    """What may stand in for it."""
    avoid: Mapping[str, str]
    """What not to buy."""
    euro: tuple[Decimal, Decimal]
    """About what one costs, from and to."""
    count: Mapping[str, int]
    """How many each box takes; a box that takes none is not named."""


def read_parts(file: Path) -> tuple[Listed, ...]:
    """All parts in the order of the file.

    Raises:
        PartsError: A box is unknown, an id is there twice, or a price goes down.
    """
    entries = tomllib.loads(file.read_text("utf-8"), parse_float=Decimal)["part"]
    parts = tuple(
        Listed(
            entry["id"],
            entry["name"],
            entry["use"],
            entry["instead"],
            entry["avoid"],
            (Decimal(entry["euro"][0]), Decimal(entry["euro"][1])),
            entry["count"],
        )
        for entry in entries
    )
    for part in parts:
        if unknown := set(part.count) - set(BOXES):
            raise PartsError(f"{part.id}: there is no box {', '.join(sorted(unknown))}")
        if [other.id for other in parts].count(part.id) > 1:
            raise PartsError(f"{part.id} is there twice")
        if not 0 < part.euro[0] <= part.euro[1]:
            raise PartsError(f"{part.id}: euro is from less to more")
    return parts


def of_box(parts: Sequence[Listed], box: str) -> tuple[Listed, ...]:
    """What a box takes."""
    return tuple(part for part in parts if part.count.get(box))


def total(parts: Sequence[Listed], box: str) -> tuple[Decimal, Decimal]:
    """About what all of it costs, from and to, in euro."""
    low, high = (sum((part.euro[at] * part.count[box] for part in of_box(parts, box)), Decimal()) for at in (0, 1))
    return low, high


def as_csv(parts: Sequence[Listed], box: str, words: Words) -> str:
    """A list as a spreadsheet reads it: commas between columns, points in numbers, in every language."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(words(f"list.{name}") for name in ("number", "id", *FIELDS, "from", "to"))
    for part in of_box(parts, box):
        number, texts = part.count[box], (getattr(part, name)[words.language] for name in FIELDS)
        writer.writerow([number, part.id, *texts, *(_plain(price * number) for price in part.euro)])
    writer.writerow(["", "", words("list.total"), "", "", "", *map(_plain, total(parts, box))])
    return file.getvalue()


def as_table(parts: Sequence[Listed], box: str, words: Words) -> str:
    """The same as a table of a page."""
    heads = [words(f"list.{name}") for name in ("number", *FIELDS, "euro")]
    rows = [
        [
            str(part.count[box]),
            *(getattr(part, name)[words.language] for name in FIELDS),
            _range([price * part.count[box] for price in part.euro], words),
        ]
        for part in of_box(parts, box)
    ]
    rows.append(["", f"**{words('list.total')}**", "", "", "", f"**{_range(total(parts, box), words)}**"])
    lines = [f"| {' | '.join(cells)} |\n" for cells in (heads, *rows)]
    return "".join([lines[0], "|" + "---|" * len(heads) + "\n", *lines[1:]])


def with_tables(page: str, parts: Sequence[Listed], words: Words) -> str:
    """A page with the tables between its marks made anew. Raises PartsError where a box has no marks in it."""
    for box in BOXES:
        start, end = f"<!-- parts of {box} -->\n", "<!-- end -->\n"
        before, found, rest = page.partition(start)
        _, ended, after = rest.partition(end)
        if not (found and ended):
            raise PartsError(f"the page has no place for the parts of {box}")
        page = f"{before}{start}\n{as_table(parts, box, words)}\n{end}{after}"
    return page


def _plain(price: Decimal) -> str:
    return str(price.quantize(_CENT))


def _range(prices: Sequence[Decimal], words: Words) -> str:
    return "–".join(_price(price, words) for price in prices)


def _price(price: Decimal, words: Words) -> str:
    told = str(price.quantize(Decimal(1)) if price == price.to_integral_value() else price.quantize(_CENT))
    return told.replace(".", words("list.point"))
