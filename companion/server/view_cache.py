"""The views that pages have: each is made once for all who see the same, and a page that has one is told what changed.

A view has a name, which the page has with it. Whoever names a view that is still known here, one of the last of its own
role and language, gets what makes the newest of it; everybody else gets the newest whole.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict, deque
from typing import Any

from companion.server.views.phone_view import Role, growing_phone_view
from companion.server.views.view_changes import change_between
from companion.session.session import Snapshot
from companion.support.frozen import frozen
from companion.table.incremental import whole
from companion.words.catalogue import Words

LONGEST_NAME = 64
"""How many letters the name of a view may have in a question; ours are shorter."""

_NAME_BYTES = 6
_VIEWS_KEPT = 4
"""Of each role and language, for pages that missed some, or come back after a sleep."""
_READERS_KEPT = 24
"""Roles, each in a language, that are remembered: a full table in one language and its guests in the other."""


@frozen(eq=False)
class Shown:
    """A view as it was shown to one role in one language. Nothing of it is ever changed."""

    name: str
    view: dict[str, Any]
    """Its long lists are shared with other views: `whole` has plain ones."""


class Views:
    """The newest views, and the last ones before. Used from all of the server's threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._readers: OrderedDict[tuple[Role, str], _Reader] = OrderedDict()

    def shown(self, snapshot: Snapshot, role: Role, language: str) -> Shown:
        """The view of this snapshot, made by the first who asks."""
        return self._reader(role, language).shown(snapshot)

    def news(
        self, snapshot: Snapshot, role: Role, language: str, has: str, *, whole: bool = False
    ) -> tuple[str, bytes | None]:
        """For a page that has the view of this name: the name of the newest, and the event that brings it there.

        No event where it has that already. An event `change` says what it is a change of; one without a name of its own
        is the whole view, as it always is with `whole`.
        """
        return self._reader(role, language).news(snapshot, has, all_of_it=whole)

    def _reader(self, role: Role, language: str) -> _Reader:
        with self._lock:
            reader = self._readers.get((role, language)) or _Reader(role, language)
            self._readers[role, language] = reader
            self._readers.move_to_end((role, language))
            while len(self._readers) > _READERS_KEPT:
                self._readers.popitem(last=False)
        return reader


class _Reader:
    """All who have one role and read one language."""

    def __init__(self, role: Role, language: str) -> None:
        self._role = role
        self._words = Words(language)
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._last: deque[Shown] = deque(maxlen=_VIEWS_KEPT)
        """The newest last."""
        self._events: dict[str, bytes] = {}
        """What brings a page to the newest view, by the name of the one that it has."""

    def shown(self, snapshot: Snapshot) -> Shown:
        with self._lock:
            return self._newest(snapshot)

    def news(self, snapshot: Snapshot, has: str, *, all_of_it: bool) -> tuple[str, bytes | None]:
        with self._lock:
            newest = self._newest(snapshot)
            if newest.name == has:
                return has, None
            before = next((one for one in self._last if one.name == has and not all_of_it), None)
            known = before.name if before is not None else ""
            if known not in self._events:
                self._events[known] = _event(before, newest)
            return newest.name, self._events[known]

    def _newest(self, snapshot: Snapshot) -> Shown:
        if self._snapshot is not snapshot:
            view = growing_phone_view(snapshot, self._role, self._words)
            self._take(view)
            self._snapshot = snapshot
        return self._last[-1]

    def _take(self, view: dict[str, Any]) -> None:
        """Make a view the newest, unless it is as the one before. What changed is put into text for its name alone."""
        if not self._last:
            self._last.append(Shown(_name(_text(whole(view))), view))
            return
        before = self._last[-1]
        change = change_between(before.view, view)
        if change is None:
            return
        told = _text({"of": before.name, "change": change})
        newest = Shown(_name(told), view)
        self._last.append(newest)
        self._events = {before.name: _told(newest.name, told, "change")}


def _event(before: Shown | None, now: Shown) -> bytes:
    """The event that tells of a view to a page that has the one before, or none that is known here."""
    if before is None:
        return _told(now.name, _text(whole(now.view)))
    change = change_between(before.view, now.view) or {"keys": {}}
    return _told(now.name, _text({"of": before.name, "change": change}), "change")


def _told(name: str, text: str, sort: str = "") -> bytes:
    about = f"event: {sort}\n" if sort else ""
    return f"{about}id: {name}\ndata: {text}\n\n".encode()


def _name(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=_NAME_BYTES).hexdigest()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
