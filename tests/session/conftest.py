"""Fixtures of the session's tests: a state directory, its journal, and a session on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.open_journal import Store, open_store
from companion.session.session import Session
from tests.kit.scripted_games import GAMES, expedition, folder_in_memory, session_on


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return a folder in memory if possible: thousands of journals are created here, and each commit is flushed."""
    with folder_in_memory() as folder:
        yield Path(folder)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Return a state directory that does not exist yet."""
    return tmp_path / "state"


@pytest.fixture
def store(directory: Path) -> Iterator[Store]:
    """Return an open state directory."""
    store = open_store(directory, GAMES)
    yield store
    store.close()


@pytest.fixture
def session(store: Store) -> Session:
    """Return a session without a game."""
    return session_on(store.journal)


@pytest.fixture
def game(session: Session) -> Session:
    """Return a session with a new Expedition of three."""
    session.do(expedition())
    return session
