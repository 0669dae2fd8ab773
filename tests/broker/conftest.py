"""Fixtures of the broker's tests: those of the session's."""

from tests.session.conftest import directory, session, store, tmp_path

__all__ = ["directory", "session", "store", "tmp_path"]
