"""The cache of views: each is made once for all who see the same, and a page that has one receives only the changes.

A view has a name, which the page keeps with it. A page that names one of the last views of its role and language
receives the change from that to the newest view; any other page receives the whole newest view.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict, deque
from typing import Any

from companion.server.views.phone_view import Role, incremental_phone_view
from companion.server.views.view_changes import change_between
from companion.session.session import Snapshot
from companion.support.frozen import frozen
from companion.table.incremental import whole
from companion.words.catalogue import Words

LONGEST_NAME = 64
"""Limit on the letters of a view's name in a request; our names are shorter."""

_NAME_BYTES = 6
_VIEWS_KEPT = 4
"""Views kept for each role and language, for pages that missed some, or come back after a sleep."""
_READERS_KEPT = 24
"""Limit on cached pairs of role and language: a full table in one language and its spectators in the other."""


@frozen(eq=False)
class Shown:
    """The view for one role in one language, with its name. It never changes."""

    name: str
    view: dict[str, Any]
    """The view; its long lists are shared with other views, and `whole` makes plain ones."""


class Views:
    """The newest views and their predecessors. May be used from all of the server's threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._readers: OrderedDict[tuple[Role, str], _Reader] = OrderedDict()

    def shown(self, snapshot: Snapshot, role: Role, language: str) -> Shown:
        """Return the view of this snapshot, made by the first caller."""
        return self._reader(role, language).shown(snapshot)

    def news(
        self, snapshot: Snapshot, role: Role, language: str, has: str, *, whole: bool = False
    ) -> tuple[str, bytes | None]:
        """Return the name of the newest view, and the event that brings a page with the named view up to date.

        The event is None if the page has the newest view. An event `change` names the view that it changes. An event
        without a type is the whole view, as all are with `whole`.
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
    """Everybody with the same role and language."""

    def __init__(self, role: Role, language: str) -> None:
        self._role = role
        self._words = Words(language)
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._last: deque[Shown] = deque(maxlen=_VIEWS_KEPT)
        """The last views, the newest at the end."""
        self._events: dict[str, bytes] = {}
        """The events that lead to the newest view, by the name of the view that the page has."""

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
            view = incremental_phone_view(snapshot, self._role, self._words)
            self._take(view)
            self._snapshot = snapshot
        return self._last[-1]

    def _take(self, view: dict[str, Any]) -> None:
        """Make a view the newest, unless it equals the one before. The text of the change alone gives it its name."""
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
    """Return the event that leads from a known view, or from none, to the present one."""
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
