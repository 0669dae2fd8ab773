"""What every test of the session may ask for: a state directory, its journal, and a session on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.store import Store, open_store
from companion.session.session import Session
from tests.kit.evenings import GAMES, expedition, folder_in_memory, session_on


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder in memory where there is such a thing: thousands of journals are begun here, each commit flushed."""
    with folder_in_memory() as folder:
        yield Path(folder)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A state directory that is not there yet."""
    return tmp_path / "state"


@pytest.fixture
def store(directory: Path) -> Iterator[Store]:
    """An open state directory."""
    store = open_store(directory, GAMES)
    yield store
    store.close()


@pytest.fixture
def session(store: Store) -> Session:
    """A session with no game yet."""
    return session_on(store.journal)


@pytest.fixture
def game(session: Session) -> Session:
    """A session with an Expedition of three that has just begun."""
    session.do(expedition())
    return session
