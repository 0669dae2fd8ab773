"""Fields of every move: names, types, and which may be left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.voyages.reference.state import Fields, refuse

Check = Callable[[Any], bool]


def is_integer(value: Any) -> bool:
    """Tell whether a JSON value is an integer; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_change(value: Any) -> bool:
    """Tell whether a JSON value is an integer other than 0."""
    return is_integer(value) and value != 0


def is_text(value: Any) -> bool:
    """Tell whether a JSON value is a text."""
    return isinstance(value, str)


def is_name_or_null(value: Any) -> bool:
    """Tell whether a JSON value is a text or null."""
    return value is None or isinstance(value, str)


def list_of(check: Check) -> Check:
    """Return a check for lists whose items all pass `check`."""
    return lambda value: isinstance(value, list) and all(check(item) for item in value)


INTEGERS = list_of(is_integer)
TEXTS = list_of(is_text)
NAMES = list_of(is_name_or_null)
PATHS = list_of(TEXTS)

FULL_MOVES: dict[str, dict[str, Check]] = {
    "correct": {"what": is_text, "by": is_change, "note?": is_text},
    "deal_map": {"chance": INTEGERS},
    "deal_row": {"chance": INTEGERS},
    "deal_characters": {"chance": INTEGERS},
    "take_character": {"character": is_text},
    "deal_goals": {"chance": INTEGERS},
    "keep_goals": {"cards": TEXTS},
    "roll": {"chance": INTEGERS},
    "compensate": {"coins": is_integer, "camels": is_integer},
    "choose": {"goods?": TEXTS, "town?": is_text, "post?": is_text, "bonus?": is_text, "income?": is_text},
    "take_five": {"dice": TEXTS},
    "bazaar": {"row": is_text, "dice": TEXTS, "column?": is_integer},
    "khan": {"dice": TEXTS, "good": is_text},
    "contracts": {"dice": TEXTS, "slots": INTEGERS, "contracts": NAMES, "bonus?": TEXTS, "discard?": NAMES},
    "travel": {"dice": TEXTS, "paths": PATHS},
    "city_card": {"card": is_text, "city": is_text, "dice": TEXTS, "times?": is_integer, "ways?": TEXTS},
    "fulfil": {"contract": is_text},
    "take_three": {"dice": TEXTS},
    "reroll": {"die": is_text, "chance": INTEGERS},
    "turn_die": {"die": is_text, "by": is_integer},
    "black_die": {"chance?": INTEGERS},
    "step": {"paths": PATHS},
    "keep": {"contract": is_name_or_null, "discard?": is_name_or_null},
    "name": {"contract": is_text, "slot?": is_integer},
    "decline": {},
    "reveal_goals": {"cards": TEXTS},
    "leave_goals": {},
    "end_turn": {},
}

POINTS_MOVES: dict[str, dict[str, Check]] = {
    "correct": FULL_MOVES["correct"],
    "take_character": FULL_MOVES["take_character"],
    "roll": FULL_MOVES["roll"],
    "reroll": FULL_MOVES["reroll"],
    "turn_die": FULL_MOVES["turn_die"],
    "black_die": FULL_MOVES["black_die"],
    "score": {"by": is_change, "why": is_text},
    "travelled": {},
    "post": {},
    "contract": {"by": is_integer},
    "end_turn": {"used": is_integer},
    "final": {
        "coins": is_integer,
        "camels": is_integer,
        "goods": is_integer,
        "beijing": is_integer,
        "goals?": TEXTS,
        "reached": is_integer,
    },
}


def check_fields(full: bool, move: str, fields: Fields) -> None:
    """Refuse an unknown move and unknown, missing or wrongly typed fields."""
    moves = FULL_MOVES if full else POINTS_MOVES
    if move not in moves:
        refuse(f"no move {move} in this way of tracking")
    checks = {name.rstrip("?"): check for name, check in moves[move].items()}
    required = {name for name in moves[move] if not name.endswith("?")}
    for name, value in fields.items():
        if name not in checks or not checks[name](value):
            refuse(f"{move} has no such field or value: {name}")
    missing = required - fields.keys()
    if missing:
        refuse(f"{move} lacks {', '.join(sorted(missing))}")
