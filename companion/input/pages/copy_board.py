"""Copying the owner's Expedition board into the box: one walk over its spaces, symbol and crate of each."""

from __future__ import annotations

from typing import Any

from companion.games.expedition.board import PRINTED_COUNT, Wants, board_from
from companion.input.pages.page import Host, Page
from companion.session.setups import PROFILE
from companion.views.faces.faces import Face, SpaceFace, Strip
from companion.views.words.signs import Glyph, Key

GAME = "expedition"
NOTE = f"{PROFILE}{GAME}"
_SYMBOLS: tuple[Wants | None, ...] = (None, *Wants)
_CRATES: tuple[int | None, ...] = (None, 0, 1, 2)


def copy_board(box: Host) -> None:
    """Lay the page of the first space on top."""
    box.push(CopyBoardPage(box))


class CopyBoardPage(Page):
    """Up and down change what is asked, ok takes it and goes on, back goes back. Every space is kept as it is set."""

    def __init__(self, box: Host) -> None:
        super().__init__(box)
        self._profile: dict[str, Any] = box.records.noted(NOTE) or {}
        own = box.records.profile(GAME)
        self._board = board_from({name: own[name] for name in ("track",) if name in own})
        self._space = self._board.ormuz + 1
        self._asks_crate = False

    def face(self) -> Face:
        symbol, crate = self._symbol(), self._crate()
        return SpaceFace(
            strip=Strip(title=self.word("board.title")),
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.next")),
            space=self._space,
            last=self._board.dadu,
            glyph=Glyph(symbol.value) if symbol else None,
            symbol=self._symbol_word(symbol),
            crate=self.word("board.unknown" if crate is None else "board.no_crate" if crate == 0 else "board.crate")
            + (f" {crate}" if crate else ""),
            crate_value=crate,
            field=1 if self._asks_crate else 0,
        )

    def press(self, key: Key) -> None:
        step = {Key.DOWN: 1, Key.RIGHT: 1, Key.UP: -1, Key.LEFT: -1}.get(key)
        if step is not None:
            self._turn(step)
        elif key is Key.OK:
            self._go_on()
        elif key is Key.BACK:
            self._go_back()

    def _turn(self, step: int) -> None:
        if self._asks_crate:
            value = _CRATES[(_CRATES.index(self._crate()) + step) % len(_CRATES)]
            self._set("crates", value)
        else:
            symbol = _SYMBOLS[(_SYMBOLS.index(self._symbol()) + step) % len(_SYMBOLS)]
            self._set("requirements", {"kind": symbol.value, "count": PRINTED_COUNT[symbol]} if symbol else None)

    def _go_on(self) -> None:
        if not self._asks_crate and self._may_hold_crate(self._space):
            self._asks_crate = True
        elif self._space == self._board.dadu:
            if self.box.keep(NOTE, self._profile or None):
                self.box.pop()
                self.box.tell(self.word("board.title"), self._summary())
        else:
            self._space, self._asks_crate = self._space + 1, False
            self.box.keep(NOTE, self._profile or None)

    def _go_back(self) -> None:
        if self._asks_crate:
            self._asks_crate = False
        elif self._space == self._board.ormuz + 1:
            self.box.keep(NOTE, self._profile or None)
            self.box.pop()
        else:
            self._space -= 1
            self._asks_crate = self._may_hold_crate(self._space)

    def long(self, key: Key) -> None:
        if key is Key.BACK:
            self.box.keep(NOTE, self._profile or None)
        super().long(key)

    def _may_hold_crate(self, space: int) -> bool:
        return space not in (self._board.ganzhou, self._board.dadu)

    def _set(self, table: str, value: Any) -> None:
        entries = dict(self._profile.get(table, {}))
        entries.pop(str(self._space), None)
        if value is not None:
            entries[str(self._space)] = value
        self._profile = {**self._profile, table: entries}

    def _symbol(self) -> Wants | None:
        entry = self._profile.get("requirements", {}).get(str(self._space))
        return Wants(entry["kind"]) if entry else None

    def _crate(self) -> int | None:
        value: int | None = self._profile.get("crates", {}).get(str(self._space))
        return value

    def _symbol_word(self, symbol: Wants | None) -> str:
        if symbol is None:
            return self.word("board.unknown")
        return self.word(f"expedition.wants.{symbol.value}", n=PRINTED_COUNT[symbol])

    def _summary(self) -> str:
        crates = sum(1 for value in self._profile.get("crates", {}).values() if value)
        return self.word("board.kept", n=len(self._profile.get("requirements", {})), crates=crates)
