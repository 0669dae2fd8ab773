"""A drawing that the little screen does not have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.components import drawn
from companion.words.component_names import glyph_of, unit_of
from companion.words.signs import Glyph
from tests.games.pebbles import PEBBLES, Match


def test_a_drawing_that_is_not_there_is_left_out_and_told_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, *_ = PEBBLES.begin(("Ada", "Bao"), {})
    pebble = drawn(replace(match.thing("pebbles")), "no_such_drawing")
    monkeypatch.setattr(Match, "things", {"pebbles": pebble})
    assert (unit_of(match), glyph_of(match, "pebbles")) == (Glyph.CROWN, None)
    assert "no_such_drawing" in caplog.text
