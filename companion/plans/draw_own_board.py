"""The drawing and the parts list of a board that does not belong to the project: the two files beside its profile."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from urllib.parse import quote

from companion.devices.board_parts import BoardProfile
from companion.plans.parts_lists import PARTS, as_table, read_parts
from companion.plans.plan_words import LANGUAGES, PlanWords
from companion.plans.wiring import Wiring, sentences, wiring_of_own_board
from companion.plans.wiring_picture import WiringPicture

EVERY_BOX_PARTS = ("pi", "card", "power", "wires", "sundries")
"""Parts that every box needs besides those that its wires go to."""


def drawing_and_list(board: BoardProfile, language: str, drawing: str) -> tuple[str, str]:
    """Return the drawing of a board as SVG, and a page with its parts and wires as Markdown.

    Args:
        board: The board, as in its profile.
        language: The reader's language; English if the drawings do not have it.
        drawing: The name of the file that the drawing goes into, beside the page.

    Raises:
        UndrawableError: The screen is on a bus that is not on the header.
    """
    words = PlanWords(language if language in LANGUAGES else LANGUAGES[0])
    wiring = wiring_of_own_board(board)
    return WiringPicture(wiring, words).svg(), _page(wiring, words, drawing)


def _page(wiring: Wiring, words: PlanWords, drawing: str) -> str:
    counts = Counter(wiring.counts())
    counts.update(EVERY_BOX_PARTS)
    counts["cap"] += counts["knob"]
    parts = [replace(part, count={wiring.id: counts[part.id]}) for part in read_parts(PARTS) if counts[part.id]]
    title = " ".join(words(f"title.{wiring.id}", name=wiring.name).split())
    notes = [" ".join(words.lines(f"note.{note}")) for note in wiring.notes]
    blocks = [
        f"# {title}",
        f"![{title}](<{quote(drawing)}>)",
        f"## {words('own.parts')}",
        as_table(parts, wiring.id, words).rstrip(),
        words("own.tools"),
        f"## {words('own.wires')}",
        "\n".join(f"- [ ] {sentence}" for sentence in sentences(wiring, words)),
        "\n".join(f"- {note}" for note in notes),
    ]
    return "\n\n".join(blocks) + "\n"
