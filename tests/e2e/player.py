"""A player at the box's page in a browser, who presses keys and reads the page, but knows no internals."""

from __future__ import annotations

from playwright.sync_api import Page

from companion.app.application import Companion
from companion.box.faces.faces import Face, LobbyFace, TurnFace
from companion.box.faces.signals import BoxOutput
from companion.box.screen.canvas import Picture
from companion.box.screen.paint import paint

TYPED = {"up": "ArrowUp", "down": "ArrowDown", "ok": "Enter", "back": "Escape", "undo": "u", "seat1": "1"}
HOLD_MS = 30
"""Milliseconds that a key is down: the shortest press that the box promises to see."""
LONG_MS = 1500
"""Milliseconds that a key is held for its other meaning, which takes 820 ms, or 1040 ms if answers are slow; a busy
page reports it late."""
_SAYS = "lines => [...document.querySelectorAll('#spoken p')].map(p => p.textContent).join('|') === lines.join('|')"
_LOOKS = 120
"""Limit on looks at the glass until it shows the newest picture."""
_LIT = """() => {
    const glass = document.getElementById('glass');
    const points = glass.getContext('2d').getImageData(0, 0, 128, 64).data;
    return [...Array(128 * 64).keys()].map(i => points[4 * i] + points[4 * i + 1] + points[4 * i + 2]);
}"""


class Player:
    """A player at a keyboard in front of the page."""

    def __init__(self, companion: Companion, page: Page) -> None:
        self.companion = companion
        self.page = page
        self.used: set[str] = set()
        """The keys that were pressed so far."""
        self._slot = companion.outputs.subscribe()
        self._read()

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each when the page has shown the effect of the one before."""
        for key in keys:
            self._push(key, HOLD_MS)

    def hold(self, key: str) -> None:
        """Hold a key long enough for its other meaning."""
        self._push(key, LONG_MS)

    def choose(self, text: str) -> None:
        """Go down a list to the row that begins with this text, and select it."""
        for _ in range(40):
            if self.lines()[0].startswith(text):
                self.press("ok")
                return
            self.press("down")
        raise AssertionError(f"no row {text!r} in this list; it says {self.lines()}")

    def write(self, name: str) -> None:
        """Write a name letter by letter, and finish it."""
        for letter in (*name, "✓"):
            for _ in range(80):
                if self.lines()[0] == letter:
                    break
                self.press("up" if letter == "✓" else "down")
            self.press("ok")

    def sit_down(self, *names: str) -> None:
        """Turn from the code of the lobby to its list, if there is a code, and have people with new names sit down."""
        if isinstance(self.face(), LobbyFace):
            self.press("ok")
        for name in names:
            self.choose("New name")
            self.write(name)

    def lines(self) -> list[str]:
        """Return the text of the page's live region, the most important line first."""
        return [line.text_content() or "" for line in self.page.query_selector_all("#spoken p")]

    def wait_for(self, text: str) -> None:
        """Wait until the box shows this: others' actions arrive late, and would cancel a held key."""
        while not any(text in line for line in self.face().spoken()):
            assert self._slot.take(timeout=10) is not None, f"the box never said {text!r}; it says {self.lines()}"
        self._read()

    def output(self) -> BoxOutput:
        """Return the present output of the box."""
        newest = self.companion.outputs.newest
        assert newest is not None
        return newest

    def face(self) -> Face:
        """Return the face that the box believes to show."""
        return self.output().face

    def sounds_until(self, number: int) -> bool:
        """Wait until the box has made this many sounds in total; return False on a timeout."""
        while self.output().sound_number < number:
            if self._slot.take(timeout=5) is None:
                return False
        return True

    def turn(self) -> TurnFace | None:
        """Return the turn screen, if it is shown."""
        face = self.face()
        return face if isinstance(face, TurnFace) else None

    def sees_what_is_painted(self) -> bool:
        """Return whether the glass on the page shows exactly the picture of the face, once the newest is there."""
        for _ in range(_LOOKS):
            light = self.page.evaluate(_LIT)
            lit = [value > max(light) / 2 for value in light]
            rows = [int("".join("1" if point else "0" for point in lit[128 * y : 128 * (y + 1)]), 2) for y in range(64)]
            if Picture(tuple(rows)) == paint(self.face()):
                return True
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
        return False

    def _push(self, key: str, milliseconds: int) -> None:
        self.used.add(key)
        before = self.output().sound_number
        self.page.keyboard.press(TYPED[key], delay=milliseconds)
        while (output := self._slot.take(timeout=10)) is None or output.sound_number == before:
            assert output is not None, f"the press of {key} never reached the box"
        self._read()

    def _read(self) -> None:
        """Wait until the page shows the box's state in words."""
        self.page.wait_for_function(_SAYS, arg=list(self.face().spoken()), timeout=10_000)
