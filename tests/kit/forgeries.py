"""Alterations of a file: a random byte, or a forgery under the old seal or under a new one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.chance.chance_lines import recompute_draw
from companion.chance.moves_file_lines import entry_numbers, read_lines, seal_line
from companion.chance.verdict import ProblemCode

Bodies = list[dict[str, Any]]
Forged = tuple[int | None, ProblemCode]
"""Entry that was forged, and the problem that must be found."""


def change_byte(data: bytes, rnd: Random) -> tuple[bytes, int | None]:
    """Change a random byte of a file; return the file and the entry of that byte. A newline counts to its own line."""
    position = rnd.randrange(len(data))
    changed = rnd.choice([byte for byte in range(256) if byte != data[position]])
    number = data[:position].count(b"\n") + 1
    [entry] = [entry for line, entry in line_entries(data) if line == number]
    return data[:position] + bytes([changed]) + data[position + 1 :], entry


def line_entries(data: bytes) -> Iterator[tuple[int, int | None]]:
    """Yield the number of each line, and the entry that it is or refers to."""
    lines = read_lines(data)
    for line, entry in zip(lines, entry_numbers(lines), strict=True):
        yield line.number, entry


def read_bodies(data: bytes) -> Bodies:
    """Return the lines of a file without its seal."""
    return [json.loads(line) for line in data.splitlines()][:-1]


def sealed_file(lines: Bodies) -> bytes:
    """Return a file of these lines with a new seal."""
    raw = [json.dumps(line, ensure_ascii=False).encode() for line in lines]
    return b"\n".join([*raw, seal_line(raw), b""])


def with_old_seal(data: bytes, lines: Bodies) -> bytes:
    """Return a file of these lines with the seal of another file."""
    raw = [json.dumps(line, ensure_ascii=False).encode() for line in lines]
    return b"\n".join([*raw, data.splitlines()[-1], b""])


def _changed_value(lines: Bodies, rnd: Random) -> Forged:
    """Change the value of a draw."""
    line = rnd.choice(_draws(lines))
    line["values"] = _other_values(line, rnd)
    return line["entry"], ProblemCode.WRONG_DRAW


def _changed_draw_and_move(lines: Bodies, rnd: Random) -> Forged:
    """Change the value of a draw and of its move."""
    line = rnd.choice(_draws_in_use(lines))
    line["values"] = lines[lines.index(line) + 1]["chance"] = _other_values(line, rnd)
    return line["entry"], ProblemCode.WRONG_DRAW


def _changed_move(lines: Bodies, rnd: Random) -> Forged:
    """Change the value of a move alone."""
    line = rnd.choice(_draws_in_use(lines))
    lines[lines.index(line) + 1]["chance"] = _other_values(line, rnd)
    return line["entry"], ProblemCode.WRONG_CHANCE


def _changed_seed(lines: Bodies, rnd: Random) -> Forged:
    """Reveal another seed than was committed to."""
    line = rnd.choice([line for line in lines if line.get("kind") == "seed"])
    line["seed"] = rnd.randbytes(32).hex()
    return None, ProblemCode.WRONG_COMMITMENT


def _changed_commitment(lines: Bodies, rnd: Random) -> Forged:
    """Change a commitment, so that its words no longer fit."""
    line = rnd.choice([line for line in lines if line.get("kind") == "commitment"])
    line["sha256"] = rnd.randbytes(32).hex()
    return None, ProblemCode.WRONG_WORDS


def _removed_draw(lines: Bodies, rnd: Random) -> Forged:
    """Remove the draw of a move."""
    line = rnd.choice(_draws_in_use(lines))
    lines.remove(line)
    return line["entry"], ProblemCode.MISSING_DRAW


def _swapped_values(lines: Bodies, rnd: Random) -> Forged:
    """Swap the values of two draws and of their moves; if no two differ, change one of them."""
    in_use = _draws_in_use(lines)
    first = rnd.choice(in_use)
    unlike = [line for line in in_use if line["of"] == first["of"] and line["values"] != first["values"]]
    if not unlike:
        return _changed_draw_and_move(lines, rnd)
    earlier, later = sorted((first, rnd.choice(unlike)), key=lines.index)
    earlier["values"], later["values"] = later["values"], earlier["values"]
    for line in (earlier, later):
        lines[lines.index(line) + 1]["chance"] = line["values"]
    return earlier["entry"], ProblemCode.WRONG_DRAW


def _typed_instead(lines: Bodies, rnd: Random) -> Forged:
    """Pass a draw off as real dice, in addition to its own line."""
    line = rnd.choice(_draws_in_use(lines))
    lines.insert(lines.index(line) + 1, {"kind": "typed", "entry": line["entry"], "values": line["values"]})
    return line["entry"], ProblemCode.TWO_DRAWS


def _skipped_numbers(lines: Bodies, rnd: Random) -> Forged:
    """Skip to a later number whose values are more welcome; the seed does give these values."""
    index = rnd.choice(_last_draws(lines))
    line = lines[index]
    kind, n = line["name"].rsplit("/", 1)
    _rename_draw(lines, index, f"{kind}/{int(n) + rnd.randint(1, 200)}")
    return line["entry"], ProblemCode.WRONG_NAME


def _skipped_word(lines: Bodies, rnd: Random) -> Forged | None:
    """Draw for another purpose of the same kind of move, to get other values; the number reveals it."""
    later = [index for index in _last_draws(lines) if int(lines[index]["name"].rsplit("/", 1)[1]) > 1]
    if not later:
        return None
    line = lines[index := rnd.choice(later)]
    game, seat, purpose, n = line["name"].split("/")
    _rename_draw(
        lines, index, f"{game}/{seat}/{purpose.partition('.')[0]}.{'late' if '.' not in purpose else 'early'}/{n}"
    )
    return line["entry"], ProblemCode.WRONG_NAME


def _other_kind(lines: Bodies, rnd: Random) -> Forged | None:
    """Draw for another kind of move, as its first draw."""
    line = lines[index := lines.index(rnd.choice(_draws_in_use(lines)))]
    game, seat, *_ = line["name"].split("/")
    _rename_draw(lines, index, f"{game}/{seat}/luck/1")
    return line["entry"], ProblemCode.WRONG_NAME


def _swapped_asked(lines: Bodies, rnd: Random) -> Forged | None:
    """Pass off the request of one draw as that of another."""
    candidates = [line for line in _draws_in_use(lines) if line["asked"] and "corrected" not in line]
    if not candidates:
        return None
    line = rnd.choice(candidates)
    others = [drawn["asked"] for drawn in _draws(lines) if drawn["asked"] != line["asked"]]
    line["asked"] = rnd.choice(others) if others else {**line["asked"], "route": "air"}
    return line["entry"], ProblemCode.WRONG_ASKED


def _dropped_asked(lines: Bodies, rnd: Random) -> Forged:
    """Remove the request of a draw."""
    line = rnd.choice(_draws(lines))
    del line["asked"]
    line.pop("corrected", None)
    return line["entry"], ProblemCode.WRONG_ASKED


def _dropped_correction(lines: Bodies, rnd: Random) -> Forged | None:
    """Hide that a move was corrected."""
    corrected = [line for line in _draws_in_use(lines) if "corrected" in line]
    if not corrected:
        return None
    line = rnd.choice(corrected)
    del line["corrected"]
    return line["entry"], ProblemCode.WRONG_ASKED


def _no_correction(lines: Bodies, rnd: Random) -> Forged | None:
    """Pass an unchanged move off as a correction."""
    line = rnd.choice(_draws_in_use(lines))
    if "corrected" in line:
        return None
    line["corrected"] = True
    return line["entry"], ProblemCode.WRONG_ASKED


def _other_salt(lines: Bodies, rnd: Random) -> Forged:
    """Change the salt, as if the match could be anything."""
    lines[1]["salt"] = rnd.randbytes(16).hex()
    return None, ProblemCode.WRONG_COMMITMENT


def _other_edition(lines: Bodies, rnd: Random) -> Forged:
    """Change the figures that the game began with."""
    lines[1]["edition"] = {**lines[1]["edition"], "more": rnd.randint(0, 9)}
    return None, ProblemCode.WRONG_COMMITMENT


def _other_head(lines: Bodies, rnd: Random) -> Forged:
    """Change a player or the options in the head, against the last match."""
    if rnd.random() < 0.5:
        lines[0]["seats"][0] = "Zoé"
    else:
        lines[0]["options"] = {**lines[0]["options"], "more": True}
    return None, ProblemCode.WRONG_MATCH


def _other_last_match(lines: Bodies, rnd: Random) -> Forged:
    """Invent a change of the match that the head does not have."""
    index = max(index for index, line in enumerate(lines) if line.get("kind") == "match")
    seats = [*lines[index]["seats"][:-1], "Zoé"]
    lines.insert(index + 1, {**lines[index], "changed": True, "seats": seats})
    return None, ProblemCode.WRONG_MATCH


def _no_match(lines: Bodies, rnd: Random) -> Forged:
    """Remove all match lines."""
    lines[:] = [line for line in lines if line.get("kind") != "match"]
    return None, ProblemCode.NO_MATCH


def _no_salt(lines: Bodies, rnd: Random) -> Forged:
    """Remove the salt, without which the match cannot be checked."""
    lines[1]["salt"] = None
    return None, ProblemCode.NO_SALT


def _dropped_form(lines: Bodies, rnd: Random) -> Forged:
    """Pretend that a commitment does not cover the match."""
    del rnd.choice([line for line in lines if line.get("kind") == "commitment"])["form"]
    return None, ProblemCode.WRONG_COMMITMENT


def _other_dice(lines: Bodies, rnd: Random) -> Forged | None:
    """Draw with other dice than before for this purpose, to get more welcome values, which the seed does give."""
    changed = sum(line.get("kind") == "match" for line in lines) > 1
    before, fresh = set(), []
    for index, line in enumerate(lines):
        if line.get("kind") == "draw" and "again" not in line and (line["entry"] is not None or not changed):
            purpose = line["name"].split("/")[2]
            if purpose in before:
                fresh.append(index)
            before.add(purpose)
    if not fresh:
        return None
    line = lines[index := rnd.choice(fresh)]
    if line["of"][0][0] == "sectors":
        count = line["of"][0][1]
        line["weights"] = [50 + n for n in range(count)]
    else:
        line["of"] = [["d20", 1] for kind, count in line["of"] for _ in range(count)]
    _rename_draw(lines, index, line["name"])
    return line["entry"], ProblemCode.OTHER_DICE


FORGERIES: tuple[Callable[[Bodies, Random], Forged | None], ...] = (
    *(_changed_value, _changed_draw_and_move, _changed_move, _changed_seed),
    *(_changed_commitment, _removed_draw, _swapped_values, _typed_instead, _skipped_numbers),
    *(_skipped_word, _other_kind, _swapped_asked, _dropped_asked, _dropped_correction, _no_correction),
    *(_other_salt, _other_edition, _other_head, _other_last_match, _no_match, _no_salt, _dropped_form, _other_dice),
)
"""Forgeries. Each changes the lines in place and returns what must be found, or None if it is impossible here."""


def _rename_draw(lines: Bodies, index: int, name: str) -> None:
    """Give the draw of this line another name or other dice, and the values that its seed gives for them."""
    line = lines[index]
    committed = sum(above.get("kind") == "commitment" for above in lines[:index])
    seed = [seed_line["seed"] for seed_line in lines if seed_line.get("kind") == "seed"][committed - 1]
    line["name"] = name
    of = tuple((what, count) for what, count in line["of"])
    line["values"] = [*recompute_draw(bytes.fromhex(seed), name, of, line.get("weights", ()))]
    line.pop("again", None)
    if line["entry"] is not None:
        lines[index + 1]["chance"] = line["values"]


def _draws(lines: Bodies) -> Bodies:
    return [line for line in lines if line.get("kind") == "draw"]


def _draws_in_use(lines: Bodies) -> Bodies:
    return [line for line in _draws(lines) if line["entry"] is not None]


def _last_draws(lines: Bodies) -> list[int]:
    """Return the indexes of the last draws of each seat and purpose that no other line names.

    Neither a later name nor another line can reveal that such a draw was renamed.
    """
    named = {line.get(word) for line in lines for word in ("spends", "instead_of")}
    drawn = ((index, line) for index, line in enumerate(lines) if line.get("kind") == "draw")
    last = {line["name"].rsplit("/", 1)[0]: index for index, line in drawn}
    return [index for index in last.values() if lines[index]["name"] not in named]


def _other_values(line: dict[str, Any], rnd: Random) -> list[int]:
    """Return possible values of the same draw, at least one of them changed."""
    values = list(line["values"])
    position = rnd.randrange(len(values))
    low, high = (0, line["of"][0][1] - 1) if line["of"][0][0] == "sectors" else (1, int(line["of"][0][0][1:]))
    values[position] = rnd.choice([value for value in range(low, high + 1) if value != values[position]])
    return values
