"""The OpenAPI 3.1 document of the interface: every address with its parameters and responses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion import __version__
from companion.rules.game import Game, moves_schema
from companion.server import request_bodies as bodies
from companion.server.backup_routes import FILE_TYPE
from companion.server.event_streams import MOST_UNTRUSTED_STREAMS
from companion.server.views import view_types as views
from companion.server.views.json_schemas import Schemas
from companion.table.commands import COMMANDS_BY_NAME, SERVER_FIELDS, Play

_ERRORS = {
    400: "It makes no sense; `where` names the field.",
    401: "This phone has no role: use a code of the box first.",
    403: "Not for this phone, from another page, under a foreign name, or by a wrong code.",
    404: "There is nothing of the kind.",
    405: "This address cannot be asked that way.",
    409: "The game is not where the asker thinks (`stale`, with its `seq`), or not in a state for it.",
    410: "The game can no longer be read.",
    413: "More than 16 kB.",
    415: "Not JSON.",
    422: "The rules refuse it; `ruling` says by which ruling.",
    429: "Too many tries, or too many requests.",
    503: "Too many pages look on, or the box is being switched off.",
    507: "It could not be saved, so nothing was done.",
}
_POST_ERRORS = (400, 401, 403, 405, 409, 413, 415, 422, 429, 503, 507)
_OBJECT: dict[str, Any] = {"type": "object"}
_BEFORE = {"name": "before", "in": "query", "required": False, "schema": {"type": "integer", "minimum": 1}}
"""Query parameter: return the moves before this entry."""
_PATH = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}


def _in_path(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", **schema}}


def document(games: Iterable[Game]) -> dict[str, Any]:
    """Return the document, with the moves of these games."""
    games = tuple(games)
    schemas = Schemas()
    paths = _Paths(schemas, games).all()
    named = {
        **schemas.named,
        "Moves": {"type": "object", "properties": {game.id: moves_schema(game) for game in games}},
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table companion",
            "version": __version__,
            "description": "One table on the local network. Everybody may look; a code of the box lets a phone act.",
        },
        "security": [{}, {"cookie": []}, {"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": named,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "companion_phone"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


class _Paths:
    """The addresses; the schemas that they use are collected."""

    def __init__(self, schemas: Schemas, games: tuple[Game, ...]) -> None:
        self._schemas = schemas
        self._games = games

    def all(self) -> dict[str, Any]:
        """Return every address with its methods."""
        hosts = (401, 403, 503)
        game_query = _query("game", {"enum": [game.id for game in self._games]}, required=True)
        address_query = _query("address", {"enum": _copy_addresses(self._games)}, required=True)
        page_query = _query("page", {"type": "integer", "minimum": 1, "maximum": 999_999_999})
        return {
            "/api/state": {"get": self._get("The table as this phone may see it.", views.PhoneView)},
            "/api/events": {"get": self._events()},
            "/api/history": {
                "get": {
                    **self._get(
                        "The moves so far, in words; of very many the last. `words`: a page's own.",
                        views.HistoryView,
                        400,
                    ),
                    "parameters": [_BEFORE],
                }
            },
            "/api/beginning": {
                "get": self._get(
                    "The start of the game, and for hosts the form that corrects it.", views.BeginningView, 409
                )
            },
            "/api/draws": {
                "get": self._get("Every draw of the game, and typed chance; hidden values are null.", views.DrawsView)
            },
            "/api/wheel": {
                "get": self._get(
                    "The wheel that is spun freely: the owner's, or a trial one.", views.FreeWheelView, 503
                )
            },
            "/api/how": {
                "get": self._get(
                    "How the box is, a line a thing, what is amiss first; for hosts.", views.StatusView, 401, 503
                )
            },
            "/healthz": {"get": self._health()},
            "/api/setup": {
                "get": self._get("What a new game may choose; for hosts and who may sit down.", views.SetupView, *hosts)
            },
            "/api/copied": {
                "get": {
                    **self._get("What an owner copies once at an address; for hosts.", views.CopiedView, *hosts, 404),
                    "parameters": [address_query],
                }
            },
            "/api/profile": {
                "get": {
                    **self._get("A game's printed figures, and the owner's own; for hosts.", views.ProfileView, *hosts),
                    "parameters": [game_query],
                },
                "post": self._post(
                    "Keep the owner's own figures for a game; for hosts.", bodies.ProfileBody, views.ProfileView
                ),
            },
            "/api/claim": {
                "get": self._get(
                    "This phone's roles, and whether the box is asked if it may take a seat over.", views.ClaimView
                ),
                "post": self._claim(),
            },
            "/api/phones": {
                "get": self._get(
                    "The phones with a role, and when each was last there; for hosts.", views.PhonesView, 401, 403
                ),
                "post": self._post(
                    "Take every role from one of these phones; for hosts.",
                    bodies.ForgetPhoneBody,
                    views.ForgottenView,
                    404,
                ),
            },
            "/api/lobby": {
                "post": self._post(
                    "Sit down for the next game, or prepare and start it.", bodies.LobbyBody, views.LobbyAnswerView
                )
            },
            "/api/display": {"get": self._display()},
            "/api/lead": {
                "post": self._post(
                    "Have the phone of a seat lead in the place of this one.", bodies.LeadBody, views.RoleView
                )
            },
            "/api/people": {
                "get": self._get("The people who are known here; for hosts.", views.PeopleView, *hosts, 409),
                "post": self._post(
                    "Rename a person, merge it with another, set its preferred colour, or forget it; for hosts.",
                    bodies.PersonBody,
                    views.PeopleView,
                ),
            },
            "/api/rules/{game}/{number}": {
                "get": {
                    **self._get("The card of a ruling, with its example.", views.RulingView, 404),
                    "parameters": [
                        _in_path("game", {"enum": [game.id for game in self._games]}),
                        _in_path("number", {"type": "string", "pattern": "^[A-Z][0-9]+$"}),
                    ],
                }
            },
            "/api/settings": {
                "get": self._get("The settings of the box; for hosts.", views.SettingsView, *hosts),
                "post": self._post("Change settings of the box; for hosts.", bodies.SettingsBody, views.SettingsView),
            },
            "/api/settings/ask": {
                "post": self._post(
                    "Have the box ask whether the board or the name may change; for hosts.",
                    bodies.MachineBody,
                    views.SettingsView,
                    404,
                )
            },
            "/api/release": {
                "post": self._post("Let go of this phone's seat; a host stays host.", bodies.EmptyBody, views.RoleView)
            },
            "/api/resign": {
                "post": self._post("Lead no longer; a seat stays this phone's.", bodies.EmptyBody, views.RoleView)
            },
            "/api/forget": {"post": self._post("Give up this phone's roles.", bodies.EmptyBody, views.RoleView)},
            "/api/commands": {
                "post": self._post_command(
                    "Do something; the same id again gets the same answer again.", views.AnswerView
                )
            },
            "/api/preview": {
                "post": self._post_command("What a command would lead to; nothing is written.", views.PreviewView)
            },
            "/api/form": {
                "post": self._post_schema(
                    "The kinds of moves of a seat, or one of their forms as far as it is filled.",
                    self._schemas.body(bodies.FormBody),
                    self._schemas.of(views.KindsView | views.FormView),
                )
            },
            "/api/touch": {
                "post": self._post(
                    "What may be done with what was touched: offers as far as filled, with what each brings.",
                    bodies.TouchBody,
                    views.TouchedView,
                )
            },
            "/api/games": {
                "get": {
                    **self._get(
                        "Past games and unfinished ones, newest first, in parts of 50.", views.PastGamesView, 409
                    ),
                    "parameters": [page_query],
                }
            },
            "/api/games/{number}": {
                "get": {
                    **self._get(
                        "A past game, with its moves; of very many the last.", views.WholeGameView, 400, 409, 410
                    ),
                    "parameters": [_PATH, _BEFORE],
                }
            },
            "/api/games/{number}/draws": {
                "get": {
                    **self._get("Every draw of a past game, and typed chance.", views.DrawsView, 409, 410),
                    "parameters": [_PATH],
                }
            },
            "/api/games/{number}/story": {
                "get": {
                    **self._get("How long a past game took, what decided it, and its records.", views.StoryView, 409),
                    "parameters": [_PATH],
                }
            },
            "/api/statistics": {
                "get": self._get(
                    "Every player's games, wins and totals, every two who met twice, and the best games.",
                    views.StatisticsView,
                    409,
                )
            },
            "/api/import": {
                "post": self._upload(
                    "Bring in one exported game, as a past game or one to be gone on with; for hosts.",
                    "A moves file, as a game is taken home; 512 kB at most.",
                    "application/jsonl",
                    views.ImportedView,
                )
            },
            "/api/backup": {
                "get": self._get(
                    "What a backup would hold, what the box was asked, and what was restored last; for hosts.",
                    views.BackupView,
                    *(401, 403, 409),
                )
            },
            "/api/backup/ask": {
                "post": self._post(
                    "Have the box ask whether this phone may have everything, unfinished games too; for hosts.",
                    bodies.EmptyBody,
                    views.PermissionRequestView,
                )
            },
            "/api/backup/take": {"post": self._backup_download()},
            "/api/restore": {
                "post": self._upload(
                    "Bring a backup: it is checked, and kept for ten minutes; for hosts, one at a time.",
                    "The file of a backup; 64 MB at most.",
                    FILE_TYPE,
                    views.UploadedView,
                )
            },
            "/api/restore/put": {
                "post": self._post(
                    "Put it in place, so that the table begins anew with it, or throw it away; for hosts.",
                    bodies.RestoreBody,
                    views.InstalledView,
                    404,
                )
            },
            "/api/erase": {
                "post": self._post(
                    "Erase a game, or all of them (null), for good; for hosts.",
                    bodies.EraseBody,
                    views.ErasedView,
                    404,
                )
            },
        }

    def _get(self, summary: str, answer: Any, *errors: int) -> dict[str, Any]:
        return {
            "summary": summary,
            "responses": self._responses(self._schemas.of(answer), (400, 403, 404, 405, *errors)),
        }

    def _post(self, summary: str, body: type, answer: type, *errors: int) -> dict[str, Any]:
        return self._post_schema(summary, self._schemas.body(body), self._schemas.of(answer), *errors)

    def _post_command(self, summary: str, answer: type) -> dict[str, Any]:
        commands = [
            self._schemas.body(bodies.PlayBody if cls is Play else cls, {"do": do}, without=SERVER_FIELDS)
            for do, cls in COMMANDS_BY_NAME.items()
        ]
        return self._post_schema(summary, {"oneOf": commands}, self._schemas.of(answer))

    def _post_schema(self, summary: str, body: dict[str, Any], answer: dict[str, Any], *errors: int) -> dict[str, Any]:
        return {
            "summary": summary,
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": self._responses(answer, (*_POST_ERRORS, *errors)),
        }

    def _upload(self, summary: str, description: str, file_type: str, answer: type) -> dict[str, Any]:
        content = {file_type: {"schema": {"type": "string"}}}
        return {
            "summary": summary,
            "requestBody": {"required": True, "description": description, "content": content},
            "responses": self._responses(self._schemas.of(answer), _POST_ERRORS),
        }

    def _health(self) -> dict[str, Any]:
        summary = "Whether the table works and what is played is kept; asked at most once a second."
        operation = self._get(summary, views.HealthView)
        content = {"application/json": {"schema": self._schemas.of(views.HealthView)}}
        operation["responses"]["503"] = {"description": "It does not; `amiss` says what.", "content": content}
        return operation

    def _claim(self) -> dict[str, Any]:
        """Return the operation with its response for the case that another phone has the seat, and the box asks."""
        summary = (
            "Use a code of the box: this phone becomes host or a seat, may sit down in the lobby, or is a television "
            "that shows the code. The cookie that comes is a bearer."
        )
        operation = self._post(summary, bodies.CodeBody, views.RoleView)
        content = {"application/json": {"schema": self._schemas.of(views.ClaimAskedView)}}
        operation["responses"]["202"] = {
            "description": "Another phone has the seat: the box is asked.",
            "content": content,
        }
        return operation

    def _backup_download(self) -> dict[str, Any]:
        summary = "Fetch everything, once, after the box has let this phone; for hosts."
        operation = self._post_schema(summary, self._schemas.body(bodies.EmptyBody), _OBJECT, 404)
        content = {FILE_TYPE: {"schema": {"type": "string", "contentMediaType": FILE_TYPE}}}
        operation["responses"]["200"]["content"] = content
        return operation

    def _events(self) -> dict[str, Any]:
        summary = (
            "The view at every change, as server-sent events; the newest wins. `build` comes first: that of the "
            "pages. With `changes`, the name of a view (the `id` of its event; empty for none), it is whole only where "
            "that view is known no more, else an event `change`, with what it is a change `of`, and the `change`: "
            "`is`, the value now; or `keys`, a change for each, `gone`, those that are no more, and `order`, if it is "
            "another; or `list`, put together of parts: `[from, to]` of the list before, `[at, change]` of one in it, "
            "or `is`, what is new. "
            f"Programs without a role share {MOST_UNTRUSTED_STREAMS} streams, which give way to those of pages."
        )
        responses = self._responses({"type": "string"}, (400, 403, 404, 405, 503))
        responses["200"]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
        queries = [_query(name, {"type": "string", "maxLength": 64}) for name in ("page", "changes")]
        return {"summary": summary, "responses": responses, "parameters": queries}

    def _display(self) -> dict[str, Any]:
        """Return the operation of the stream of the lobby's code."""
        summary = (
            "The code of the lobby at every change, as server-sent events; only for a television that was let in by a "
            "code of its own kind."
        )
        responses = self._responses({"type": "string"}, (400, 403, 404, 405, 503))
        responses["200"]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
        queries = [_query("page", {"type": "string", "maxLength": 64})]
        return {"summary": summary, "responses": responses, "parameters": queries}

    def _responses(self, answer: dict[str, Any], errors: Iterable[int]) -> dict[str, Any]:
        error = {"application/json": {"schema": self._schemas.of(views.ErrorView)}}
        return {
            "200": {"description": "Done.", "content": {"application/json": {"schema": answer}}},
            **{str(status): {"description": _ERRORS[status], "content": error} for status in sorted(set(errors))},
        }


def _copy_addresses(games: Iterable[Game]) -> list[str]:
    return [copied.id for game in games for copied in game.accessories.copied]


def _query(name: str, schema: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": required, "schema": schema}
