"""Moves on the road: spin, fight, refuse_fight, ransom, restart, end_turn and claim."""

from collections import Counter
from typing import Any

from tests.games.classic.reference.fields import Card, card, check_names, integer_in, listing, mapping, word
from tests.games.classic.reference.figures import ATTACK, DIE, EIGHT_SIDED_DIE, ROUTES
from tests.games.classic.reference.state import VENICE, Arrival, Destination, Game, Seat
from tests.kit.reference_games import RefusedError


def spin(game: Game, fields: dict[str, Any]) -> None:
    """Spin the wheel on the announced ring (C1, C2)."""
    check_names(fields, ("route", "chance"))
    if game.state.phase == "arrived":
        _check_another_spin(game)
    route = word(fields["route"], "route", ROUTES)
    chance = listing(fields["chance"], "chance")
    if len(chance) != 1:
        raise RefusedError("a spin shows one sector", "C2")
    game.state.spin_again = False
    sector = integer_in(chance[0], "chance", range(len(game.setup.sectors)))
    attacked = game.setup.sectors[sector][route] == ATTACK[route]
    game.begin_phase("fight" if attacked else "arrive")


def _check_another_spin(game: Game) -> None:
    if not game.state.spin_again:
        raise RefusedError("one spins once a turn", "C2")
    _check_place_done(game)


def fight(game: Game, fields: dict[str, Any]) -> None:
    """Fight the attackers with the white and the black die (C3 to C6)."""
    check_names(fields, ("chance",))
    chance = listing(fields["chance"], "chance")
    if len(chance) != 2:
        raise RefusedError("a fight takes two dice", "C3")
    white = integer_in(chance[0], "the white die", DIE)
    black = integer_in(chance[1], "the black die", EIGHT_SIDED_DIE if game.setup.on("bandits_d8") else DIE)
    if black > white or (black == white and game.setup.on("ties_to_bandits")):
        game.begin_phase("ransom")
        return
    seat = game.current()
    seat.besants += game.state.loot_besants
    seat.goods.update(game.state.loot_goods)
    game.state.loot_besants, game.state.loot_goods = 0, Counter()
    # C6: the turn ends, also when a Hasard had asked for more after the fight.
    game.close_turn()


def refuse_fight(game: Game, fields: dict[str, Any]) -> None:
    """Refuse the fight with the safe-conduct, and spin again (C7)."""
    check_names(fields, ())
    if not game.on_mission(game.current()):
        raise RefusedError("only an unturned Golden Table is a safe-conduct", "C7")
    # C7: a fight that a Hasard asks for is an attack like any other and may be refused.
    game.begin_phase("spin")


def ransom(game: Game, fields: dict[str, Any]) -> None:
    """Pay the ransom into the loot space (C4, C16)."""
    check_names(fields, ("pay",), ("colour", "value"))
    if word(fields["pay"], "pay", ("besants", "card")) == "besants":
        check_names(fields, ("pay",))
        _pay_ransom_in_besants(game)
    else:
        _pay_ransom_with_card(game, fields)
    game.close_turn()


def _pay_ransom_in_besants(game: Game) -> None:
    seat = game.current()
    # C16: goods are not known in `dice` tracking; there only a Table or a Secret is known to be left for sale.
    can_sell = seat.tables or seat.secrets or (game.setup.full and seat.goods.total())
    if seat.besants < game.setup.ransom and can_sell:
        raise RefusedError("something must be sold until the ransom can be paid", "C16")
    game.pay(seat, min(seat.besants, game.setup.ransom), Destination("loot"))


def _pay_ransom_with_card(game: Game, fields: dict[str, Any]) -> None:
    if game.state.sold_for_ransom:
        raise RefusedError("after a sale the ransom is paid in besants", "C16")
    if not game.setup.full and "colour" not in fields and "value" not in fields:
        return
    check_names(fields, ("pay", "colour", "value"))
    paid = card({"colour": fields["colour"], "value": fields["value"]}, "card", game.setup.printed)
    game.take_card(game.current(), paid)
    game.put_card(Destination("loot"), paid)


def restart(game: Game, number: int, fields: dict[str, Any]) -> None:
    """Go to Venice with new besants after ruin; in or out of turn, and nothing is closed (C17)."""
    check_names(fields, ())
    state, seat = game.state, game.seat(number)
    if not game.holds_nothing(seat):
        raise RefusedError("only who has nothing left starts again in Venice", "C17")
    if number == state.turn and state.phase == "ransom":
        raise RefusedError("the ransom comes first", "C4")
    if number == state.turn and game.gifts_wanted():
        raise RefusedError("who owes the Khan three gifts still has goods", "C17")
    # C17: "closes nothing" also holds for an own ransom or debt, which only `dice` tracking can leave open here.
    seat.besants += game.setup.start
    seat.position = VENICE
    if number != state.turn:
        if state.arrival is not None and number in state.arrival.shared_with:
            state.arrival.shared_with.remove(number)
        return
    # C8, C17: the coming move begins in Venice, so that Venice is where it may not lead back to.
    state.turn_start = VENICE
    if state.arrival is not None:
        state.arrival = Arrival("venice")


def end_turn(game: Game, fields: dict[str, Any]) -> None:
    """End the turn, once gifts and mission are done (C12, C13)."""
    check_names(fields, ())
    if game.state.phase == "debt":
        _end_debt(game)
        return
    _check_place_done(game)
    game.close_turn()


def _check_place_done(game: Game) -> None:
    if game.gifts_wanted():
        raise RefusedError("the gifts for the Khan come first", "C12")
    if game.mission_wanted():
        raise RefusedError("the mission is to be finished first", "C13")


def _end_debt(game: Game) -> None:
    """Let a debt lapse in `dice` tracking, where only the player knows that there are no goods left to sell.

    C16 does not say how the player tells this; `end_turn` is the choice made here. What the Hasard asks for besides
    still follows; the turn ends only when nothing follows.
    """
    seat = game.current()
    if game.setup.full or seat.tables or seat.secrets:
        raise RefusedError("something must be sold until the debt is paid", "C16")
    waiting = bool(game.state.effects or game.state.follow_ups)
    settle_debt(game)
    if not waiting:
        game.close_turn()


def settle_debt(game: Game) -> None:
    """Pay a debt as far as the notes go; the rest lapses (C16)."""
    pay_debt(game)
    game.state.debt = 0
    game.state.phase = "arrived"


def pay_debt(game: Game) -> None:
    """Pay a debt as far as the notes go (C16)."""
    state, seat = game.state, game.current()
    paid = min(seat.besants, state.debt)
    game.pay(seat, paid, state.debt_to)
    state.debt -= paid


def claim(game: Game, fields: dict[str, Any]) -> None:
    """Claim the victory in Venice, or refuse with what is missing (C14, C18)."""
    seat = game.current()
    if game.setup.full:
        check_names(fields, ())
        goods = seat.goods
    else:
        check_names(fields, ("goods",))
        goods = _shown_goods(game, fields["goods"])
    if game.state.arrival is None or game.state.arrival.place != "venice":
        raise RefusedError("victory is claimed on arrival in Venice", "C14")
    missing = _missing_for_victory(game, seat, goods)
    if missing:
        raise RefusedError(missing, "C14")
    if game.setup.on("must_hold_both") and not (seat.tables and seat.secrets):
        raise RefusedError("Golden Table and Secret must both be in hand", "C18")
    seat.goods = goods
    game.state.winner = game.state.turn


def _shown_goods(game: Game, value: Any) -> Counter[Card]:
    """Return the goods that a claim shows in `dice` tracking: {colour: [values]}."""
    shown: Counter[Card] = Counter()
    for colour, values in mapping(value, "goods").items():
        for item in listing(values, "goods"):
            shown[card({"colour": colour, "value": item}, "goods", game.setup.printed)] += 1
    if any(count > game.setup.printed[shown_card] for shown_card, count in shown.items()):
        raise RefusedError("the edition has fewer of these cards", "C14")
    return shown


def _missing_for_victory(game: Game, seat: Seat, goods: Counter[Card]) -> str | None:
    setup = game.setup
    if not seat.mission_done:
        return "the mission is not finished"
    # In `dice` tracking the seat's fortune holds no goods; those of the claim are added for the check alone.
    shown = 0 if setup.full else sum(value * count for (_, value), count in goods.items())
    if game.fortune(seat) + shown < setup.threshold:
        return f"the fortune is below {setup.threshold}"
    for colour in setup.each_of:
        count = sum(goods[held] for held in goods if held[0] == colour)
        if not setup.min_each <= count <= setup.max_each:
            return f"{colour} needs {setup.min_each} to {setup.max_each} cards, not {count}"
    return None
