"""Hands at a box: they press keys by name, in a time that passes only here, and tell what the screen says."""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

from companion.box.box import Box, Preferences
from companion.box.edges import Edge, KnobThrow, KnobTurn
from companion.box.faces.chance_faces import SealFace
from companion.box.faces.faces import Face, LettersFace, ListFace, NumberFace, SpaceFace, TurnFace
from companion.box.faces.signals import Sound
from companion.box.pages.walk_page import WalkPage
from companion.box.screen.paint import last_scroll, shortened
from companion.games.expedition import EXPEDITION
from companion.journal.journal import Journal
from companion.journal.store import Store, open_store
from companion.rules.game import Game
from companion.session.pairing_codes import Codes, link
from companion.session.session import Session
from companion.support.qr_code import modules
from companion.table.commands import Answer, Command
from companion.table.draw_record import Draw, fair
from companion.table.sealed_match import SALT_BYTES
from companion.table.table import Table
from companion.words.signs import Key

NOON = 1_700_000_000.0
CODE = "482913"
"""The code that is drawn for every phone."""
TOKEN = "Ab3_-x" * 3 + "wxyz"
"""What its square code says besides."""
TAP = 0.06
"""Seconds a key is down when it is pressed; and how long a hand waits before the next press."""
LONG = 0.7
"""Seconds a key is down when it is held."""
EXPEDITION_ALONE: tuple[Game, ...] = (EXPEDITION,)
"""What a box knows where it has nothing to choose from."""
BOUNCES = (0.001, 0.002, 0.005)
"""When a contact opens or closes once more, in seconds after it first did."""


class Hands:
    """A box on a state directory, and the hands of whoever sits at it."""

    def __init__(
        self,
        directory: Path,
        language: str = "fr",
        *,
        large: bool = False,
        games: tuple[Game, ...] = EXPEDITION_ALONE,
        draw: Draw = fair,
        calm: bool = False,
    ) -> None:
        """The box is on at once: welcome, or the game that was open. `games` are those that it knows."""
        self.directory, self.games, self.draw = directory, games, draw
        self.first = Preferences(language, large=large, calm=calm)
        self._seeds = 0
        self.used: set[Key] = set()
        """Every key that was touched."""
        self.sounds: list[Sound] = []
        """Every sound that was heard, the last one last."""
        self.off = False
        """Whether the box was asked to switch itself off."""
        self.anew = False
        """Whether it was asked to start anew."""
        self.watch: Callable[[Face], None] = _fits
        """Called with every new face that is shown; as it is, it refuses shortened words."""
        self.now = 0.0
        self.waits = True
        """Whether they let pieces walk to where they go, on a page of their own, before they do anything else."""
        self._start()

    # What hands do.

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.grip(key)
            self.let_go(key)

    def hold(self, key: str) -> None:
        """Hold a key long enough for what it means when held."""
        self.grip(key, LONG)
        self.let_go(key)

    def grip(self, key: str, seconds: float = TAP) -> None:
        """Put a finger down and leave it there."""
        self.used.add(Key(key))
        self._contact(Key(key), down=True)
        self.wait(seconds)

    def let_go(self, key: str) -> None:
        """Take the finger up again."""
        self._contact(Key(key), down=False)
        self.wait(TAP)
        self._watch_walks()

    def knob(self, steps: int) -> None:
        """Turn the knob by some detents, clockwise if more than 0, faster than the box looks."""
        self.box.turn(KnobTurn(steps, self.now))
        self._look()
        self.wait(TAP)

    def throw(self, speed: float) -> None:
        """Spin the spinner, so fast, in detents a second."""
        self.box.throw(KnobThrow(speed, self.now))
        self._look()
        self.wait(TAP)

    def wait(self, seconds: float) -> None:
        """Let time pass: whenever the box said it needs to look at its clock, it does."""
        end = self.now + seconds
        while (due := self.box.deadline()) is not None and due <= end:
            self.now = max(self.now, due)
            self.box.tick(self.now)
            after = self.box.deadline()
            assert after is None or after > self.now, "the box would keep the machine busy"
            self._look()
        self.now = end

    def choose(self, row: str, **args: int | str) -> None:
        """Go down a list to a row, said in words or by its key in the catalogue, and press ok."""
        self.find(row, **args)
        self.press("ok")

    def find(self, row: str, **args: int | str) -> None:
        """Go down a list to a row and stay there."""
        wanted = self.says(row, **args)
        for _ in self.rows:
            if self.row == wanted:
                return
            self.press("down")
        raise AssertionError(f"no row {wanted!r} among {self.rows}")

    def act(self, action: str, **args: int | str) -> None:
        """Go through the actions of a turn to this one and press ok."""
        wanted = self.says(action, **args)
        seen = []
        for _ in range(self.turn.actions):
            if (here := plain(self.turn.action)) == wanted:
                self.press("ok")
                return
            seen.append(here)
            self.press("down")
        raise AssertionError(f"no action {wanted!r} among {seen}")

    def write(self, text: str) -> None:
        """Write letter by letter and finish with the tick."""
        for sign in (*text, "✓"):
            self.turn_to("␣" if sign == " " else sign)
            self.press("ok")

    def turn_to(self, sign: str) -> None:
        """Turn the wheel of letters to a sign, the nearer way round."""
        for _ in range(100):
            face = self.face
            assert isinstance(face, LettersFace), self.spoken
            letters = [letter.casefold() for letter in face.wheel]
            way = (letters.index(sign.casefold()) - face.chosen) % len(letters)
            if way == 0:
                return
            self.press("down" if way <= len(letters) // 2 else "up")

    def add_player(self, name: str, colour: str | None = None) -> None:
        """Add somebody with a new name to a set-up, in a colour (by its key) or the one that is proposed."""
        self.choose("setup.add")
        if isinstance(self.face, ListFace):  # there are names to remember
            self.choose("setup.new_name")
        self.write(name)
        self.choose(f"colour.{colour}") if colour else self.press("ok")

    def copy(self, spaces: Mapping[int, tuple[str | None, int | None]]) -> None:
        """Copy a board, from its first space to the end: by space the symbol and the crate, None for "not noted"."""
        while isinstance(face := self.face, SpaceFace):
            wanted = spaces.get(int(face.space), (None, None))[face.field]
            self._turn_space_to(wanted)
            self.press("ok")

    def new_game(self, *names: str) -> None:
        """From the welcome: a new game of these players, in the colours that are proposed."""
        self.press("ok")
        self.choose("home.new")
        for name in names:
            self.add_player(name)
        self.choose("setup.begin", n=len(names))
        if isinstance(self.face, SealFace):  # the game draws chance, and says so first
            self.press("ok")

    def correct(self, name: str, what: str, by: int) -> None:
        """Correct something of somebody's by hand, without a note."""
        self.hold("ok")
        self.choose("menu.correct")
        self.choose(name)
        self.choose(what)
        while isinstance(face := self.face, NumberFace) and face.number != by:
            self.press("up" if face.number < by else "down")
        self.press("ok", "ok", "ok")

    def play(self, *, until: Callable[[Table], bool] = lambda table: table.over) -> None:
        """Press ok at every turn, step after step, until something is so; tallies are read to their end."""
        for _ in range(400):
            if until(self.table):
                return
            self.press("ok")
        raise AssertionError("it never came to that")

    def other_hand(self, command: Command) -> Answer:
        """Have something done from elsewhere, as a phone does."""
        try:
            return self.session.do(command)
        finally:
            self.box.refresh()
            self._look()
            self._watch_walks()

    def phone(self, code: str, phone: str = "phone") -> bool:
        """A phone on which a code is typed: what it stood for is done; whether it stood for anything."""
        offer = self.codes.redeem(code)
        if offer is not None:
            link(self.session, self.codes, offer, phone, None, "phone")
        self.box.refresh()
        self._look()
        return offer is not None

    def pull_the_plug(self) -> None:
        """Power gone in the middle of everything, and back again."""
        self.store.close()
        self._start()

    def fill_the_card(self, *, full: bool = True) -> None:
        """From now on there is no room for anything more, or there is again."""

        def no_room(*, written: bool = False) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        journal = self.store.journal
        checks = no_room if full else partial(Journal._check_card, journal)
        journal._check_card = checks  # type: ignore[method-assign]  # what a card that is full makes of every write

    def damage_the_last_row(self) -> None:
        """Overwrite what was written last, as a dying card does."""
        with closing(sqlite3.connect(self.store.journal.path)) as db, db:
            db.execute("UPDATE rows SET body = '{}' WHERE seq = (SELECT max(seq) FROM rows)")

    def close(self) -> None:
        """Put the box away."""
        self.store.close()

    # What eyes see.

    @property
    def face(self) -> Face:
        """What is shown now."""
        return self.box.output().face

    @property
    def turn(self) -> TurnFace:
        """What is shown now, which has to be a turn."""
        face = self.face
        assert isinstance(face, TurnFace), self.spoken
        return face

    @property
    def rows(self) -> list[str]:
        """The rows of the list that is shown."""
        return [plain(row.text) for row in self._list.rows]

    @property
    def details(self) -> list[str]:
        """What stands at the right of each of them."""
        return [row.detail for row in self._list.rows]

    @property
    def row(self) -> str:
        """The chosen row."""
        return plain(self._list.rows[self._list.chosen].text)

    @property
    def spoken(self) -> str:
        """Everything on the screen that is said aloud, in one line."""
        return plain(" | ".join(self.face.spoken()))

    @property
    def note(self) -> str:
        """The line under the list about the chosen row."""
        return plain(self._list.note)

    @property
    def hints(self) -> dict[str, str]:
        """What each key does, as the screen says."""
        return {hint.key.value: plain(hint.text) for hint in self.face.hints}

    @property
    def badges(self) -> set[str]:
        """The signs in the status strip."""
        return {badge.value for badge in self.face.strip.badges}

    @property
    def table(self) -> Table:
        """The open game, which there has to be."""
        assert self.session.table is not None
        return self.session.table

    def heard(self) -> Sound:
        """The sound that was heard last."""
        return self.sounds[-1]

    def says(self, key: str, **args: int | str) -> str:
        """The words of a key of the catalogue in the box's language; what is no key is words already."""
        return plain(self.box.words(key, **args)) if self.box.words.has(key) else key

    # What happens inside.

    @property
    def _list(self) -> ListFace:
        face = self.face
        assert isinstance(face, ListFace), self.spoken
        return face

    def _start(self) -> None:
        self._heard = 0
        self._looked_at: Face | None = None
        self.store: Store = open_store(self.directory, self.games)
        self.store.journal._db.execute("PRAGMA synchronous = off")  # no plug is really pulled here, and disks are slow
        self.session = Session(
            self.store.journal, self.games, lambda: NOON, self.draw, self._seed, salt=lambda: bytes(SALT_BYTES)
        )
        self.session.damaged |= self.store.aside is not None
        self.codes = Codes(lambda: self.now, lambda below: int(CODE) % below, lambda: TOKEN)
        self.box = Box(
            self.session,
            self.first,
            self._switch_off,
            lambda: "http://192.168.100.20:8080/",
            last_scroll,
            codes=self.codes,
            named_address=lambda: "http://caravane.local:8080/",
            qr=modules,
        )
        self._look()

    def _seed(self, length: int) -> bytes:
        """Another seed every time, but the same ones in every test."""
        self._seeds += 1
        return hashlib.sha256(str(self._seeds).encode()).digest()[:length]

    def _switch_off(self) -> None:
        self.off = True

    def start_anew(self) -> None:
        """What a box is given that can start anew."""
        self.anew = True

    def _watch_walks(self) -> None:
        while self.waits and isinstance(self.box.page, WalkPage):
            self.wait(TAP)

    def _turn_space_to(self, wanted: str | int | None) -> None:
        for _ in range(8):
            face = self.face
            assert isinstance(face, SpaceFace), self.spoken
            symbol, crate = face.asked
            if (symbol.glyph and symbol.glyph.value, crate.n)[face.field] == wanted:
                return
            self.press("down")
        raise AssertionError(f"nothing called {wanted!r} is offered")

    def _contact(self, key: Key, *, down: bool) -> None:
        """A contact opens or closes, and bounces as contacts do."""
        start = self.now
        self.box.edge(Edge(key, down, start))
        self._look()
        for number, bounce in enumerate(BOUNCES):
            self.box.edge(Edge(key, down if number % 2 else not down, start + bounce))
        self.box.edge(Edge(key, down, start + 2 * BOUNCES[-1]))
        self.now = start + 2 * BOUNCES[-1]

    def _look(self) -> None:
        output = self.box.output()
        if output.sound is not None and output.sound_number != self._heard:
            self._heard = output.sound_number
            self.sounds.append(output.sound)
        if output.face != self._looked_at:
            self._looked_at = output.face
            self.watch(output.face)


def plain(text: str) -> str:
    """A text with plain blanks where the catalogue forbids to break the line, as one writes it in a test."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def _fits(face: Face) -> None:
    assert not shortened(face), shortened(face)
