"""Reference engine of Marco Polo Expedition, written from the rulings alone to check the project's own rules."""

from typing import Any

from tests.games.expedition.reference.fields import check_fields
from tests.games.expedition.reference.setup import Setup, make_setup
from tests.games.expedition.reference.state import State, TurnState, initial_state
from tests.kit.reference_games import RefusedError


class Engine:
    """One game, from set-up to the final ranking."""

    def __init__(self, names: list[str], options: dict[str, Any]) -> None:
        """Set up a game for 2 to 5 names; raise ValueError for wrong options."""
        self._setup: Setup = make_setup(names, options)
        self._state: State = initial_state(self._setup)

    def play(self, seat: int, move: str, fields: dict[str, Any]) -> None:
        """Play a move of a moves file; raise RefusedError, and change nothing, if it is not allowed."""
        if type(seat) is not int or seat not in self._setup.seats:
            raise RefusedError(f"there is no seat {seat!r}")
        check_fields(move, fields)
        if self.is_over():
            raise RefusedError("the game is over", "E13")
        if move != "correct" and seat != self._state.turn_seat:
            raise RefusedError(f"it is the turn of seat {self._state.turn_seat}")
        state = self._state.copy()
        _Move(self._setup, state, seat).apply(move, fields)
        self._state = state

    def is_over(self) -> bool:
        """Return whether the final tally has been paid."""
        return self._state.phase == "over"

    def active_seats(self) -> list[int]:
        """Return the seats without which the game cannot go on: one, or none when it is over."""
        return [] if self.is_over() else [self._state.turn_seat]

    def turn(self) -> int | None:
        """Return the seat whose turn it is; None when the game is over."""
        return None if self.is_over() else self._state.turn_seat

    def holdings(self, seat: int) -> dict[str, Any]:
        """Return the gold of a seat and the spaces of its camels."""
        return {"gold": self._state.gold[seat], "camels": list(self._state.camels[seat])}

    def total(self, seat: int) -> int:
        """Return the gold of a seat."""
        return self._state.gold[seat]

    def rank(self, seat: int) -> int:
        """Return the rank of a seat, from 1; equal seats share a rank (E14)."""
        # E14 speaks of the winner; here the same order serves for every place and during the game.
        own = self._strength(seat)
        return 1 + sum(self._strength(other) > own for other in self._setup.seats)

    def _strength(self, seat: int) -> tuple[int, list[int]]:
        return self._state.gold[seat], sorted(self._state.camels[seat], reverse=True)


class _Move:
    """One move of one seat, applied to a state that is thrown away if the move is refused."""

    def __init__(self, setup: Setup, state: State, seat: int) -> None:
        self.setup = setup
        self.state = state
        self.seat = seat

    def apply(self, move: str, fields: dict[str, Any]) -> None:
        if move == "correct":
            self.correct(fields["what"], fields["by"])
        elif move == "crate" and "space" in fields:
            self.report_crate_of(fields["space"], fields["value"])
        elif move == "crate":
            self.report_crate(fields["value"])
        elif move == "no_crates":
            self.report_no_more_crates()
        elif self.state.phase == "crates":
            raise RefusedError("the crates on the way are still to be reported", "E19")
        elif move == "step":
            self.step(fields["by"], fields.get("camel"))
        else:
            self.end_turn()

    # Steps

    def step(self, by: str, camel: int | None) -> None:
        camel = self.checked_camel(camel)
        target = self.next_free_space(self.state.camels[self.seat][camel - 1])
        if by == "ballast":
            self.drop_ballast(target)
        self.state.turn.moved_camel = camel
        self.land(camel, target)
        if target == self.setup.dadu:
            self.reach_dadu()
        elif self.state.interim_tally_done:
            self.halt_late_camel(camel, target)
        elif target == self.setup.ganzhou:
            self.pay_interim_tally()
            self.end_turn()

    def checked_camel(self, camel: int | None) -> int:
        """Return the camel that steps, after checking that it may (E11, E15, E16)."""
        if camel is None:
            if self.setup.camels_per_seat > 1:
                raise RefusedError("say which camel steps", "E15")
            camel = 1
        # With one camel each, `camel: 1` is needless but not wrong.
        if camel > self.setup.camels_per_seat:
            raise RefusedError("each player has one camel in this game", "E15")
        turn = self.state.turn
        if not self.setup.both_camels and turn.moved_camel not in (None, camel):
            raise RefusedError("one camel moves in a turn", "E15")
        if camel in turn.stopped_camels:
            raise RefusedError("a late camel stops on Ganzhou for this turn", "E11")
        return camel

    def next_free_space(self, space: int) -> int:
        """Return the next space that no camel occupies; Ganzhou never blocks (E2, E9)."""
        occupied = set(self.state.camel_spaces()) - {self.setup.ganzhou}
        space += 1
        while space in occupied:
            space += 1
        return space

    def drop_ballast(self, target: int) -> None:
        """Pay for a step without cards (E4, E5)."""
        if self.state.turn.ballast_used:
            raise RefusedError("ballast is dropped at most once a turn", "E4")
        if self.state.gold[self.seat] < 1:
            raise RefusedError("ballast costs 1 gold", "E4")
        if not self.state.reached.get(target, set()) - {self.seat}:
            raise RefusedError(f"no opposing camel has reached space {target}", "E5")
        self.state.gold[self.seat] -= 1
        self.state.turn.ballast_used = True

    def land(self, camel: int, space: int) -> None:
        """Put the camel on the space; the first landing there takes a known crate (E3)."""
        if self.state.camels[self.seat][camel - 1] == self.setup.dadu:
            # The camel that was put back has not reached Dadu after all: its turn goes on.
            self.state.phase = "race"
        self.state.camels[self.seat][camel - 1] = space
        self.state.mark_reached(space, self.seat)
        is_first = space not in self.state.first_landings
        # "Just landed" means the last step of this turn, whichever camel made it.
        self.state.turn.open_landing = space if is_first else None
        if is_first:
            self.state.first_landings[space] = self.seat
            self.state.gold[self.seat] += self.setup.known_crates.get(space, 0)

    # Ganzhou

    def pay_interim_tally(self) -> None:
        """Pay the camels before and on Ganzhou, then gather them there (E8)."""
        for seat in self.setup.seats:
            for index, space in enumerate(self.state.camels[seat]):
                if self.is_before_or_on_ganzhou(space):
                    self.state.gold[seat] += self.setup.interim_tally.get(space, 0)
                    self.transfer(seat, index)
        self.state.interim_tally_done = True

    def halt_late_camel(self, camel: int, space: int) -> None:
        """Transfer a camel that comes after the tally to Ganzhou (E11)."""
        if not self.is_before_or_on_ganzhou(space):
            return
        self.transfer(self.seat, camel - 1)
        if self.setup.late_camel_stops:
            self.state.turn.stopped_camels.add(camel)

    def transfer(self, seat: int, index: int) -> None:
        """Move a camel to Ganzhou: no landing, and reached is Ganzhou alone (E5, E12)."""
        self.state.camels[seat][index] = self.setup.ganzhou
        self.state.mark_reached(self.setup.ganzhou, seat)

    def is_before_or_on_ganzhou(self, space: int) -> bool:
        return space == self.setup.ganzhou or space in self.setup.interim_tally

    def end_turn(self) -> None:
        """Give the turn to the next seat clockwise (E6, E10)."""
        self.state.turn_seat = self.seat % len(self.setup.names) + 1
        self.state.turn = TurnState()

    # Dadu and the crates

    def reach_dadu(self) -> None:
        """Wait for the crates that nobody reported, or end the game (E13, E19)."""
        self.state.phase = "crates"
        self.finish_if_all_reported()

    def finish_if_all_reported(self) -> None:
        if self.state.phase == "crates" and not self.unreported_spaces():
            self.pay_final_tally()

    def pay_final_tally(self) -> None:
        for seat, spaces in self.state.camels.items():
            self.state.gold[seat] += sum(self.setup.final_tally.get(space, 0) for space in spaces)
        self.state.phase = "over"

    def is_unreported(self, space: int) -> bool:
        return space not in self.setup.known_crates and space not in self.state.reported_crates

    def unreported_spaces(self) -> list[int]:
        """Return the spaces that E19 asks about, in order of landing; Ganzhou and Dadu are always known."""
        return [space for space in self.state.first_landings if self.is_unreported(space)]

    def report_crate(self, value: int) -> None:
        """Take the crate of the space just landed on (E3)."""
        space = self.state.turn.open_landing
        if space is None or not self.is_unreported(space):
            raise RefusedError("no unknown crate lies where a camel of yours has just landed", "E3")
        self.take_crate(space, value)

    def report_crate_of(self, space: int, value: int) -> None:
        """Report the crate of an earlier space during the wait on Dadu (E19)."""
        if self.state.phase != "crates":
            raise RefusedError("crates of earlier spaces are reported once Dadu is reached", "E19")
        if space not in self.unreported_spaces():
            raise RefusedError(f"no crate of space {space} is missing", "E19")
        self.take_crate(space, value)
        self.finish_if_all_reported()

    def take_crate(self, space: int, value: int) -> None:
        self.state.reported_crates[space] = value
        self.state.gold[self.state.first_landings[space]] += value

    def report_no_more_crates(self) -> None:
        if self.state.phase != "crates":
            raise RefusedError("crates are settled once Dadu is reached", "E19")
        self.pay_final_tally()

    # Corrections

    def correct(self, what: str, by: int) -> None:
        """Change gold or a camel's space by hand."""
        if by == 0:
            raise RefusedError("a correction changes something")
        if what.startswith("space:"):
            self.correct_space(int(what.removeprefix("space:")), by)
            return
        self.correct_gold(by)
        if what == "crate":
            self.report_by_correction(by)

    def correct_gold(self, by: int) -> None:
        # The rulings give no bound; gold below 0 cannot lie on a table.
        if self.state.gold[self.seat] + by < 0:
            raise RefusedError("nobody has less than 0 gold", "E1")
        self.state.gold[self.seat] += by

    def report_by_correction(self, by: int) -> None:
        """Correct the crate of the seat's latest landing that this may be about (E19), unreported first."""
        # E19 speaks of `correct` "for" a space, but the move names none: the latest is the natural one.
        landings = [space for space, seat in self.state.first_landings.items() if seat == self.seat]
        asked = [space for space in reversed(landings) if space not in self.setup.known_crates]
        asked.sort(key=lambda space: space in self.state.reported_crates)
        for space in asked:
            value = self.state.reported_crates.get(space, 0) + by
            if 0 <= value <= 2:
                # A correction ends no game: at Dadu, `no_crates` is still asked for.
                self.state.reported_crates[space] = value
                return
        raise RefusedError("no crate of this seat can have been told wrong by this much", "E3")

    def correct_space(self, camel: int, by: int) -> None:
        """Put a camel elsewhere: no landing, but reached (E18)."""
        if camel > self.setup.camels_per_seat:
            raise RefusedError("each player has one camel in this game", "E15")
        space = self.state.camels[self.seat][camel - 1] + by
        if not self.setup.ormuz <= space < self.setup.dadu:
            raise RefusedError("a camel is corrected to a space from Ormuz to just before Dadu", "E18")
        if not self.state.interim_tally_done and space >= self.setup.ganzhou:
            raise RefusedError("before the interim tally a camel reaches Ganzhou by a step alone", "E18")
        if self.state.interim_tally_done and space in self.setup.interim_tally and space != self.setup.ganzhou:
            raise RefusedError("after the interim tally no camel stands just before Ganzhou", "E18")
        if self.state.camels[self.seat][camel - 1] == self.setup.dadu:
            # The camel that was put back has not reached Dadu after all: its turn goes on.
            self.state.phase = "race"
        self.state.camels[self.seat][camel - 1] = space
        self.state.mark_reached(space, self.seat)
