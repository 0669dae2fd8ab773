"""Statistics over finished games: compared with results worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.journal.archive import PastGame
from companion.journal.game_statistics import (
    BestScore,
    Figures,
    GameLead,
    GameScore,
    PairStatistics,
    lead_of,
    pair_statistics,
    player_statistics,
    statistics_of,
)
from companion.table.people import People, PersonEntry
from companion.words.catalogue import colour_words

NOBODIES = People(nobodies=colour_words())


def game(number: int, *places: tuple[str, int], kind: str = "race", **fields: Any) -> PastGame:
    """Return a game with these names and totals, the first place first; equal totals share a rank."""
    totals = [total for _, total in places]
    result = tuple((seat, 1 + sum(other > total for other in totals), total) for seat, total in enumerate(totals, 1))
    return PastGame(number, 9, kind, tuple(name for name, _ in places), result=result or None, **fields)


# Players


def test_figures_of_three_games_match_manual_results() -> None:
    scores = [
        *(GameScore("Ada", "race", 1, 1, 17), GameScore("Bao", "race", 1, 2, 12)),
        *(GameScore("Bao", "race", 2, 1, 17), GameScore("Ada", "race", 2, 2, 14)),
        *(GameScore("Ada", "race", 3, 1, 17), GameScore("Cid", "race", 3, 2, 3)),
    ]
    ada, bao, cid = player_statistics(scores)
    assert (ada.name, ada.all) == ("Ada", Figures(3, 2, 16.0, 4 / 3, best=17, best_number=1))
    assert (bao.name, bao.all) == ("Bao", Figures(2, 1, 14.5, 1.5, best=17, best_number=2))
    assert (cid.name, cid.all) == ("Cid", Figures(1, 0, 3.0, 2.0, best=3, best_number=3))


def test_a_shared_win_counts_for_each_winner() -> None:
    ada, bao, cid = player_statistics(
        [GameScore("Ada", "race", 1, 1, 9), GameScore("Bao", "race", 1, 1, 9), GameScore("Cid", "race", 1, 3, 8)]
    )
    assert [player.all.wins for player in (ada, bao, cid)] == [1, 1, 0]


def test_players_are_sorted_by_wins_rank_games_and_name() -> None:
    scores = [
        *(GameScore("Zoe", "race", number, rank, 5) for number, rank in ((1, 1), (2, 1))),
        *(GameScore("Eve", "race", number, rank, 5) for number, rank in ((1, 2), (3, 1))),
        *(GameScore("Bea", "race", number, rank, 5) for number, rank in ((4, 1), (5, 3))),
        *(GameScore("Ana", "race", number, rank, 5) for number, rank in ((6, 2), (7, 2))),
        GameScore("Amy", "race", 8, 2, 5),
        GameScore("Al", "race", 9, 2, 5),
    ]
    assert [player.name for player in player_statistics(scores)] == ["Zoe", "Eve", "Bea", "Ana", "Al", "Amy"]


def test_spellings_of_a_name_are_one_player() -> None:
    scores = [GameScore("INÈS", "race", 1, 1, 7), GameScore("Ine\N{COMBINING GRAVE ACCENT}s", "race", 2, 2, 5)]
    (ines,) = player_statistics(reversed(scores))
    assert ines.name == "Ine\N{COMBINING GRAVE ACCENT}s"
    assert ines.all.games == 2


def test_totals_are_separate_for_each_game() -> None:
    scores = [
        GameScore("Ada", "race", 1, 2, 10),
        GameScore("Ada", "voyages", 2, 1, 60),
        GameScore("Ada", "voyages", 3, 3, 40),
    ]
    (ada,) = player_statistics(scores)
    assert ada.by_game == (
        ("voyages", Figures(2, 1, 50.0, 2.0, best=60, best_number=2)),
        ("race", Figures(1, 0, 10.0, 2.0, best=10, best_number=1)),
    )


def test_without_games_there_are_no_figures() -> None:
    assert player_statistics([]) == ()


# Streaks


def streaks(*ranks: int, imported: tuple[int, ...] = ()) -> tuple[int, int]:
    """Return the present and the longest streak of a player with these ranks, the oldest game first."""
    scores = [GameScore("Ada", "race", number, rank, 5, number in imported) for number, rank in enumerate(ranks, 1)]
    (ada,) = player_statistics(reversed(scores))
    return ada.present_streak, ada.longest_streak


def test_streaks_are_wins_in_a_row() -> None:
    assert streaks(1, 1, 1, 2, 1, 1) == (2, 3)
    assert streaks(1, 1) == (2, 2)
    assert streaks(1, 2) == (0, 1)
    assert streaks(3) == (0, 0)


def test_imported_games_neither_add_to_a_streak_nor_end_it() -> None:
    assert streaks(1, 1, 2, 1, imported=(3,)) == (3, 3)
    assert streaks(1, 1, 1, imported=(2,)) == (2, 2)


def test_a_streak_has_the_own_games_of_all_kinds() -> None:
    games = [
        game(1, ("Ada", 9), ("Bao", 5)),
        game(2, ("Bao", 9), ("Cid", 5)),
        game(3, ("Ada", 9), ("Bao", 1), kind="x"),
    ]
    ada = next(player for player in statistics_of(games, People()).players if player.name == "Ada")
    assert (ada.present_streak, ada.longest_streak) == (2, 2)


# Pairs


def test_pairs_count_who_was_ahead_and_ties() -> None:
    games = [
        game(1, ("Ada", 9), ("Bao", 5), ("Cid", 3)),
        game(2, ("Bao", 9), ("Ada", 5)),
        game(3, ("Ada", 9), ("Cid", 9), ("Bao", 2)),
        game(4, ("Bao", 9), ("Zoé", 5)),
    ]
    assert statistics_of(games, People()).pairs == (
        PairStatistics("Ada", "Bao", games=3, first_ahead=2, second_ahead=1),
        PairStatistics("Ada", "Cid", games=2, first_ahead=1, second_ahead=0),
        PairStatistics("Bao", "Cid", games=2, first_ahead=1, second_ahead=1),
    )


def test_the_one_who_was_ahead_more_often_comes_first() -> None:
    scores = [GameScore(name, "race", number, rank, 5) for number in (1, 2) for name, rank in (("Zoé", 1), ("Ada", 2))]
    assert pair_statistics(scores) == (PairStatistics("Zoé", "Ada", games=2, first_ahead=2, second_ahead=0),)


def test_merged_people_are_one_in_pairs() -> None:
    people = People((PersonEntry("Anne", former=("Anna", "Annie")),))
    games = [game(1, ("Anna", 9), ("Bao", 5)), game(2, ("BAO", 9), ("Annie", 5))]
    assert statistics_of(games, people).pairs == (
        PairStatistics("Anne", "BAO", games=2, first_ahead=1, second_ahead=1),
    )
    both = [game(number, ("Anna", 9), ("Annie", 5)) for number in (1, 2)]
    assert statistics_of(both, people).pairs == (), "nobody is ahead of themselves"


# Best games


def test_each_kind_has_its_best_closest_and_clearest_game() -> None:
    games = [
        game(1, ("Ada", 9), ("Bao", 5)),
        game(2, ("Bao", 30), ("Ada", 28), kind="voyages"),
        game(3, ("Bao", 12), ("Ada", 3)),
        game(4, ("Ada", 12), ("Bao", 11)),
    ]
    race, voyages = statistics_of(games, People()).kinds
    assert (race.game, race.games, race.best) == ("race", 3, BestScore(12, 3, ("Bao",), more=1))
    assert race.closest == GameLead(4, ("Ada", 12), ("Bao", 11))
    assert race.clearest == GameLead(3, ("Bao", 12), ("Ada", 3))
    assert (race.closest.points, race.clearest.points) == (1, 9)
    assert (voyages.game, voyages.best, voyages.closest, voyages.clearest) == (
        *("voyages", None),
        *(None, None),
    )


def test_a_shared_highest_total_names_everyone() -> None:
    games = [game(1, ("Ada", 9), ("Bao", 9), ("Cid", 2)), game(2, ("Cid", 9), ("Ada", 1))]
    (race,) = statistics_of([*games, game(3, ("Bao", 7), ("Ada", 6))], People()).kinds
    assert race.best == BestScore(9, 1, ("Ada", "Bao"), more=1)
    assert race.closest == GameLead(1, ("Ada", 9), ("Bao", 9))


def test_two_games_of_a_kind_have_no_records() -> None:
    games = [game(1, ("Papa", 930), ("Mamie", 300)), game(2, ("Papa", 1100), ("Mamie", 160))]
    (race,) = statistics_of(games, People()).kinds
    assert (race.best, race.closest, race.clearest) == (None, None, None)
    (race,) = statistics_of([*games, game(3, ("Papa", 500), ("Mamie", 450))], People()).kinds
    assert (race.best, race.closest) == (BestScore(1100, 2, ("Papa",)), GameLead(3, ("Papa", 500), ("Mamie", 450)))


def test_only_games_that_stand_out_are_closest_and_clearest() -> None:
    games = [game(number, ("Ada", 20), ("Bao", 20 - lead)) for number, lead in enumerate((3, 4, 5, 4), 1)]
    (race,) = statistics_of(games, People()).kinds
    assert (race.closest, race.clearest) == (None, None)
    (race,) = statistics_of([*games, game(5, ("Ada", 20), ("Bao", 12))], People()).kinds
    assert (race.closest, race.clearest) == (None, GameLead(5, ("Ada", 20), ("Bao", 12)))
    (race,) = statistics_of([*games, game(5, ("Ada", 20), ("Bao", 18))], People()).kinds
    assert (race.closest, race.clearest) == (GameLead(5, ("Ada", 20), ("Bao", 18)), None)


def test_a_lead_says_that_the_tie_break_decided() -> None:
    tied = replace(game(1, ("Ada", 9), ("Bao", 9)), result=((1, 1, 9), (2, 2, 9)))
    lead, shared = lead_of(tied, People()), lead_of(game(2, ("Ada", 9), ("Bao", 9)), People())
    assert lead is not None
    assert shared is not None
    assert (lead.tie_break, shared.tie_break) == (True, False)


def test_equal_leads_are_counted() -> None:
    scores = ((9, 8), (12, 4), (7, 4), (12, 4), (5, 4))
    games = [game(number, ("Ada", first), ("Bao", second)) for number, (first, second) in enumerate(scores, 1)]
    (race,) = statistics_of(games, People()).kinds
    assert race.closest == GameLead(1, ("Ada", 9), ("Bao", 8), more=1)
    assert race.clearest == GameLead(2, ("Ada", 12), ("Bao", 4), more=1)
    assert race.best == BestScore(12, 2, ("Ada",), more=1)


def test_seats_without_a_person_are_in_no_statistics() -> None:
    games = [
        game(1, ("Ada", 9), ("Bao", 1), ("Rouge", 0)),
        game(2, ("Blue", 50), ("Ada", 20), ("Bao", 1)),
        game(3, ("Ada", 8), ("Blue", 8), ("Bao", 7)),
        game(4, ("Ada", 7), ("Bao", 5)),
        game(5, ("Ada", 7), ("Bao", 3), ("Rouge", 1)),
    ]
    statistics = statistics_of(games, NOBODIES)
    assert [player.name for player in statistics.players] == ["Ada", "Bao"]
    assert statistics.pairs == (PairStatistics("Ada", "Bao", games=5, first_ahead=5, second_ahead=0),)
    (race,) = statistics.kinds
    assert race.best == BestScore(20, 2, ("Ada",))
    assert (race.closest, race.clearest) == (
        GameLead(4, ("Ada", 7), ("Bao", 5)),
        GameLead(1, ("Ada", 9), ("Bao", 1)),
    )


def test_games_that_are_not_over_do_not_count() -> None:
    assert statistics_of([game(1), PastGame(2, 4, None, damaged=True)], People()).kinds == ()


def test_a_game_of_one_seat_has_no_lead() -> None:
    statistics = statistics_of([game(number, ("Ada", 10 - number)) for number in (1, 2, 3)], People())
    assert (statistics.kinds[0].best, statistics.kinds[0].closest, statistics.pairs) == (
        *(BestScore(9, 1, ("Ada",)), None),
        (),
    )
