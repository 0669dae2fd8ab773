"""Tests of the report of the detection: written and read back; other content is no report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.rules.text import say
from companion.support.atomic_write import write_atomically
from companion.system.detection_report import DetectionFinding, DetectionReport, read_report

FOUND = DetectionReport(
    "bench",
    True,
    (
        DetectionFinding(True, say("found.board.usual", name="bench", lines="…", path="settings.toml")),
        DetectionFinding(
            False, say("found.settings.slip", path="x", line=3, reason=say("config.flag", name="announce"))
        ),
    ),
)


def test_written_report_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    write_atomically(path, FOUND.to_json().encode(), mode=0o644)
    assert read_report(path) == FOUND
    assert [*tmp_path.iterdir()] == [path]


def test_urgent_are_open_findings_reported_nowhere_else() -> None:
    findings = (
        DetectionFinding(True, say("found.bus.switched_on", bus="I²C")),
        DetectionFinding(False, say("found.bus.by_hand", bus="SPI", line="…", path="…")),
        DetectionFinding(False, say("found.screen.silent", address="0x3C", device="/dev/i2c-1")),
        DetectionFinding(False, say("found.settings.fault", path="…", reason="…")),
        DetectionFinding(False, say("found.boot.mended", path="…")),
    )
    assert [text.key for text in DetectionReport("bench", False, findings).urgent] == [
        "found.bus.by_hand",
        "found.boot.mended",
    ]


def _deep(levels: int) -> dict[str, object]:
    return {"key": "found.settings.fault", "args": {"reason": _deep(levels - 1)} if levels else {}}


def test_nested_texts_are_read_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    deepest = DetectionReport("bench", False, (DetectionFinding(True, say("a", b=say("c", d=say("e", f=say("g"))))),))
    path.write_text(deepest.to_json())
    assert read_report(path) == deepest
    path.write_text(deepest.to_json().replace('{"key": "g"}', '{"key": "g", "args": {"h": {"key": "i"}}}'))
    assert read_report(path) is None


@pytest.mark.parametrize(
    "content",
    [
        "",
        "nothing",
        "[]",
        "4",
        "null",
        "{}",
        '{"board": "bench", "restart": false}',
        '{"board": 4, "restart": false, "told": []}',
        '{"board": "bench", "restart": 0, "told": []}',
        '{"board": "bench", "restart": false, "told": {}}',
        '{"board": "bench", "restart": false, "told": [4]}',
        '{"board": "bench", "restart": false, "told": [{"ok": true}]}',
        '{"board": "bench", "restart": false, "told": [{"ok": true, "text": {"key": 4}}]}',
        '{"board": "bench", "restart": false, "told": [{"ok": true, "text": {"key": "a", "args": []}}]}',
        '{"board": "bench", "restart": false, "told": [{"ok": true, "text": {"key": "a", "args": {"b": 1.5}}}]}',
        '{"board": "bench", "restart": false, "told": [{"ok": true, "text": {"key": "a", "args": {"key": 1}}}]}',
        json.dumps({"board": "bench", "restart": False, "told": [{"ok": True, "text": _deep(9)}]}),
        json.dumps({"board": "b" * 70_000, "restart": False, "told": []}),
        "[" * 100_000,
        "[" * 60_000,
    ],
)
def test_other_content_is_no_report(tmp_path: Path, content: str) -> None:
    path = tmp_path / "found.json"
    path.write_text(content)
    assert read_report(path) is None


def test_missing_file_is_no_report(tmp_path: Path) -> None:
    assert read_report(tmp_path / "found.json") is None
    assert read_report(tmp_path) is None
    (tmp_path / "found.json").write_bytes(b"\xff\xfe\xfd")
    assert read_report(tmp_path / "found.json") is None
