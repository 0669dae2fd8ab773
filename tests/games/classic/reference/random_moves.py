"""Random set-ups and random moves of the game of 1983, legal and illegal ones."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.games.classic.reference.engine import Engine
from tests.games.classic.reference.fields import Card
from tests.games.classic.reference.figures import PLACES, SWITCHES
from tests.kit.reference_games import Attempt

COLOURS = ("blue", "green", "yellow", "mauve")
VALUES = (80, 50, 30)
CARDS: list[Card] = [(colour, value) for colour in COLOURS for value in VALUES]
TOWNS = ("Sian", "Pagan")

NAMES = ("Ada", "Bao", "Chen", "Dina")
MOST_ATTEMPTS = 1500
"""Attempts after which a game ends, won or not."""

Fields = dict[str, Any]
Move = tuple[int, str, Fields]


def random_game(rng: random.Random) -> tuple[list[str], dict[str, Any]]:
    """Return the names and options of a random game."""
    return list(NAMES[: rng.randint(2, 4)]), random_options(rng)


def random_attempts(engine: Engine, seats: int, rng: random.Random) -> Iterator[Attempt]:
    """Yield moves that may be legal or not."""
    player = RandomPlayer(engine, seats, rng)
    attempts = 0
    while attempts < MOST_ATTEMPTS:
        (seat,) = engine.active_seats()
        game = engine._game
        for move in [*player.random_moves(seat), *player.ways_on(seat)]:
            attempts += 1
            yield Attempt(*move)
            if engine._game is not game:
                break
        else:
            raise AssertionError(f"seat {seat} cannot go on: {game.state}")


def random_options(rng: random.Random) -> dict[str, Any]:
    """Return options of every kind; thresholds are lowered so that games end."""
    options: dict[str, Any] = {"tracking": rng.choice(("full", "full", "dice"))}
    options.update({name: True for name in SWITCHES if rng.random() < 0.25})
    options["move_bonus"] = rng.choice((0, 1, 2))
    options["return"] = {"threshold": {"2": 400, "3": 400, "4": 400}}
    if rng.random() < 0.5:
        options["posts"] = {"khanbalik": rng.choice((False, "blue")), "Sian": rng.choice((False, "green"))}
    if rng.random() < 0.3:
        options["money"] = {"start": rng.choice((20, 30, 100))}
    if rng.random() < 0.3:
        options["wheel"] = {"sectors": [{"land": "bandit", "sea": 1}, {"land": 2, "sea": "corsair", "weight": 3}]}
    return options


def card_fields(card: Card) -> Fields:
    """Return a card as the JSON fields of a move."""
    return {"colour": card[0], "value": card[1]}


def any_card(rng: random.Random) -> Fields:
    """Return any goods card of the edition."""
    return card_fields(rng.choice(CARDS))


def random_effect(rng: random.Random, seats: int) -> Fields:
    """Return one effect of a Hasard, mostly well formed."""
    to = rng.choice(({}, {"to": {"loot": True}}, {"to": {"seat": rng.randint(1, seats)}}))
    return rng.choice(
        (
            {"besants": rng.choice((10, 50))},
            {"besants": -rng.choice((10, 50, 200)), **to},
            {"lose": any_card(rng), **to},
            {"gain": any_card(rng)},
            {"miss_turn": True},
            {"spin_again": True},
            {"move": True},
            {"fight": True},
            {"note": "carte"},
        )
    )


class RandomPlayer:
    """Player of all seats of one game."""

    def __init__(self, engine: Engine, seats: int, rng: random.Random) -> None:
        self.engine = engine
        self.seats = seats
        self.rng = rng
        self.dice_only = not engine._game.setup.full

    def hand(self, seat: int) -> list[Card]:
        """Return the goods a seat holds; in `dice` tracking a few that it may hold."""
        goods = self.engine.holdings(seat)["goods"]
        if goods is None:
            return self.rng.sample(CARDS, 3)
        return [(name.split(":")[0], int(name.split(":")[1])) for name in goods]

    def ways_on(self, seat: int) -> Iterator[Move]:
        """Yield moves of which at least one must be legal for the seat that is waited for."""
        yield seat, "spin", {"route": "land", "chance": [0]}
        yield seat, "fight", {"chance": [1, 6]}
        yield seat, "arrive", {"place": "town"}
        yield seat, "ransom", {"pay": "besants"}
        for card in self.hand(seat):
            yield seat, "ransom", {"pay": "card", **card_fields(card)}
            yield seat, "sell", {"cards": [card_fields(card)]}
        for what in ("table", "secret"):
            yield seat, "sell", {"what": what}
        yield seat, "finish_mission", {}
        yield seat, "end_turn", {}
        yield from ((seat, "give_gifts", {"cards": gifts}) for gifts in self.gifts(seat))

    def gifts(self, seat: int) -> list[list[Fields]]:
        """Return choices of gifts, of one colour and of several."""
        held = Counter(card for card in self.hand(seat) if card[1] == 80)
        if self.dice_only:
            return [[card_fields((colour, 80)) for colour in COLOURS[:3]]]
        apart = list(held) + list((held - Counter(list(held))).elements())
        together = sorted(held.elements())
        return [[card_fields(card) for card in choice[:3]] for choice in (apart, together)]

    def random_moves(self, seat: int) -> list[Move]:
        """Return moves of every kind, some legal, most not."""
        rng = self.rng
        hand = self.hand(seat) or CARDS
        colour, other = rng.choice(COLOURS), rng.randint(1, self.seats)
        post = self.engine._game.state.arrival
        if post is not None and post.colour is not None and rng.random() < 0.8:
            colour = post.colour
        several = [card_fields(rng.choice(hand)) for _ in range(rng.randint(1, 3))]
        # Of what follows several effects, and in which order, the rulings say nothing.
        effects = [{"miss_turn": True}] * rng.choice((0, 0, 1)) + [random_effect(rng, self.seats)] * rng.choice(
            (0, 1, 1, 1)
        )
        taken = rng.choice(self.hand(other) or CARDS)
        claim: Fields = {"goods": {c: [80, 50] for c in COLOURS}} if self.dice_only else {}
        moves: list[Move] = [
            (seat, "spin", {"route": rng.choice(("land", "sea")), "chance": [rng.randint(0, 8)]}),
            (seat, "fight", {"chance": [rng.randint(1, 6), rng.randint(1, 8)]}),
            (seat, "refuse_fight", {}),
            (seat, "ransom", {"pay": "besants"}),
            (seat, "ransom", {"pay": "card", **card_fields(rng.choice(hand))}),
            (seat, "arrive", self.random_arrival()),
            (seat, "sell", {"cards": several}),
            (seat, "sell", {"what": rng.choice(("table", "secret"))}),
            (seat, "sell", {"what": "table", "cards": several}),
            (seat, "buy", {"colour": colour, "value": rng.choice(VALUES)}),
            (seat, "buy", {"colour": colour, "value": 80}),
            (seat, "buy", {"colour": colour, "hasard": effects}),
            (seat, "trade", {"with": other, "card": card_fields(taken)}),
            (seat, "finish_mission", {}),
            (seat, "claim", claim),
            (seat, "end_turn", {}),
        ]
        if rng.random() < 0.2:
            moves.append((other, "restart", {}))
        if post is not None and post.shared_with:
            partner = rng.choice(post.shared_with)
            taken = rng.choice(self.hand(partner) or CARDS)
            moves.append((seat, "trade", {"with": partner, "card": card_fields(taken)}))
        town = {"town": rng.choice(TOWNS)} if rng.random() < 0.5 else {}
        moves += [(seat, "give_gifts", {"cards": gifts, **town}) for gifts in self.gifts(seat)]
        if rng.random() < 0.02:
            what = rng.choice(("besants", "blue:80", "table", "secret", "loot", "nothing"))
            moves.append((other, "correct", {"what": what, "by": rng.choice((-30, -1, 1, 30)), "note": ""}))
        moves = [move for move in moves if self.is_possible(move)]
        rng.shuffle(moves)
        if rng.random() < 0.8:
            # Stay long enough at a place to trade there.
            moves.sort(key=lambda move: move[1] == "end_turn")
        return moves

    def is_possible(self, move: Move) -> bool:
        """Tell if a card that is drawn can be there: a refusal would tell the hands of the others (C19)."""
        _, _, fields = move
        drawn = [effect["gain"] for effect in fields.get("hasard", ()) if "gain" in effect]
        if move[1] == "buy" and "value" in fields:
            drawn.append(fields)
        return all(self.engine._game.in_stack((card["colour"], card["value"])) > 0 for card in drawn)

    def random_arrival(self) -> Fields:
        """Return the fields of an arrival, with places that matter more often."""
        rng = self.rng
        fields: Fields = {"place": rng.choice((*PLACES, "post", "post", "khanbalik", "mission"))}
        if rng.random() < (0.95 if fields["place"] == "post" else 0.3):
            fields["colour"] = rng.choice(COLOURS)
        position = self.engine._game.seat(rng.randint(1, self.seats)).position
        if rng.random() < 0.3 and position is not None and position.colour is not None:
            fields = {"place": "post", "colour": position.colour}
        if rng.random() < 0.4:
            fields["shared_with"] = rng.sample(range(1, self.seats + 1), rng.randint(0, 2))
        return fields
