"""Tests of QR codes: small enough for the little screen, and the same on every output."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
import segno

from companion.support.qr_code import modules, svg, terminal_lines

LONGEST = "http://192.168.100.200:65535/"


@pytest.mark.parametrize("address", ["http://10.0.0.1:80/", "http://192.168.1.23:8080/", LONGEST])
def test_every_numeric_address_fits_fifty_pixels(address: str) -> None:
    assert len(modules(address)) * 2 <= 50


def test_address_is_encoded_in_capitals_to_save_space() -> None:
    plain = segno.make_qr(LONGEST, error="m")
    assert len(modules(LONGEST)) < plain.symbol_size(border=0)[0]
    again = segno.make_qr("HTTP://192.168.100.200:65535", error="m")
    assert again.mode == "alphanumeric"
    assert modules(LONGEST) == tuple(tuple(map(bool, row)) for row in again.matrix)


def test_longer_address_keeps_two_pixels_a_module() -> None:
    assert len(modules("http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8080/")) * 2 <= 64 - 6


def test_empty_text_has_no_code() -> None:
    assert modules("") == ()


def test_terminal_uses_half_blocks_as_modules() -> None:
    lines = terminal_lines(LONGEST)
    assert {len(line) for line in lines} == {25 + 2 * 4}
    assert set("".join(lines)) == set(" ▀▄█")
    light = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    rows = [[light[sign][half] for sign in line] for line in lines for half in (0, 1)]
    inside = [[not lit for lit in row[4:-4]] for row in rows[4 : 4 + 25]]
    assert tuple(map(tuple, inside)) == modules(LONGEST)


def test_page_gets_a_drawing_with_a_quiet_zone() -> None:
    drawing = ElementTree.fromstring(svg(LONGEST))
    assert {drawing.get("width"), drawing.get("height")} == {str((25 + 2 * 4) * 8)}
    assert "style" not in svg(LONGEST)
