"""The report on a moves file, in sentences and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.chance.verdict import ChanceStatus, ChanceWarning, CommitmentLine, Verdict, WarningCode
from companion.journal.verify_moves_file import FileFault, FileReport, RulesCheck
from companion.table.table import Table
from companion.words.catalogue import Words

MOST_LISTED = 12
"""Limit on the faults that are listed; beyond it only their number is given."""


def report_json(report: FileReport, words: Words) -> dict[str, Any]:
    """Return the report as `verify --json` prints it."""
    table, verdict = report.table, report.verdict
    over = table.over if table is not None else verdict.over
    problems = [
        {**problem, "text": _fault_text(fault, report.names, words)}
        for fault, problem in zip(report.faults, map(_problem_json, report.faults), strict=True)
    ]
    head: dict[str, Any] = {"holds": report.holds, "entries": verdict.entries, "over": over, "result": report.result}
    pairs = zip(verdict.to_json()["warnings"], verdict.warnings, strict=True)
    warnings = [{**warning, "text": _remark_text(remark, verdict, words)} for warning, remark in pairs]
    if verdict.rules_version is not None or report.rules is RulesCheck.OTHER_VERSION:
        head["rules"] = report.rules.value
    return {**head, **verdict.to_json(), "ok": report.ok, "warnings": warnings, "problems": problems}


def report_text(report: FileReport, words: Words) -> Iterator[str]:
    """Yield the report in sentences, a line each: faults in order, then commitments, then other remarks."""
    yield from _result_lines(report, words)
    yield from _commitment_lines(report.verdict, words)
    yield from _remark_lines(report.verdict, words)


def _result_lines(report: FileReport, words: Words) -> Iterator[str]:
    verdict = report.verdict
    if report.faults:
        yield from (_fault_line(fault, report.names, words) for fault in report.faults[:MOST_LISTED])
        if (more := len(report.faults) - MOST_LISTED) > 0:
            yield words("verify.more", n=more)
        return
    if report.rules is RulesCheck.OTHER_VERSION:
        yield words("verify.other_version", version=report.verdict.rules_version or 0)
    elif report.rules is RulesCheck.UNKNOWN_GAME:
        yield words("verify.unknown_game", game=report.verdict.game or "")
    elif report.table is None:
        # A closed game never reveals what it still hides, although its seeds are revealed.
        yield words("verify.partial" if verdict.chance is ChanceStatus.NOT_REVEALED else "verify.partial_closed")
    else:
        yield words("cli.verified" if report.result else "cli.verified_moves", n=len(report.table.entries))
    yield from _chance_lines(report, words)


def _chance_lines(report: FileReport, words: Words) -> Iterator[str]:
    """Yield how far the draws were verified, and the number of draws of other kinds."""
    verdict, counts = report.verdict, report.verdict.to_json()
    if verdict.chance is ChanceStatus.NONE and report.table is not None and _has_chance(report.table):
        yield words("verify.no_chance")
    if verdict.chance is ChanceStatus.CHECKED:
        yield words("verify.checked", n=counts["draws"])
    if verdict.chance is ChanceStatus.NOT_REVEALED:
        yield words("verify.not_revealed", n=counts["unchecked"])
    if counts["taken_back"]:
        yield words("verify.taken_back", n=counts["taken_back"])
    if counts["typed"]:
        yield words("verify.typed", n=counts["typed"])


def _has_chance(table: Table) -> bool:
    return any(hasattr(entry.played.move, "chance") for entry in table.entries)


def _commitment_lines(verdict: Verdict, words: Words) -> Iterator[str]:
    """Yield every commitment with its words and digest, and what several of them mean."""
    for commitment in verdict.commitments:
        commitment_words = " ".join(commitment.words) or words("verify.unknown_words")
        yield words(
            "verify.commitment",
            where=_commitment_position(commitment, verdict, words),
            words=commitment_words,
            sha256=commitment.sha256 or "?",
        )
    if verdict.commitments:
        yield words("verify.compare")
    if len(verdict.commitments) > 1:
        yield words("verify.several", n=len(verdict.commitments))
    if any(commitment.from_file for commitment in verdict.commitments):
        yield words("verify.from_file")
    if verdict.closing is not None:
        yield words("verify.closing", words=" ".join(verdict.closing_words), sha256=verdict.closing)


def _remark_lines(verdict: Verdict, words: Words) -> Iterator[str]:
    """Yield the other remarks with their positions, and only the number of those beyond the limit."""
    others = [remark for remark in verdict.warnings if remark.code is not WarningCode.ANOTHER_COMMITMENT]
    for remark in others[:MOST_LISTED]:
        yield _positioned(remark.line, remark.entry, _remark_text(remark, verdict, words), words)
    if (more := len(others) - MOST_LISTED) > 0:
        yield words("verify.more_remarks", n=more)


def _remark_text(remark: ChanceWarning, verdict: Verdict, words: Words) -> str:
    if remark.code is not WarningCode.ANOTHER_COMMITMENT:
        return words(f"verify.warning.{remark.code.value}")
    commitment = next(candidate for candidate in verdict.commitments if candidate.line == remark.line)
    return words(
        f"verify.warning.{remark.code.value}", where=_commitment_position(commitment, verdict, words), line=remark.line
    )


def _commitment_position(commitment: CommitmentLine, verdict: Verdict, words: Words) -> str:
    """Return the start of a commitment, as part of a sentence."""
    return words(
        "verify.before_entry" if commitment.entry <= verdict.entries else "verify.after_all", entry=commitment.entry
    )


def _problem_json(fault: FileFault) -> dict[str, Any]:
    problem = fault.problem
    return {"line": problem.line, "entry": problem.entry, "code": problem.code.value}


def _fault_text(fault: FileFault, names: tuple[str, ...], words: Words) -> str:
    text = words(f"verify.code.{fault.problem.code.value}")
    return f"{text} {words.of(fault.reason, names)}" if fault.reason is not None else text


def _fault_line(fault: FileFault, names: tuple[str, ...], words: Words) -> str:
    return _positioned(fault.problem.line, fault.problem.entry, _fault_text(fault, names, words), words)


def _positioned(line: int, entry: int | None, text: str, words: Words) -> str:
    if entry is None:
        return words("verify.line", line=line, what=text)
    return words("verify.entry", entry=entry, line=line, what=text)
