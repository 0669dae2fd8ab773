"""The lobby of the session, kept as a note of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.journal.journal import Journal
from companion.rules.game import Game
from companion.rules.text import say
from companion.table.commands import AddDisplay, ClaimSeat, Command, ForgetPhones, RenewPhone
from companion.table.lobby import LOBBY_NOTE, Lobby, from_note, to_note
from companion.table.session_errors import NoGameError


class LobbyKeeper:
    """The lobby, if one is open. Only the desk's thread may change it."""

    def __init__(self, journal: Journal, games: tuple[Game, ...]) -> None:
        self._journal = journal
        self._games = games
        self.lobby: Lobby | None = None
        """The lobby of the next game; None until people sit down for one."""
        self.reload()

    def reload(self) -> None:
        """Reload the lobby after the journal was reopened."""
        self.lobby = from_note(self._journal.note(LOBBY_NOTE), self._games)

    @property
    def open_lobby(self) -> Lobby:
        """The lobby. Raises NoGameError if none is open."""
        if self.lobby is None:
            raise NoGameError(say("lobby.none"))
        return self.lobby

    def keep(self, lobby: Lobby) -> None:
        """Make this the lobby. Raises NotSavedError."""
        self._journal.set_notes(self.changed_note(lobby))
        self.lobby = lobby

    def changed_note(self, lobby: Lobby | None) -> Mapping[str, Any]:
        """Return the note to store for this lobby; empty if it is unchanged."""
        return {} if lobby == self.lobby else {LOBBY_NOTE: None if lobby is None else to_note(lobby)}

    def after(self, command: Command | None) -> Lobby | None:
        """Return the lobby after a command about phones: it follows new tokens, and forgets who is forgotten."""
        lobby = self.lobby
        match command:
            case ClaimSeat(before=str() as before) | AddDisplay(before=str() as before) | RenewPhone(before=before) if (
                lobby is not None
            ):
                return lobby.with_new_digest(before, command.phone)
            case ForgetPhones(phone=None) if lobby is not None:
                return lobby.without_phones()
            case ForgetPhones(phone=str() as phone) if lobby is not None:
                return lobby.without_phone(phone)
        return lobby
