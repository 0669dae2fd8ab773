"""Attempts to get a better roll fail: whatever is taken back, amended or unplugged, a draw stays the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.chance.seeded_draws import DrawName
from companion.games.classic import CLASSIC
from companion.journal.journal import Journal
from companion.journal.moves_file import export
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.game import Game, move_to_json
from companion.rules.rule_errors import IllegalMoveError, RulesError
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from companion.server.views.chance_view import draws_view
from companion.server.views.history_view import history_view
from companion.server.views.past_games_view import game_view
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.session.session import Session
from companion.table.commands import Amend, Command, Restore, StartGame, TakeBack
from companion.table.draw_record import DrawRecord, fair_draw
from companion.table.history_queries import replaced_draw_names
from companion.table.legal_moves import options_of
from companion.table.people import People
from companion.table.random_play import complete_move, open_kinds
from companion.table.session_errors import MisfitsError, NothingToDoError
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words
from companion.words.event_lines import entry_text
from tests.depth import search
from tests.games.lanterns import LANTERNS
from tests.kit.past_games import found_game
from tests.kit.scripted_games import NOON, folder_in_memory, play, table_of

GAMES: tuple[Game, ...] = (CLASSIC, LANTERNS)
NAMES = ("Ada", "Bao", "Chloé")
_SECTORS = [{"land": 1 + index % 9, "sea": 9 - index % 9, "weight": 1 + index % 3} for index in range(36)]
MANY: dict[str, Any] = {"wheel": {"sectors": _SECTORS}}
"""A wheel of 36 different sectors, without attacks: equal results by luck are rare."""
_HOME = {"threshold": {"2": 0, "3": 0}, "min_each": 0, "max_each": 99}
SOON: dict[str, Any] = {**MANY, "return": _HOME}
"""The same, and the first finished mission wins."""
BANDITS = 35
FISHED: dict[str, Any] = {**SOON, "wheel": {"sectors": [*_SECTORS[:BANDITS], {"land": "bandit", "sea": 1}]}}
"""The same with bandits on one sector, who can be refused with the Table, and spun again."""
Values = tuple[int, ...]


class Evening:
    """A session with its own state directory, whose plug can be pulled."""

    def __init__(self, folder: Path, first_seed: int = 1) -> None:
        self.path = folder / "journal.sqlite3"
        self.seeds: list[bytes] = []
        self._next = first_seed
        self.open()

    def open(self) -> None:
        self.journal = Journal(self.path)
        self.session = Session(self.journal, GAMES, lambda: NOON, entropy=self._seed)

    def _seed(self, count: int) -> bytes:
        self.seeds.append(bytes((self._next * 37 + index * 101) % 256 for index in range(count)))
        self._next += 1
        return self.seeds[-1]

    def pull_the_plug(self) -> None:
        """Cut the power: nothing is closed, and another session begins on what is written."""
        self.journal.close()
        self.open()

    @property
    def table(self) -> Table:
        return table_of(self.session)

    def start(self, *names: str, game: str = "classic", options: dict[str, Any] | None = None) -> Evening:
        own = MANY if game == "classic" else {}
        self.session.do(StartGame(game=game, names=names or NAMES[:2], options=own if options is None else options))
        return self

    def do(self, seat: int, kind: str, **fields: Any) -> Values:
        """Play a move; return its chance."""
        self.session.do(play((seat, {"move": kind, **fields})))
        chance = move_to_json(self.table.entries[-1].played.move).get("chance")
        return tuple(value for value in chance if isinstance(value, int)) if isinstance(chance, list) else ()

    def spin(self, seat: int, route: str = "land", **fields: Any) -> Values:
        return self.do(seat, "spin", route=route, **fields)

    def rest(self, seat: int) -> None:
        """Arrive somewhere, and end the turn."""
        self.do(seat, "arrive", place="town")
        self.do(seat, "end_turn")

    def take_back(self, times: int = 1) -> None:
        for _ in range(times):
            self.session.do(TakeBack())

    def event(self, language: str = "en") -> Any:
        """Return the event of the last entry."""
        view = phone_view(self.session.snapshot(), ViewerRole(), Words(language))
        return next(event for event in view["events"] if event["entry"] == len(self.table.entries))


@pytest.fixture
def evening() -> Iterator[Evening]:
    with folder_in_memory() as folder:
        evening = Evening(Path(folder))
        yield evening
        evening.journal.close()


def test_a_repeated_draw_is_the_same_and_everybody_sees_it(evening: Evening) -> None:
    first = evening.start().spin(1)
    assert evening.event()["again"] is False
    plain = {language: evening.event(language)["text"] for language in LANGUAGES}
    for _ in range(5):
        evening.take_back()
        assert evening.spin(1) == first
    for language in LANGUAGES:
        event = evening.event(language)
        assert event["again"] is True
        assert event["text"] == Words(language)("table.again", what=plain[language]) != plain[language]
    view = draws_view(evening.table, PUBLIC, Words("en"))
    assert [draw["again"] for draw in view["draws"]] == [False] + [True] * 5
    assert {tuple(draw["values"] or ()) for draw in view["draws"]} == {first}
    assert [draw["entry"] for draw in view["draws"]] == [None] * 5 + [1]


def test_rolls_of_others_change_nothing(evening: Evening) -> None:
    evening.start(*NAMES, game="lanterns")
    for seat in (1, 2, 3):
        for kind in ("red", "blue"):
            _hide(evening, seat, kind)
    first = evening.do(1, "roll")
    evening.take_back()
    others = [evening.do(2, "roll"), evening.do(3, "roll")]
    assert evening.do(1, "roll") == first
    evening.take_back(3)
    assert [evening.do(3, "roll"), evening.do(1, "roll"), evening.do(2, "roll")] == [others[1], first, others[0]]


def test_a_draw_stays_the_same_across_turns(evening: Evening) -> None:
    evening.start()
    spins = []
    for seat in (1, 2, 1, 2):
        spins.append(evening.spin(seat))
        evening.rest(seat)
    evening.take_back(len(evening.table.entries))
    assert evening.table.entries == ()
    again = []
    for seat in (1, 2, 1, 2):
        again.append(evening.spin(seat))
        assert evening.event()["again"] is True
        evening.rest(seat)
    assert again == spins
    assert len(set(spins)) > 1


def test_another_route_is_a_correction_that_everybody_sees(evening: Evening) -> None:
    first = evening.start().spin(1, "land")
    evening.take_back()
    with pytest.raises(IllegalMoveError) as refused:
        evening.spin(1, "sea")
    assert refused.value.reason.key == "session.bound"
    assert evening.spin(1, "land") == first
    evening.session.do(Amend(entry=1, move={"move": "spin", "route": "sea"}))
    sector = evening.table.match.edition.wheel.sectors[first[0]]
    assert evening.table.state.turn.points == sector.sea
    texts = {language: evening.event(language)["text"] for language in LANGUAGES}
    plain = {language: text_of_last(evening, language) for language in LANGUAGES}
    assert texts == {language: Words(language)("table.otherwise", what=plain[language]) for language in LANGUAGES}


def test_a_throw_of_another_wheel_is_locked_like_the_first(evening: Evening) -> None:
    """The first cannot be repeated once the wheel has changed; the one on the new wheel can."""
    evening.start().spin(1, "land")
    evening.take_back()
    few = [{"land": 1 + index, "sea": 9 - index} for index in range(5)]
    evening.session.do(Amend(entry=0, options={"wheel": {"sectors": few}}))
    second = evening.spin(1, "sea")
    evening.take_back()
    with pytest.raises(IllegalMoveError) as refused:
        evening.spin(1, "land")
    assert refused.value.reason.key == "session.bound"
    assert evening.spin(1, "sea") == second
    assert [draw.name for draw in evening.table.draws] == ["classic/1/spin/1"] * 3


def test_a_result_typed_after_a_look_is_marked(evening: Evening) -> None:
    first = evening.start().spin(1)
    evening.take_back()
    other_sector = (first[0] + 1) % 36
    assert evening.spin(1, chance=[other_sector]) == (other_sector,)
    event, view = evening.event(), draws_view(evening.table, PUBLIC, Words("en"))
    assert (event["typed"], event["again"]) == (True, False)
    assert [(draw["entry"], draw["values"]) for draw in view["draws"]] == [(None, [*first])]
    assert view["typed"] == [
        {"entry": 1, "seat": 1, "move": "spin", "values": [other_sector], "told": f"wheel, sector {other_sector + 1}"}
    ]
    chance = phone_view(evening.session.snapshot(), ViewerRole(), Words("fr"))["chance"]
    assert chance is not None
    assert (chance["drawn"], chance["taken_back"], chance["typed"]) == (1, 1, 1)
    # The draw that was looked at is spent: it does not come back, not even in the seat's next turn.
    evening.rest(1)
    evening.spin(2)
    evening.rest(2)
    evening.spin(1)
    assert evening.table.draws[-1].name == "classic/1/spin/2"
    assert not evening.table.draws[-1].repeated


def test_restoring_brings_back_the_same_draw(evening: Evening) -> None:
    first = evening.start().spin(1)
    evening.take_back()
    evening.session.do(Restore())
    assert move_to_json(evening.table.entries[-1].played.move)["chance"] == [*first]
    evening.rest(1)
    evening.spin(2)
    assert len(evening.table.draws) == 2


def test_an_amendment_draws_nothing(evening: Evening) -> None:
    first = evening.start().spin(1, "land")
    evening.rest(1)
    second = evening.spin(2)
    evening.session.do(Amend(entry=1, move={"move": "spin", "route": "sea"}))
    assert move_to_json(evening.table.entries[0].played.move) == {"move": "spin", "route": "sea", "chance": [*first]}
    assert not evening.table.entries[0].played.typed
    evening.session.do(Amend(entry=1, move={"move": "spin", "route": "sea", "chance": [(first[0] + 1) % 36]}))
    assert evening.table.entries[0].played.typed
    assert move_to_json(evening.table.entries[3].played.move)["chance"] == [*second]


def test_a_draw_left_out_by_an_amendment_is_repeated(evening: Evening) -> None:
    first = evening.start().spin(1)
    evening.session.do(Amend(entry=1))
    assert evening.spin(1) == first
    assert evening.event()["again"] is True


def test_a_power_cut_rerolls_nothing(evening: Evening) -> None:
    first = evening.start().spin(1)
    evening.pull_the_plug()
    assert move_to_json(evening.table.entries[-1].played.move)["chance"] == [*first]
    evening.take_back()
    evening.pull_the_plug()
    assert evening.spin(1) == first
    assert evening.event()["again"] is True
    evening.rest(1)
    second = evening.spin(2)
    evening.take_back(4)
    evening.pull_the_plug()
    assert evening.spin(1) == first
    evening.pull_the_plug()
    evening.rest(1)
    evening.pull_the_plug()
    assert evening.spin(2) == second
    assert len(evening.seeds) == 1


def test_taking_back_the_end_commits_again_and_keeps_draws(evening: Evening) -> None:
    evening.start(options=SOON)
    evening.do(1, "correct", what="table", by=1)
    first = evening.spin(1)
    evening.do(1, "arrive", place="mission")
    evening.do(1, "finish_mission")
    evening.do(1, "end_turn")
    second = evening.spin(2)
    evening.rest(2)
    third = evening.spin(1)
    evening.do(1, "arrive", place="venice")
    evening.do(1, "claim")
    assert evening.table.over
    assert [commitment.revealed_seed for commitment in evening.table.commitments] == [evening.seeds[0].hex()]
    evening.take_back()
    assert [commitment.revealed_seed for commitment in evening.table.commitments] == [evening.seeds[0].hex(), None]
    assert evening.seeds[0] != evening.seeds[1]
    evening.take_back(2)
    evening.pull_the_plug()
    assert evening.spin(1) == third
    evening.rest(1)
    evening.take_back(10)
    assert [evening.spin(1), evening.event()["again"]] == [first, True]
    evening.rest(1)
    assert evening.spin(2) == second
    evening.rest(2)
    assert evening.spin(1) == third
    evening.rest(1)
    evening.spin(2)
    # New draws come from the seed that is still secret.
    last = evening.table.draws[-1]
    assert (last.repeated, last.commitment_index) == (False, 1)
    _check_hidden(evening, evening.seeds[1])


def text_of_last(evening: Evening, language: str) -> str:
    """Return the text of the last entry, without the part about its chance."""
    return Words(language).of(entry_text(evening.table, len(evening.table.entries)), evening.table.names)


def _hide(evening: Evening, seat: int, colour: str) -> None:
    body = {"colour": colour, "value": 11_111 * seat, "wish": "rain"}
    evening.do(seat, "hide", **body)


def _check_hidden(evening: Evening, seed: bytes) -> None:
    """Check that no view shows this seed."""
    table, snapshot = evening.table, evening.session.snapshot()
    texts = [
        *_views_with_chance(evening),
        json.dumps(game_view(found_game(table), table.number, Words("fr"), People())),
    ]
    for viewer in (PUBLIC, *(as_seat(seat) for seat in table.seats)):
        texts += [export(table, viewer), json.dumps(history_view(table, viewer, Words("fr")))]
    for role in (ViewerRole(), ViewerRole(host=True), *(ViewerRole(host=True, seat=seat) for seat in table.seats)):
        texts.append(json.dumps(phone_view(snapshot, role, Words("en"))))
    _check_without(seed, texts)


def _views_with_chance(evening: Evening) -> list[str]:
    """Return the views with the most chance in them, and the log's representation of a table."""
    table, snapshot = evening.table, evening.session.snapshot()
    view = phone_view(snapshot, ViewerRole(host=True), Words("en"))
    return [
        repr(snapshot),
        export(table, EVERYTHING),
        json.dumps(draws_view(table, EVERYTHING, Words("en"))),
        json.dumps(view),
    ]


def _check_without(seed: bytes, texts: list[str]) -> None:
    for text in texts:
        assert seed.hex() not in text
        assert repr(seed) not in text


class RerollAttempts(RuleBasedStateMachine):
    """People who take back, restore, amend, type in and pull the plug at random."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = folder_in_memory()
        self.evening = Evening(Path(self.folder.name))
        self.evening.start(*NAMES, options=FISHED)
        self.earlier: dict[str, Values] = {}

    def teardown(self) -> None:
        if not self.table.over:
            _check_hidden(self.evening, self.evening.seeds[-1])
        self.evening.journal.close()
        self.folder.cleanup()

    @property
    def table(self) -> Table:
        return self.evening.table

    def ask(self, command: Command) -> None:
        try:
            self.evening.session.do(command)
        except MisfitsError as error:
            assert isinstance(command, Amend)
            self.evening.session.do(replace(command, without=tuple(misfit.entry for misfit in error.misfits)))
        except (RulesError, NothingToDoError):
            pass

    @precondition(lambda self: not self.table.over)
    @rule(rnd=st.randoms(use_true_random=False))
    def go_on(self, rnd: Random) -> None:
        for _ in range(3):
            self.move(rnd)

    @precondition(lambda self: not self.table.over)
    @rule(rnd=st.randoms(use_true_random=False))
    def move(self, rnd: Random) -> None:
        """Make a move; chance is drawn, seldom typed in."""
        if self.table.over:
            return
        seat = rnd.choice(self.table.match.active_seats(self.table.state))
        kinds = [kind for kind in open_kinds(self.table.match, self.table.state, seat) if kind != "correct"]
        body = complete_move(self.table.match, self.table.state, seat, rnd.choice(kinds), rnd)
        if rnd.random() < 0.8:
            body.pop("chance", None)
        self.ask(play((seat, body)))

    @rule(times=st.integers(1, 6))
    def take_back(self, times: int) -> None:
        for _ in range(times):
            self.ask(TakeBack())

    @rule(times=st.integers(1, 3))
    def restore(self, times: int) -> None:
        for _ in range(times):
            self.ask(Restore())

    @precondition(lambda self: self.table.entries)
    @rule(rnd=st.randoms(use_true_random=False), leave_out=st.booleans())
    def amend(self, rnd: Random, leave_out: bool) -> None:
        entry = rnd.randint(1, len(self.table.entries))
        old, before = self.table.entries[entry - 1].played, self.table.before(entry)
        kinds = open_kinds(self.table.match, before, old.seat)
        body = None if leave_out else complete_move(self.table.match, before, old.seat, rnd.choice(kinds), rnd)
        if body is not None and rnd.random() < 0.5:
            body.pop("chance", None)
        self.ask(Amend(entry=entry, seat=old.seat, move=body))

    @precondition(lambda self: not self.table.over)
    @rule(rnd=st.randoms(use_true_random=False))
    def fish(self, rnd: Random) -> None:
        """Spin, look, and get another spin: a typed one, which the safe-conduct ends."""
        seat = self.table.match.turn(self.table.state) or 1
        self.ask(play((seat, {"move": "spin", "route": "land"})))
        self.ask(TakeBack())
        self.ask(play((seat, {"move": "correct", "what": "table", "by": 1})))
        self.ask(play((seat, {"move": "spin", "route": "land", "chance": [BANDITS]})))
        self.ask(play((seat, {"move": "refuse_fight"})))
        self.ask(play((seat, {"move": "spin", "route": "land"})))
        for _ in range(rnd.randint(0, 2)):
            if self.table.entries:
                self.ask(Amend(entry=rnd.randint(max(1, len(self.table.entries) - 3), len(self.table.entries))))

    @precondition(lambda self: not self.table.over)
    @rule(rnd=st.randoms(use_true_random=False))
    def burn(self, rnd: Random) -> None:
        """Look at the spin of the next own turn, take everything back, and use that name up in the present turn.

        Or leave the present turn out, so that the spin of the next one belongs to it.
        """
        seat, entries = self.table.match.turn(self.table.state) or 1, len(self.table.entries)
        self.ask(play((seat, {"move": "spin", "route": "land", "chance": [0]})))
        self.rest_until(seat)
        self.ask(play((seat, {"move": "spin", "route": "land"})))
        if rnd.random() < 0.3:
            self.ask(Amend(entry=entries + 1))
        else:
            for _ in range(len(self.table.entries) - entries):
                self.ask(TakeBack())
            self.ask(play((seat, {"move": "spin", "route": "land"})))
        self.rest_until(seat)
        self.ask(play((seat, {"move": "spin", "route": "land"})))

    def rest_until(self, seat: int) -> None:
        """End this turn in a town and let the others type their spins, until it is the turn of this seat again."""
        for index in range(len(NAMES)):
            now = self.table.match.turn(self.table.state)
            if index and now != seat and now is not None:
                self.ask(play((now, {"move": "spin", "route": "land", "chance": [0]})))
            if now is not None and not (index and now == seat):
                self.ask(play((now, {"move": "arrive", "place": "town"})))
                self.ask(play((now, {"move": "end_turn"})))

    @rule()
    def pull_the_plug(self) -> None:
        before = self.table
        self.evening.pull_the_plug()
        assert self.table == before

    @precondition(lambda self: not self.table.over and not self.table.state.hands[0].done)
    @rule()
    def give_table(self) -> None:
        """Give somebody a Table, so that the end is near."""
        seat = self.table.state.turn.seat
        self.ask(play((seat, {"move": "correct", "what": "table", "by": 1})))

    @invariant()
    def a_name_has_one_value(self) -> None:
        for draw in self.table.draws:
            assert self.earlier.setdefault(draw.name, draw.values) == draw.values
            assert draw.repeated == any(earlier.name == draw.name for earlier in self.table.draws[: draw.number])

    @invariant()
    def every_draw_stays_and_stands_once(self) -> None:
        assert [draw.number for draw in self.table.draws] == [*range(len(self.table.draws))]
        names = [draw.name for draw in self.table.standing_draws()]
        assert len(names) == len(set(names))
        assert {*self.earlier} == {draw.name for draw in self.table.draws}

    @invariant()
    def first_draws_stand_or_are_marked(self) -> None:
        """Check each seat, purpose and occasion, unless a typed result stands there instead of the first draw.

        The first draw may also stand later, but not earlier: there its seat could use it up.
        """
        table = self.table
        first: dict[Any, DrawRecord] = {}
        for draw in table.draws:
            first.setdefault((draw.seat, draw.purpose, draw.occasion), draw)
        replaced_names = replaced_draw_names(table)
        spent = {
            (table.occasion_of(number), entry.played.seat, entry.played.spends)
            for number, entry in enumerate(table.entries, 1)
        }
        by_occasion: dict[Any, list[tuple[int, DrawRecord]]] = {}
        stands: dict[str, tuple[int, int]] = {}
        for number, entry in enumerate(table.entries, 1):
            if (drawn := entry.played.drawn) is not None:
                now = stands[drawn.name] = table.occasion_of(number)
                by_occasion.setdefault((drawn.seat, drawn.purpose, now), []).append((number, drawn))
        for key, standing in by_occasion.items():
            seat, _, now = key
            earlier = first.get(key)
            names = {drawn.name for _, drawn in standing}
            if earlier is None or earlier.name in names or (now, seat, earlier.purpose_and_n) in spent:
                continue
            later = [number for number, drawn in standing if drawn.n > earlier.n]
            assert stands.get(earlier.name, (0, 0)) > now or all(number in replaced_names for number in later)
        view = draws_view(table, PUBLIC, Words("en"))
        assert [draw_view["entry"] for draw_view in view["draws"] if "instead_of" in draw_view] == sorted(
            replaced_names
        )
        badges = json.dumps(phone_view(self.evening.session.snapshot(), ViewerRole(), Words("en"))["badges"])
        assert ('"replaced"' in badges) == bool(replaced_names)

    @invariant()
    def every_active_seat_has_a_move(self) -> None:
        """Check that each active seat has a legal move."""
        table = self.table
        for seat in table.match.active_seats(table.state):
            assert any(option.refused is None for option in options_of(table, seat))

    @invariant()
    def the_file_holds(self) -> None:
        if self.table.draws:
            report = check_moves_file(export(self.table).encode(), GAMES)
            assert report.faults == ()
            marked = [draw.entry for draw in report.verdict.chance_lines if draw.instead_of]
            assert marked == sorted(replaced_draw_names(self.table))

    @invariant()
    def the_seed_in_force_is_secret_before_the_end(self) -> None:
        last = self.table.commitments[-1]
        assert last.revealed == self.table.over
        assert all(commitment.revealed for commitment in self.table.commitments[:-1])
        if not last.revealed:
            assert last.seed == self.evening.seeds[-1]
            _check_without(last.seed, _views_with_chance(self.evening))


TestFishing = RerollAttempts.TestCase
TestFishing.settings = search(20, stateful_step_count=20)


def test_draws_named_by_their_count_could_be_fished_for(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The opposite, to show that these tests find a fault."""
    monkeypatch.setattr("companion.table.complete_moves.make_draw", _named_by_count)
    first = evening.start().spin(1)
    evening.take_back()
    assert evening.spin(1) != first


def _named_by_count(name: DrawName, wanted: Any, fixed: Any, moment: Any, **fields: Any) -> DrawRecord:
    n, commitment = len(fields["earlier"]) + 1, fields["commitments"][-1]
    name_text = str(replace(name, n=n))
    values = fair_draw(commitment.seed, name_text, wanted)
    return DrawRecord(
        n - 1, name.seat, name.purpose, n, name_text, wanted.draws, wanted.weights, values,
        repeated=False, commitment_index=0, fixed=fixed, moment=moment,
    )  # fmt: skip
