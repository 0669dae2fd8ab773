"""A companion to be killed: it plays a complete game in a state directory and prints each acknowledged seq."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.journal.open_journal import open_store
from tests.kit.scripted_games import GAMES, expedition, play, session_on, whole_game


def main() -> None:
    """Run `python -m tests.session.player DIRECTORY`; it stays until it is killed or its input ends."""
    store = open_store(Path(sys.argv[1]), GAMES)
    session = session_on(store.journal)
    print(session.do(expedition()).seq, flush=True)
    for move in whole_game():
        print(session.do(play(move)).seq, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
