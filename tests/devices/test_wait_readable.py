"""Tests of waiting for readable files."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.support.wait_readable import readable


@contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            os.close(end)


def test_readable_files_are_returned_at_once() -> None:
    with pipe() as (first, to_first), pipe() as (second, _):
        os.write(to_first, b"x")
        assert readable([first, second], None) == {first}


@pytest.mark.parametrize("seconds", [0, 0.01])
def test_after_the_timeout_the_result_is_empty(seconds: float) -> None:
    with pipe() as (end, _):
        assert readable([end], seconds) == set()


def test_files_with_high_numbers_are_supported() -> None:
    before = allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, min(most, 4096)), most))
    try:
        with pipe() as (end, to_end):
            high = os.dup2(end, min(most, 4096) - 1)
            try:
                os.write(to_end, b"x")
                assert readable([high], 1) == {high}
            finally:
                os.close(high)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_closed_file_is_refused() -> None:
    with pytest.raises(ValueError, match="file descriptor"):
        readable([-1], 0)
