"""The parts lists: parts.toml, and the tables that are made from it."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from companion.plans.plan_words import PlanWords
from companion.support.frozen_dataclasses import frozen

BOXES = ("adafruit-bonnet", "bench", "pico", "spinner", "waveshare-oled-hat")
"""Each board, and the spinner as a separate box."""
FIELDS = ("name", "use", "instead", "avoid")
PARTS = Path(__file__).with_name("parts.toml")
_CENT = Decimal("0.01")


class PartsError(ValueError):
    """Invalid content of parts.toml. The message names the part."""


@frozen
class ListedPart:
    """One part to buy. Texts are by language, `en` and `fr`."""

    id: str
    name: Mapping[str, str]
    use: Mapping[str, str]
    """Its purpose."""
    instead: Mapping[str, str]
    """Possible replacements."""
    avoid: Mapping[str, str]
    """Products not to buy."""
    euro: tuple[Decimal, Decimal]
    """Approximate price of a piece, from and to."""
    count: Mapping[str, int]
    """Number of pieces for each box; a box that needs none is left out."""


def read_parts(file: Path) -> tuple[ListedPart, ...]:
    """Return all parts in the order of the file.

    Raises:
        PartsError: A box is unknown, an id is used twice, or a price range goes down.
    """
    entries = tomllib.loads(file.read_text("utf-8"), parse_float=Decimal)["part"]
    parts = tuple(
        ListedPart(
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


def parts_of_box(parts: Sequence[ListedPart], box: str) -> tuple[ListedPart, ...]:
    """Return the parts of a box."""
    return tuple(part for part in parts if part.count.get(box))


def total(parts: Sequence[ListedPart], box: str) -> tuple[Decimal, Decimal]:
    """Return the approximate price of all parts of a box, from and to, in euro."""
    low, high = (
        sum((part.euro[bound] * part.count[box] for part in parts_of_box(parts, box)), Decimal()) for bound in (0, 1)
    )
    return low, high


def as_csv(parts: Sequence[ListedPart], box: str, words: PlanWords) -> str:
    """Return a list for a spreadsheet: commas between columns and decimal points, in every language."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(words(f"list.{name}") for name in ("number", "id", *FIELDS, "from", "to"))
    for part in parts_of_box(parts, box):
        number, texts = part.count[box], (getattr(part, name)[words.language] for name in FIELDS)
        writer.writerow([number, part.id, *texts, *(_two_decimals(price * number) for price in part.euro)])
    writer.writerow(["", "", words("list.total"), "", "", "", *map(_two_decimals, total(parts, box))])
    return file.getvalue()


def as_table(parts: Sequence[ListedPart], box: str, words: PlanWords) -> str:
    """Return the same list as a Markdown table."""
    heads = [words(f"list.{name}") for name in ("number", *FIELDS, "euro")]
    rows = [
        [
            str(part.count[box]),
            *(getattr(part, name)[words.language] for name in FIELDS),
            _price_range([price * part.count[box] for price in part.euro], words),
        ]
        for part in parts_of_box(parts, box)
    ]
    rows.append(["", f"**{words('list.total')}**", "", "", "", f"**{_price_range(total(parts, box), words)}**"])
    lines = [f"| {' | '.join(cells)} |\n" for cells in (heads, *rows)]
    return "".join([lines[0], "|" + "---|" * len(heads) + "\n", *lines[1:]])


def with_tables(page: str, parts: Sequence[ListedPart], words: PlanWords) -> str:
    """Return a page with the tables between its marks replaced. Raises PartsError if the marks of a box are missing."""
    for box in BOXES:
        start, end = f"<!-- parts of {box} -->\n", "<!-- end -->\n"
        before, start_mark, rest = page.partition(start)
        _, end_mark, after = rest.partition(end)
        if not (start_mark and end_mark):
            raise PartsError(f"the page has no place for the parts of {box}")
        page = f"{before}{start}\n{as_table(parts, box, words)}\n{end}{after}"
    return page


def _two_decimals(price: Decimal) -> str:
    return str(price.quantize(_CENT))


def _price_range(prices: Sequence[Decimal], words: PlanWords) -> str:
    return "–".join(_price(price, words) for price in prices)


def _price(price: Decimal, words: PlanWords) -> str:
    digits = str(price.quantize(Decimal(1)) if price == price.to_integral_value() else price.quantize(_CENT))
    return digits.replace(".", words("list.point"))
