"""`python -m tests.games` records the digests of golden games that have none yet; existing ones stay unchanged."""

from __future__ import annotations

import json

from tests.kit.golden_games import (
    digest_of,
    digests_file,
    facts_of,
    games_with_golden_games,
    golden_games,
    played_games,
)


def main() -> None:
    """Write each game's digests, by rules version and by the name of the golden game."""
    for game in games_with_golden_games():
        path, version = digests_file(game), str(facts_of(game).game.rules_version)
        stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
        current = {golden.name: digest_of(golden, played_games()) for golden in golden_games(game)}
        stored[version] = current | stored.get(version, {})
        path.write_text(json.dumps(stored, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
