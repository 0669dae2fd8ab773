"""Hands at a box: they press keys by name, in simulated time, and report what the screen says."""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from unicodedata import normalize

from companion.box.box import Box, Preferences
from companion.box.faces.chance_faces import SealFace
from companion.box.faces.faces import EndFace, Face, LettersFace, ListFace, LobbyFace, SpaceFace, TurnFace
from companion.box.faces.signals import Sound
from companion.box.input_events import KeyEdge, KnobThrow, KnobTurn
from companion.box.pages.crown_animation import STAY_S
from companion.box.pages.end_reveal_page import EndRevealPage
from companion.box.pages.walk_animation import WalkPage
from companion.box.screen.paint import last_scroll, shortened
from companion.games.expedition import EXPEDITION
from companion.journal.archive import Archive
from companion.journal.journal import Journal
from companion.journal.open_journal import Store, open_store
from companion.rules.game import Game
from companion.session.pairing_codes import PairingCodes, link_phone
from companion.session.session import Session
from companion.support.qr_code import modules
from companion.table.commands import Answer, Command
from companion.table.draw_record import Draw, fair_draw
from companion.table.salted_match_hash import SALT_BYTES
from companion.table.table import Table
from companion.words.catalogue import colour_words
from companion.words.signs import Key

NOON = 1_700_000_000.0
CODE = "482913"
"""Code that is drawn for every phone."""
TOKEN = "Ab3_-x" * 3 + "wxyz"
"""Token in its square code."""
TAP = 0.06
"""Seconds a key is down when it is pressed, and seconds before the next press."""
LONG = 0.7
"""Seconds a key is down when it is held."""
EXPEDITION_ALONE: tuple[Game, ...] = (EXPEDITION,)
"""Games of a box without a choice of games."""
BOUNCES = (0.001, 0.002, 0.005)
"""Times of the bounces of a contact, in seconds after its first edge."""


class Hands:
    """A box on a state directory, and the hands of the people around it."""

    def __init__(
        self,
        directory: Path,
        language: str = "fr",
        *,
        large: bool = False,
        games: tuple[Game, ...] = EXPEDITION_ALONE,
        draw: Draw = fair_draw,
        calm: bool = False,
    ) -> None:
        """Switch the box on: it shows the welcome page, or the game that was open. `games` are those that it knows."""
        self.directory, self.games, self.draw = directory, games, draw
        self.first = Preferences(language, large=large, calm=calm)
        self._seeds = 0
        self.used: set[Key] = set()
        """Every key that was touched."""
        self.sounds: list[Sound] = []
        """Every sound that was played, in order."""
        self.off = False
        """True once the box was asked to switch off."""
        self.restarted = False
        """True once the box was asked to restart."""
        self.watch: Callable[[Face], None] = _fits
        """Called with every new face; the default fails on shortened words."""
        self.now = 0.0
        self.hour = 12
        """The hour of the day."""
        self.waits = True
        """True if they wait for walking pieces on a separate page before they do anything else."""
        self.skips_reveal = True
        """True if they skip the reveal of the end at once."""
        self.waits_for_crown = True
        """True if they wait until the crown at the end is drawn."""
        self._start()

    # Actions.

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.grip(key)
            self.let_go(key)

    def hold(self, key: str) -> None:
        """Hold a key long enough for a long press."""
        self.grip(key, LONG)
        self.let_go(key)

    def grip(self, key: str, seconds: float = TAP) -> None:
        """Put a finger down and leave it there."""
        self.used.add(Key(key))
        self._contact(Key(key), down=True)
        self.wait(seconds)

    def let_go(self, key: str) -> None:
        """Lift the finger."""
        self._contact(Key(key), down=False)
        self.wait(TAP)
        self._wait_for_walks()

    def knob(self, steps: int) -> None:
        """Turn the knob by some detents, clockwise if positive, faster than the box reads them."""
        self.box.turn(KnobTurn(steps, self.now))
        self._look()
        self.wait(TAP)

    def throw(self, speed: float) -> None:
        """Spin the spinner at this speed, in detents a second."""
        self.box.throw(KnobThrow(speed, self.now))
        self._look()
        self.wait(TAP)

    def wait(self, seconds: float) -> None:
        """Let time pass, with a tick at each of the box's deadlines."""
        end = self.now + seconds
        while (due := self.box.deadline()) is not None and due <= end:
            self.now = max(self.now, due)
            self.box.tick(self.now)
            after = self.box.deadline()
            assert after is None or after > self.now, "the box would keep the machine busy"
            self._look()
        self.now = end

    def choose(self, row: str, **args: int | str) -> None:
        """Go down a list to a row, given in words or by its key in the catalogue, and press ok."""
        self.find(row, **args)
        self.press("ok")

    def find(self, row: str, **args: int | str) -> None:
        """Go down a list to a row and stay there; from the code of the lobby, turn to its list first."""
        if isinstance(self.face, LobbyFace):
            self.press("ok")
        wanted = self.words(row, **args)
        for _ in self.rows:
            if self.row == wanted:
                return
            self.press("down")
        raise AssertionError(f"no row {wanted!r} among {self.rows}")

    def act(self, action: str, **args: int | str) -> None:
        """Go through the actions of a turn to this one and press ok."""
        wanted = self.words(action, **args)
        actions = []
        for _ in range(self.turn.actions):
            if (present := plain(self.turn.action)) == wanted:
                self.press("ok")
                return
            actions.append(present)
            self.press("down")
        raise AssertionError(f"no action {wanted!r} among {actions}")

    def write(self, text: str) -> None:
        """Write letter by letter and finish with the tick; accents missing on the wheel are set on their letter."""
        for sign in (*text, "✓"):
            self._write_sign("␣" if sign == " " else sign)

    def _write_sign(self, sign: str) -> None:
        letter = sign.casefold()
        if letter in map(str.casefold, self._wheel):
            self.turn_to(sign)
            self.press("ok")
            return
        self.turn_to(normalize("NFD", letter)[0])
        self.press("ok")
        while not self.face.spoken()[1].casefold().endswith(letter):
            self.turn_to(next(accents for accents in self._wheel if letter in accents.casefold() and len(accents) > 1))
            self.press("ok")

    @property
    def _wheel(self) -> tuple[str, ...]:
        """The signs of the wheel of letters."""
        assert isinstance(self.face, LettersFace), self.spoken
        return self.face.wheel

    def turn_to(self, sign: str) -> None:
        """Turn the wheel of letters to a sign, the shorter way round."""
        for _ in range(100):
            face = self.face
            assert isinstance(face, LettersFace), self.spoken
            letters = [letter.casefold() for letter in face.wheel]
            way = (letters.index(sign.casefold()) - face.chosen) % len(letters)
            if way == 0:
                return
            self.press("down" if way <= len(letters) // 2 else "up")

    def add_player(self, name: str, colour: str | None = None) -> None:
        """Have a person with a new name sit down in the lobby, in a colour (by its key) or the proposed one."""
        self.choose("setup.new_name")
        self.write(name)
        if colour:
            self.choose(name)
            self.press("ok")
            self.choose(f"colour.{colour}")
            self.press("back")

    def copy(self, spaces: Mapping[int, tuple[str | None, int | None]]) -> None:
        """Copy a board from its first space to the end: by space the symbol and the crate, None for "not noted"."""
        while isinstance(face := self.face, SpaceFace):
            wanted = spaces.get(int(face.space), (None, None))[face.field]
            self._turn_space_to(wanted)
            self.press("ok")

    def new_game(self, *names: str) -> None:
        """Start a new game from the welcome page with these players, in the proposed colours."""
        self.press("ok")
        self.choose("home.new")
        for name in names:
            self.add_player(name)
        self.choose("setup.begin", n=len(names))
        if isinstance(self.face, SealFace):  # the game draws chance, and shows its seal first
            self.press("ok")

    def correct(self, name: str, what: str, by: int) -> None:
        """Correct an amount of a player by hand, without a note."""
        self.hold("ok")
        self.choose("menu.correct")
        self.choose(name)
        self.choose(what)
        self.press(*["up" if by > 0 else "down"] * abs(by))
        self.press("ok", "ok", "ok")

    def play(self, *, until: Callable[[Table], bool] = lambda table: table.over) -> None:
        """Press ok at every turn, step after step, until a condition holds; tallies are read to their end."""
        for _ in range(400):
            if until(self.table):
                return
            self.press("ok")
        raise AssertionError("it never came to that")

    def read_reveal(self) -> list[str]:
        """Press ok through the reveal of the end; return what is read aloud of each step."""
        steps = []
        while isinstance(self.box.page, EndRevealPage):
            steps.append(self.spoken)
            self.press("ok")
        return steps

    def other_hand(self, command: Command) -> Answer:
        """Execute a command as a phone does."""
        try:
            return self.session.do(command)
        finally:
            self.box.refresh()
            self._look()
            self._wait_for_walks()

    def phone(self, code: str, phone: str = "phone") -> bool:
        """Type a code on a phone and take the role it stands for; return whether the code was valid."""
        offer = self.codes.redeem(code)
        if offer is not None:
            link_phone(self.session, self.codes, offer, phone, None, "phone")
        self.box.refresh()
        self._look()
        return offer is not None

    def sit_by_phone(self, name: str, phone: str | None = None) -> None:
        """Scan the code of the lobby with a phone and sit down with it."""
        phone = phone or f"phone of {name}"
        assert self.phone(TOKEN, phone), "the box shows no code"
        self.change_by_phone(lambda session: session.sit_down(name, phone))

    def change_by_phone(self, change: Callable[[Session], object]) -> None:
        """Change the lobby as a phone does."""
        try:
            change(self.session)
        finally:
            self.box.refresh()
            self._look()

    def pull_the_plug(self) -> None:
        """Cut the power without warning, and restore it."""
        self.store.close()
        self._start()

    def fill_the_card(self, *, full: bool = True) -> None:
        """Make the card full, so that nothing can be written; with `full` False, make room again."""

        def no_room(*, written: bool = False) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        journal = self.store.journal
        checks = no_room if full else partial(Journal._check_card, journal)
        journal._check_card = checks  # type: ignore[method-assign]  # a full card fails on every write

    def damage_the_last_row(self) -> None:
        """Overwrite the last row of the journal, as a failing card does."""
        with closing(sqlite3.connect(self.store.journal.path)) as db, db:
            db.execute("UPDATE rows SET body = '{}' WHERE seq = (SELECT max(seq) FROM rows)")

    def close(self) -> None:
        """Close the box."""
        self.store.close()

    # The screen.

    @property
    def face(self) -> Face:
        """The present face."""
        return self.box.output().face

    @property
    def turn(self) -> TurnFace:
        """The present face, which must be a turn."""
        face = self.face
        assert isinstance(face, TurnFace), self.spoken
        return face

    @property
    def rows(self) -> list[str]:
        """Rows of the list on the screen."""
        return [plain(row.text) for row in self._list.rows]

    @property
    def details(self) -> list[str]:
        """Text at the right of each row."""
        return [row.detail for row in self._list.rows]

    @property
    def row(self) -> str:
        """The chosen row."""
        return plain(self._list.rows[self._list.chosen].text)

    @property
    def spoken(self) -> str:
        """Everything on the screen that is read aloud, in one line."""
        return plain(" | ".join(self.face.spoken()))

    @property
    def note(self) -> str:
        """The line under the list about the chosen row."""
        return plain(self._list.note)

    @property
    def hints(self) -> dict[str, str]:
        """The hint of each key."""
        return {hint.key.value: plain(hint.text) for hint in self.face.hints}

    @property
    def badges(self) -> set[str]:
        """The badges in the status strip."""
        return {badge.value for badge in self.face.strip.badges}

    @property
    def table(self) -> Table:
        """The open game, which must exist."""
        assert self.session.table is not None
        return self.session.table

    def last_sound(self) -> Sound:
        """Return the last sound that was played."""
        return self.sounds[-1]

    def words(self, key: str, **args: int | str) -> str:
        """Return the words of a catalogue key in the box's language; other text is returned as it is."""
        return plain(self.box.words(key, **args)) if self.box.words.has(key) else key

    # Internals.

    @property
    def _list(self) -> ListFace:
        face = self.face
        assert isinstance(face, ListFace), self.spoken
        return face

    def _start(self) -> None:
        self._heard = 0
        self._looked_at: Face | None = None
        self.store: Store = open_store(self.directory, self.games)
        self.store.journal._db.execute(
            "PRAGMA synchronous = off"
        )  # the power is never really cut here, and disks are slow
        self.session = Session(
            self.store.journal,
            self.games,
            lambda: NOON,
            self.draw,
            self._seed,
            salt=lambda: bytes(SALT_BYTES),
            nobodies=colour_words(),
        )
        self._archive = Archive(
            self.store.journal.path, self.games, lambda: self.session.table, lambda: self.session.shown_table
        )
        self.session.damaged |= self.store.old_path is not None
        self.codes = PairingCodes(lambda: self.now, lambda below: int(CODE) % below, lambda: TOKEN)
        self.box = Box(
            self.session,
            self.first,
            self._switch_off,
            lambda: "http://192.168.100.20:8080/",
            last_scroll,
            codes=self.codes,
            named_address=lambda: "http://caravane.local:8080/",
            qr=modules,
            past_games=self._archive.games,
            hour=lambda: self.hour,
        )
        self._look()

    def _seed(self, length: int) -> bytes:
        """Return another seed each time, but the same sequence in every test."""
        self._seeds += 1
        return hashlib.sha256(str(self._seeds).encode()).digest()[:length]

    def _switch_off(self) -> None:
        self.off = True

    def restart(self) -> None:
        """Restart the box; passed to a box that can restart."""
        self.restarted = True

    def _wait_for_walks(self) -> None:
        while self.waits and isinstance(self.box.page, WalkPage):
            self.wait(TAP)
        if self.skips_reveal and isinstance(self.box.page, EndRevealPage):
            self.hold("ok")
        while self.waits_for_crown and isinstance(face := self.face, EndFace) and face.crown is not None:
            self.wait(STAY_S)

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
        """Open or close a contact, with the usual bounces."""
        start = self.now
        self.box.edge(KeyEdge(key, down, start))
        self._look()
        for number, bounce in enumerate(BOUNCES):
            self.box.edge(KeyEdge(key, down if number % 2 else not down, start + bounce))
        self.box.edge(KeyEdge(key, down, start + 2 * BOUNCES[-1]))
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
    """Return a text with plain spaces instead of no-break spaces, as written in tests."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def _fits(face: Face) -> None:
    assert not shortened(face), shortened(face)
