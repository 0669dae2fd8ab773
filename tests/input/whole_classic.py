"""Two players of a whole game of 1983 at one box, with its keys only: from the welcome page to the claim in Venice."""

from __future__ import annotations

from companion.box.faces.faces import EndFace
from companion.box.pages.turn_page import TablePage
from companion.games.classic.moves import Location
from companion.games.classic.state import Phase
from tests.input.hands import Hands


class Players:
    """Inès and Bao, who pass one box to each other."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    def to_table(self) -> None:
        """Close the outcome of chance, and everything else that only needs to be read."""
        for _ in range(4):
            if isinstance(self.hands.box.page, TablePage):
                return
            self.hands.press("ok")
        raise AssertionError(self.hands.spoken)

    def spin_own(self, shows: str) -> None:
        """Turn the owner's wheel on land, and type its result."""
        self.hands.press("ok")
        self.hands.press("down", "down", "ok")
        self.hands.choose("classic.route.land")
        self.hands.choose(shows)
        self.to_table()

    def arrive(self, where: str) -> None:
        """Spin the owner's wheel, and arrive by one of the actions of the turn."""
        self.spin_own("3")
        self.hands.act(where)

    def arrive_with(self, place: str) -> None:
        """Spin the owner's wheel, and arrive with a form, up to its next field."""
        self.spin_own("3")
        self.hands.act("Arriver…")
        self.take_over()
        self.hands.choose(f"classic.place.{place}")

    def take_over(self) -> None:
        """Hand the box to the seat it asks for, if it asks."""
        if self.hands.spoken.startswith("Passe la boîte à "):
            self.hands.press("ok")

    def buy(self, *values: int) -> None:
        """Buy cards of these values at the present post."""
        for value in values:
            self.hands.act("Acheter…")
            self.take_over()
            colour = next(row.split()[0] for row in self.hands.rows if row.endswith(f" {value}"))
            self.hands.choose(f"{colour} {value}")
            self.hands.press("ok")

    def end(self) -> None:
        """End a turn with back."""
        self.hands.press("back")

    def drawn_turn(self) -> None:
        """Spin by two presses, fight and pay if necessary, and arrive in a town: no press but ok, and the town's."""
        seat = self.hands.table.state.turn.seat
        self.hands.press("ok", "ok")
        self.to_table()
        while (turn := self.hands.table.state.turn).seat == seat and turn.phase is not Phase.PLACE:
            if turn.phase is Phase.ARRIVE:
                self.hands.act("classic.place.town")
            else:
                self.hands.press("ok")
            self.to_table()
        if self.hands.table.state.turn.seat == seat:
            self.end()


def set_up(hands: Hands) -> Players:
    """Go from the welcome page of a box that knows every game to the first turn of two."""
    hands.press("ok")
    hands.choose("home.new")
    assert hands.rows[:2] == ["Marco Polo Expédition", "Marco Polo (1983)"]
    hands.choose("game.classic")
    hands.add_player("Inès")
    hands.add_player("Bao")
    hands.choose("setup.begin", n=2)
    assert hands.spoken.startswith("Tirages scellés")
    hands.press("ok")
    return Players(hands)


def whole_game(players: Players) -> None:
    """Play all turns, from the first spin to the end, and check what each of them shows."""
    hands = players.hands
    assert hands.spoken == "Inès | 240 | aller | Terre : lancer | Mise en place : maintenir OK"
    players.arrive("Comptoir bleu")
    players.buy(80, 80, 80)
    assert hands.turn.number == 180
    players.end()

    # Bao comes to the same post and takes a card: he pays, and Inès says which it was while she holds the box.
    players.spin_own("3")
    hands.act("Comptoir bleu…")
    hands.press("ok", "ok")
    assert hands.table.state.turn.shared_with == (1,)
    hands.act("Prendre une carte…")
    assert "−30 bes." in hands.spoken
    hands.press("ok")
    assert hands.turn.strip.turn is not None
    assert (hands.turn.strip.turn.name, hands.turn.action) == ("Inès", "Nommer la carte prise…")
    hands.press("ok")
    assert hands.spoken == "Passe la boîte à Inès."
    hands.press("ok", "ok")
    assert hands.spoken == "Rends la boîte à Bao."
    hands.press("ok")
    assert "bleu" not in hands.turn.last
    assert [len(hand.goods) for hand in hands.table.state.hands] == [2, 1]
    players.end()

    # The third gift is bought, and Khanbalik is entered: her hand decides whether it is still barred.
    players.arrive("Comptoir mauve")
    players.buy(80)
    players.end()
    players.drawn_turn()
    players.arrive_with("khanbalik")
    hands.choose("classic.field.no_post")
    hands.press("ok")
    hands.act("Offrir les cadeaux…")
    players.take_over()
    hands.write("Xi'an")
    hands.press("ok")
    assert hands.spoken == "Inès | 190 | mission | Finir le tour | Inès reçoit une Table d’Or"
    players.end()

    # Bao is attacked on his own wheel, loses by his own dice, and pays with the card he took.
    players.spin_own("Bandits")
    hands.hold("ok")
    hands.press("ok")
    hands.choose("classic.move.fight")
    hands.choose("form.typed")
    assert hands.spoken.startswith("Dé blanc | 1")
    hands.press("up", "ok")
    assert hands.spoken.startswith("Dé noir | 1")
    hands.press(*["up"] * 5, "ok", "ok")
    players.to_table()
    assert hands.turn.last == "Bao perd le combat, 2 contre 6"
    hands.act("Payer la rançon…")
    players.take_over()
    hands.choose("classic.a_card")
    hands.press("ok")
    assert hands.table.state.loot.cards[0].seat == 2

    # The mission is accomplished; only her hand shows what is missing then.
    players.to_table()
    players.spin_own("3")
    hands.act("La ville de mission…")
    hands.choose("classic.field.no_post")
    hands.press("ok", "ok")
    players.end()
    players.drawn_turn()
    players.arrive("classic.place.venice")
    hands.act("Fortune faite !")
    assert hands.spoken.startswith("Ta fortune n’est pas encore faite. | C14 | ")
    hands.press("ok")
    assert hands.spoken == "Passe la boîte à Inès."
    hands.press("ok")
    assert "Encore 430 besants" in hands.spoken
    hands.press("ok", "ok")
    players.end()

    for colour, values in (("vert", (80, 80)), ("jaune", (80, 80)), ("bleu", (50, 50)), ("mauve", (80, 80, 50))):
        players.drawn_turn()
        players.arrive(f"Comptoir {colour}")
        players.buy(*values)
        players.end()
    players.drawn_turn()
    players.arrive("classic.place.venice")
    assert hands.table.state.turn.place is Location.VENICE
    hands.act("Fortune faite !")
    hands.press("ok")
    assert isinstance(hands.face, EndFace)
    assert hands.spoken.startswith("Inès gagne ! | 1. Inès 11")
    hands.press("ok")
    assert " | Toutes les mains | " in hands.spoken
    hands.press("ok")
