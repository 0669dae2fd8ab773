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

from companion.server.views.phone_view import ViewerRole, incremental_phone_view
from companion.server.views.view_changes import change_between
from companion.server.views.view_types import PhoneView
from companion.session.session import Snapshot
from companion.support.frozen_dataclasses import frozen
from companion.table.incremental_cache import with_plain_lists
from companion.words.catalogue import Words

LONGEST_NAME = 64
"""Limit on the letters of a view's name in a request; our names are shorter."""

_NAME_BYTES = 6
_VIEWS_CACHED = 4
"""Views kept for each role and language, for pages that missed some, or come back after a sleep."""
_AUDIENCES_CACHED = 24
"""Limit on cached pairs of role and language: a full table in one language and its spectators in the other."""


@frozen(eq=False)
class NamedView:
    """The view for one role in one language, with its name. It never changes."""

    name: str
    view: PhoneView
    """The view; its long lists are shared with other views, and `whole` makes plain ones."""


class ViewCache:
    """The newest views and their predecessors. May be used from all of the server's threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._audiences: OrderedDict[tuple[ViewerRole, str], _Audience] = OrderedDict()

    def newest(self, snapshot: Snapshot, role: ViewerRole, language: str) -> NamedView:
        """Return the view of this snapshot, made by the first caller."""
        return self._audience(role, language).newest(snapshot)

    def update_for(
        self, snapshot: Snapshot, role: ViewerRole, language: str, known_name: str, *, always_whole: bool = False
    ) -> tuple[str, bytes | None]:
        """Return the name of the newest view, and the event that brings a page with the named view up to date.

        The event is None if the page has the newest view. An event `change` names the view that it changes. An event
        without a type is the whole view, as all are with `whole`.
        """
        return self._audience(role, language).update_for(snapshot, known_name, always_whole=always_whole)

    def _audience(self, role: ViewerRole, language: str) -> _Audience:
        with self._lock:
            audience = self._audiences.get((role, language)) or _Audience(role, language)
            self._audiences[role, language] = audience
            self._audiences.move_to_end((role, language))
            while len(self._audiences) > _AUDIENCES_CACHED:
                self._audiences.popitem(last=False)
        return audience


class _Audience:
    """Everybody with the same role and language."""

    def __init__(self, role: ViewerRole, language: str) -> None:
        self._role = role
        self._words = Words(language)
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._last: deque[NamedView] = deque(maxlen=_VIEWS_CACHED)
        """The last views, the newest at the end."""
        self._events: dict[str, bytes] = {}
        """The events that lead to the newest view, by the name of the view that the page has."""

    def newest(self, snapshot: Snapshot) -> NamedView:
        with self._lock:
            return self._newest(snapshot)

    def update_for(self, snapshot: Snapshot, known_name: str, *, always_whole: bool) -> tuple[str, bytes | None]:
        with self._lock:
            newest = self._newest(snapshot)
            if newest.name == known_name:
                return known_name, None
            before = next((view for view in self._last if view.name == known_name and not always_whole), None)
            base_name = before.name if before is not None else ""
            if base_name not in self._events:
                self._events[base_name] = _update_event(before, newest)
            return newest.name, self._events[base_name]

    def _newest(self, snapshot: Snapshot) -> NamedView:
        if self._snapshot is not snapshot:
            view = incremental_phone_view(snapshot, self._role, self._words)
            self._add(view)
            self._snapshot = snapshot
        return self._last[-1]

    def _add(self, view: PhoneView) -> None:
        """Make a view the newest, unless it equals the one before. The text of the change alone gives it its name."""
        if not self._last:
            self._last.append(NamedView(_name_of(_json_text(with_plain_lists(view))), view))
            return
        before = self._last[-1]
        change = change_between(before.view, view)
        if change is None:
            return
        text = _json_text({"of": before.name, "change": change})
        newest = NamedView(_name_of(text), view)
        self._last.append(newest)
        self._events = {before.name: _event_bytes(newest.name, text, "change")}


def _update_event(before: NamedView | None, now: NamedView) -> bytes:
    """Return the event that leads from a known view, or from none, to the present one."""
    if before is None:
        return _event_bytes(now.name, _json_text(with_plain_lists(now.view)))
    change = change_between(before.view, now.view) or {"keys": {}}
    return _event_bytes(now.name, _json_text({"of": before.name, "change": change}), "change")


def _event_bytes(name: str, text: str, event_type: str = "") -> bytes:
    head = f"event: {event_type}\n" if event_type else ""
    return f"{head}id: {name}\ndata: {text}\n\n".encode()


def _name_of(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=_NAME_BYTES).hexdigest()


def _json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
