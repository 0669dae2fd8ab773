"""A connection that nobody closes is told, in every version of Python."""

from __future__ import annotations

import gc
import sqlite3
import warnings

import pytest


def test_one_that_was_closed_is_not_told() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        sqlite3.connect(":memory:").close()
        gc.collect(1)
    assert told == []


def test_one_that_is_gone_and_was_not_closed_is_told() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        sqlite3.connect(":memory:")
        gc.collect(1)
    assert [warning.category for warning in told] == [ResourceWarning]
    assert "unclosed database" in str(told[0].message)


def test_one_that_cannot_be_opened_is_not_told() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with pytest.raises(sqlite3.OperationalError):
            sqlite3.connect("file:/no/such/file?mode=ro", uri=True)
        gc.collect(1)
    assert told == []
