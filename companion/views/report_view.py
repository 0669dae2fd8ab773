"""What the check of a moves file found, in sentences and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.chance.verdict import Chance
from companion.session.verify import Fault, Report
from companion.views.texts import Words

MOST_TOLD = 12
"""Of more faults than these only the number is told."""


def report_json(report: Report, words: Words) -> dict[str, Any]:
    """The report as `verify --json` prints it."""
    table, verdict = report.table, report.verdict
    over = table.over if table is not None else verdict.over
    told = [
        {**shown, "text": _what(fault, report.names, words)}
        for fault, shown in zip(report.faults, map(_plain, report.faults), strict=True)
    ]
    head = {"holds": report.holds, "entries": verdict.entries, "over": over, "result": report.result}
    return {**head, **verdict.to_json(), "ok": report.holds, "problems": told}


def report_text(report: Report, words: Words) -> Iterator[str]:
    """The report in sentences, the first fault first; a line each."""
    verdict = report.verdict
    if report.faults:
        yield from (_sentence(fault, report.names, words) for fault in report.faults[:MOST_TOLD])
        if (more := len(report.faults) - MOST_TOLD) > 0:
            yield words("verify.more", n=more)
        return
    if report.table is None:
        yield words("verify.partial")
    else:
        yield words("cli.verified" if report.result else "cli.verified_moves", n=len(report.table.entries))
    told = verdict.to_json()
    if verdict.chance is Chance.CHECKED:
        yield words("verify.checked", n=told["draws"])
    if verdict.chance is Chance.NOT_REVEALED:
        yield words("verify.not_revealed", n=told["unchecked"])
    if told["taken_back"]:
        yield words("verify.taken_back", n=told["taken_back"])
    if told["typed"]:
        yield words("verify.typed", n=told["typed"])


def _plain(fault: Fault) -> dict[str, Any]:
    problem = fault.problem
    return {"line": problem.line, "entry": problem.entry, "code": problem.code.value}


def _what(fault: Fault, names: tuple[str, ...], words: Words) -> str:
    what = words(f"verify.code.{fault.problem.code.value}")
    return f"{what} {words.of(fault.reason, names)}" if fault.reason is not None else what


def _sentence(fault: Fault, names: tuple[str, ...], words: Words) -> str:
    problem, what = fault.problem, _what(fault, names, words)
    if problem.entry is None:
        return words("verify.line", line=problem.line, what=what)
    return words("verify.entry", entry=problem.entry, line=problem.line, what=what)
