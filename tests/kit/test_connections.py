"""Tests that an unclosed connection warns, in every version of Python."""

from __future__ import annotations

import gc
import sqlite3
import warnings

import pytest


def test_a_closed_connection_does_not_warn() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sqlite3.connect(":memory:").close()
        gc.collect(1)
    assert caught == []


def test_a_collected_open_connection_warns() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sqlite3.connect(":memory:")
        gc.collect(1)
    assert [warning.category for warning in caught] == [ResourceWarning]
    assert "unclosed database" in str(caught[0].message)


def test_a_connection_that_cannot_open_does_not_warn() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with pytest.raises(sqlite3.OperationalError):
            sqlite3.connect("file:/no/such/file?mode=ro", uri=True)
        gc.collect(1)
    assert caught == []
