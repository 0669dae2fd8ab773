"""The OpenAPI 3.1 document of the interface: every address with its parameters and responses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion import __version__
from companion.rules.components import ComponentKind
from companion.rules.game import Game, moves_schema
from companion.rules.people_names import LONGEST_NAME
from companion.server.backup_routes import FILE_TYPE
from companion.server.command_requests import COMMAND_NAMES
from companion.server.event_streams import MOST_UNTRUSTED_STREAMS
from companion.server.phone_routes import SHORT_ID_DIGITS
from companion.server.request_fields import MOST_ID, MOST_MOVES
from companion.table.commands import COMMANDS_BY_NAME, FieldSpec, FieldType, field_specs

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
_NUMBER = {"type": "integer", "minimum": 0}
_COMMAND_ANSWER = {
    "type": "object",
    "properties": {"seq": _NUMBER, "entry": _NUMBER, "number": _NUMBER},
    "required": ["seq", "entry", "number"],
}
_ROLE: dict[str, Any] = {
    "type": "object",
    "properties": {"host": {"type": "boolean"}, "seat": {"type": ["integer", "null"]}},
    "required": ["host", "seat"],
}
_OBJECT: dict[str, Any] = {"type": "object"}
_MOVE: dict[str, Any] = {
    "type": "object",
    "properties": {"seat": _NUMBER, "move": _OBJECT},
    "required": ["seat", "move"],
    "additionalProperties": False,
}
_READING = {
    "type": "string",
    "description": "That the ruling is our decision and not the text's, with the option that decides otherwise.",
}
_OUTLOOK_LINE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "seat": {"type": "integer"},
        "amount": {"type": "string"},
        "text": {"type": "string", "description": "Why."},
        "ruling": {"type": ["string", "null"]},
        "reading": _READING,
    },
    "required": ["seat", "amount", "text", "ruling"],
}
_OFFER = {
    "type": "object",
    "description": "What a seat may do now: a kind of move, with as much of it as is decided already.",
    "properties": {
        "seat": {"type": "integer"},
        "move": {"type": "object", "description": "The move as far as it is decided."},
        "text": {"type": "string"},
        "detail": {"type": "string", "description": "What it costs and gives; may be empty."},
        "group": {"type": "string", "description": "The heading that it stands under; not there where it has none."},
        "glyph": {"type": ["string", "null"]},
        "refused": {"type": ["object", "null"]},
        "whole": {"type": "boolean", "description": "Nothing but chance is missing: it is played as it stands."},
        "ends_turn": {"type": "boolean"},
        "solemn": {"type": "boolean", "description": "A tally or the end of the game follows: worth a question."},
        "outlook": {
            "type": "array",
            "items": _OUTLOOK_LINE,
            "description": "Of a solemn offer: what it would bring, as far as this phone may know.",
        },
        "usual": {"type": "boolean"},
        "at": {"type": ["string", "null"], "description": "What one touches to have just this: `place:7`."},
        "touches": {"type": "array", "items": {"type": "string"}, "description": "Sorts of things that fill it in."},
        "any_order": {"type": "boolean"},
        "secret": {"type": "boolean", "description": "It goes by the seat's hand: nobody else does it for the seat."},
        "moves": {
            "type": "array",
            "items": _MOVE,
            "description": "Several offered as one: these are played, all or none, not `seat` and `move`.",
        },
    },
    "required": ["seat", "move", "text", "refused", "whole", "ends_turn", "solemn"],
}
_COMPONENT = {
    "type": "object",
    "description": "How a thing that the view names is called and drawn; its name is for programs alone.",
    "properties": {
        "word": {"type": "string"},
        "plural": {"type": "string"},
        "short": {"type": "string"},
        "kind": {"enum": [kind.value for kind in ComponentKind]},
        "glyph": {"type": ["string", "null"]},
        "colour": {"type": ["string", "null"]},
        "worth": {"type": ["integer", "null"], "description": "What one of it counts in the total."},
        "printed": {
            "type": "object",
            "description": "Of a card or tile: `ways` from costs to gives, `places`, `says`.",
        },
    },
    "required": ["word", "plural", "short", "kind", "glyph", "colour", "worth"],
}
_CODE = "Six digits, or what stands behind the # of the square code."
_VIEW = {
    "type": "object",
    "properties": {
        "game": {"type": ["string", "null"]},
        "number": _NUMBER,
        "seq": _NUMBER,
        "entry": _NUMBER,
        "over": {"type": "boolean"},
        "turn": {"type": ["integer", "null"]},
        "waiting": {"type": "array", "items": {"type": "integer"}},
        "round": {"type": "integer"},
        "rounds": {"type": ["integer", "null"]},
        "standings": {"type": "array", "items": {"type": "object"}},
        "holdings": _OBJECT,
        "sheet": {"type": "array", "items": {"type": "object"}},
        "things": {"type": "object", "additionalProperties": _COMPONENT},
        "options": {"type": "array", "items": {"type": "object"}},
        "badges": {"type": "array", "items": {"type": "object"}},
        "state": {"type": ["object", "null"]},
        "chance": {"type": ["object", "null"]},
        "free": {"type": ["object", "null"]},
        "you": _ROLE,
        "actions": {"type": "array", "items": {"type": "object"}},
        "offers": {"type": "array", "items": _OFFER},
        "mendable": {
            "type": "array",
            "items": _NUMBER,
            "description": "The `entry` of cards and pieces in the scene that the asker may change.",
        },
    },
    "required": ["game", "seq", "entry", "over", "turn", "waiting", "standings", "holdings", "sheet", "options"],
}
_SEAT = {"type": "integer", "minimum": 1, "maximum": 9}


def document(games: Iterable[Game]) -> dict[str, Any]:
    """Return the document, with the moves of these games."""
    games = tuple(games)
    moves = {game.id: moves_schema(game) for game in games}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table companion",
            "version": __version__,
            "description": "One table on the local network. Everybody may look; a code of the box lets a phone act.",
        },
        "security": [{}, {"cookie": []}, {"bearer": []}],
        "paths": {
            "/api/state": {"get": _get("The table as this phone may see it.", {"$ref": "#/components/schemas/View"})},
            "/api/events": {"get": _events()},
            "/api/history": {
                "get": {
                    **_get("The moves so far, in words; of very many the last. `words`: a page's own.", _OBJECT, 400),
                    "parameters": [_BEFORE],
                }
            },
            "/api/draws": {"get": _get("Every draw of the game, and typed chance; hidden values are null.", _OBJECT)},
            "/api/wheel": {"get": _get("The wheel that is spun freely: the owner's, or a trial one.", _OBJECT, 503)},
            "/api/how": {
                "get": _get("How the box is, a line a thing, what is amiss first; for hosts.", _STATUS, 401, 503)
            },
            "/healthz": {"get": _health()},
            "/api/setup": {"get": _get("What a new game may choose; for hosts.", _OBJECT, 401, 403, 503)},
            "/api/copied": {
                "get": {
                    **_get("What an owner copies once at an address; for hosts.", _OBJECT, 401, 403, 404, 503),
                    "parameters": [_query("address", {"enum": _copy_addresses(games)}, required=True)],
                }
            },
            "/api/profile": {
                "get": {
                    **_get("A game's printed figures, and the owner's own; for hosts.", _OBJECT, 401, 403, 503),
                    "parameters": [_query("game", {"enum": [game.id for game in games]}, required=True)],
                },
                "post": _post(
                    "Keep the owner's own figures for a game; for hosts.",
                    {"game": {"enum": [game.id for game in games]}, "profile": _OBJECT},
                    ["game", "profile"],
                    _OBJECT,
                ),
            },
            "/api/claim": {
                "get": _get("This phone's roles, and whether the box is asked if it may take a seat over.", _CLAIM),
                "post": _with_box_question(
                    _post(
                        "Use a code of the box: this phone becomes host, or a seat. The cookie that comes is a bearer.",
                        {"code": {"type": "string", "minLength": 1, "maxLength": 32, "description": _CODE}},
                        ["code"],
                        _ROLE,
                    )
                ),
            },
            "/api/phones": {
                "get": _get("The phones with a role, and when each was last there; for hosts.", _OBJECT, 401, 403),
                "post": _post(
                    "Take every role from one of these phones; for hosts.",
                    {"forget": {"type": "string", "maxLength": SHORT_ID_DIGITS, "description": "Its `id`."}},
                    ["forget"],
                    _OBJECT,
                    404,
                ),
            },
            "/api/release": {"post": _post("Let go of this phone's seat; a host stays host.", {}, [], _ROLE)},
            "/api/resign": {"post": _post("Lead no longer; a seat stays this phone's.", {}, [], _ROLE)},
            "/api/forget": {"post": _post("Give up this phone's roles.", {}, [], _ROLE)},
            "/api/commands": {
                "post": _post(
                    "Do something; the same id again gets the same answer again.",
                    _command_fields(),
                    _COMMAND_REQUIRED,
                    _COMMAND_ANSWER,
                )
            },
            "/api/preview": {
                "post": _post("What a command would lead to; nothing is written.", _command_fields(), ["do"], _OBJECT)
            },
            "/api/form": {
                "post": _post(
                    "The kinds of moves of a seat, or one of their forms as far as it is filled.",
                    {
                        "seat": _SEAT,
                        "move": {"type": "string", "minLength": 1, "maxLength": 40},
                        "chosen": _OBJECT,
                        "entry": {"type": ["integer", "null"], "minimum": 1},
                    },
                    ["seat"],
                    _OBJECT,
                )
            },
            "/api/touch": {
                "post": _post(
                    "What may be done with what was touched: offers as far as filled, with what each brings.",
                    {
                        "seat": _SEAT,
                        "touches": {
                            "type": "array",
                            "items": {"type": "string", "maxLength": 60},
                            "minItems": 1,
                            "maxItems": 40,
                        },
                    },
                    ["seat", "touches"],
                    {"type": "object", "properties": {"offers": {"type": "array", "items": _OFFER}}},
                )
            },
            "/api/games": {
                "get": {
                    **_get("Past games and unfinished ones, newest first, in parts of 50.", _OBJECT, 409),
                    "parameters": [_query("page", {"type": "integer", "minimum": 1, "maximum": 999_999_999})],
                }
            },
            "/api/games/{number}": {
                "get": {
                    **_get("A past game, with its moves; of very many the last.", _OBJECT, 400, 409, 410),
                    "parameters": [_PATH, _BEFORE],
                }
            },
            "/api/games/{number}/draws": {
                "get": {
                    **_get("Every draw of a past game, and typed chance.", _OBJECT, 409, 410),
                    "parameters": [_PATH],
                }
            },
            "/api/statistics": {"get": _get("Every player's games, wins and totals.", _OBJECT, 409)},
            "/api/import": {
                "post": {
                    "summary": "Bring in one exported game, as a past game or one to be gone on with; for hosts.",
                    "requestBody": {
                        "required": True,
                        "description": "A moves file, as a game is taken home; 512 kB at most.",
                        "content": {"application/jsonl": {"schema": {"type": "string"}}},
                    },
                    "responses": _responses(_OBJECT, _POST_ERRORS),
                }
            },
            "/api/backup": {
                "get": _get(
                    "What a backup would hold, what the box was asked, and what was restored last; for hosts.",
                    _OBJECT,
                    *(401, 403, 409),
                )
            },
            "/api/backup/ask": {
                "post": _post(
                    "Have the box ask whether this phone may have everything, unfinished games too; for hosts.",
                    {},
                    [],
                    _OBJECT,
                )
            },
            "/api/backup/take": {"post": _backup_download()},
            "/api/restore": {
                "post": {
                    "summary": "Bring a backup: it is checked, and kept for ten minutes; for hosts, one at a time.",
                    "requestBody": {
                        "required": True,
                        "description": "The file of a backup; 64 MB at most.",
                        "content": {FILE_TYPE: {"schema": {"type": "string"}}},
                    },
                    "responses": _responses(_OBJECT, _POST_ERRORS),
                }
            },
            "/api/restore/put": {
                "post": _post(
                    "Put it in place, so that the table begins anew with it, or throw it away; for hosts.",
                    {"backup": {"type": "string", "minLength": 1, "maxLength": 64}, "put": {"type": "boolean"}},
                    ["backup", "put"],
                    _OBJECT,
                    404,
                )
            },
            "/api/erase": {
                "post": _post(
                    "Erase a game, or all of them (null), for good; for hosts.",
                    {"game": {"type": ["integer", "null"], "minimum": 1}},
                    ["game"],
                    _OBJECT,
                    404,
                )
            },
        },
        "components": {
            "schemas": {"View": _VIEW, "Error": _ERROR, "Moves": {"type": "object", "properties": moves}},
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "companion_phone"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


_STATUS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "lines": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "about": {"type": "string"},
                    "title": {"type": "string"},
                    "well": {"type": "boolean"},
                    "verdict": {"type": "string"},
                    "text": {"type": "string"},
                    "advice": {"type": ["string", "null"]},
                },
                "required": ["about", "title", "well", "verdict", "text", "advice"],
            },
        },
        "amiss": {**_NUMBER, "description": "How many lines want to be looked at."},
        "summary": {"type": "string"},
        "faults": {"type": "array", "items": {"type": "string"}, "description": "The newest, as the log has them."},
    },
    "required": ["lines", "amiss", "summary", "faults"],
}
_HEALTH: dict[str, Any] = {
    "type": "object",
    "properties": {
        "ok": {"type": "boolean"},
        "version": {"type": "string"},
        "screen": {"enum": ["ok", "lost", "none", None]},
        "journal": {"enum": ["ok", "not_saved", "read_only", "full", None]},
        "seconds": {**_NUMBER, "description": "Since the start."},
        "amiss": {"type": "array", "items": {"enum": ["desk", "journal"]}},
    },
    "required": ["ok", "version", "screen", "journal", "seconds"],
}
_CLAIM = {
    "type": "object",
    "properties": {**_ROLE["properties"], "asked": {"type": "boolean"}, "refused": {"type": "boolean"}},
    "required": [*_ROLE["required"], "asked", "refused"],
}
_COMMAND_REQUIRED = ["id", "do"]
_COMMAND_FIELDS: dict[str, Any] = {
    "id": {"type": "string", "minLength": 1, "maxLength": MOST_ID},
    "expected_seq": {**_NUMBER, "type": ["integer", "null"]},
    "number": {**_NUMBER, "type": ["integer", "null"], "description": "Of the game that the asker sees."},
    "do": {"enum": list(COMMAND_NAMES)},
}
_SCHEMAS: dict[FieldType, dict[str, Any]] = {
    FieldType.NUMBER: _NUMBER,
    FieldType.NUMBERS: {"type": "array", "items": _NUMBER},
    FieldType.WORD: {"type": "string", "minLength": 1, "maxLength": 20},
    FieldType.NAMES: {"type": "array", "items": {"type": "string", "maxLength": LONGEST_NAME}},
    FieldType.OBJECT: _OBJECT,
    FieldType.MOVES: {"type": "array", "minItems": 1, "maxItems": MOST_MOVES, "items": _MOVE},
}


def _command_fields() -> dict[str, Any]:
    """Return every field of every command, as the commands themselves describe them."""
    fields: dict[str, list[tuple[str, FieldSpec]]] = {}
    for do, cls in COMMANDS_BY_NAME.items():
        for spec in field_specs(cls):
            fields.setdefault(spec.name, []).append((do, spec))
    return {**_COMMAND_FIELDS, **{name: _merged_field(uses) for name, uses in fields.items()}}


def _merged_field(uses: list[tuple[str, FieldSpec]]) -> dict[str, Any]:
    """Return the schema of a field, merged from all commands that have it."""
    schemas = [_SCHEMAS[spec.type] for _, spec in uses]
    types = list(dict.fromkeys(schema["type"] for schema in schemas))
    if not all(spec.required for _, spec in uses):
        types.append("null")
    descriptions = [f"{do}: {spec.description}" for do, spec in uses if spec.description]
    merged = {name: value for schema in schemas for name, value in schema.items() if name != "type"}
    described_as = {"description": " ".join(descriptions)} if descriptions else {}
    return {**merged, "type": types[0] if len(types) == 1 else types, **described_as}


_ERROR = {
    "type": "object",
    "properties": {
        "error": {"type": "string"},
        "reason": {"type": "string", "description": "In the reader's language."},
        "ruling": {"type": ["string", "null"]},
        "reading": _READING,
        "private": {"type": "string", "description": "What the asker's own hand lacks, to its own phone alone."},
        "seq": _NUMBER,
        "where": {"type": "string"},
        "entries": {"type": "array", "items": _NUMBER, "description": "The moves that no longer fit (`misfits`)."},
        "misfits": {
            "type": "array",
            "items": _OBJECT,
            "description": "What they are, in a saved game by other rules: whose, of what kind, and why not.",
        },
        "closable": {"type": "boolean", "description": "A saved game that cannot go on (`foreign`) can be closed."},
    },
    "required": ["error", "reason"],
}
_BEFORE = {"name": "before", "in": "query", "required": False, "schema": {"type": "integer", "minimum": 1}}
"""Query parameter: return the moves before this entry."""
_PATH = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}


def _get(summary: str, answer: dict[str, Any], *errors: int) -> dict[str, Any]:
    return {"summary": summary, "responses": _responses(answer, (400, 403, 404, 405, *errors))}


def _health() -> dict[str, Any]:
    operation = _get("Whether the table works and what is played is kept; asked at most once a second.", _HEALTH)
    content = {"application/json": {"schema": _HEALTH}}
    operation["responses"]["503"] = {"description": "It does not; `amiss` says what.", "content": content}
    return operation


def _post(
    summary: str, fields: dict[str, Any], needed: list[str], answer: dict[str, Any], *errors: int
) -> dict[str, Any]:
    body = {"type": "object", "properties": fields, "required": needed, "additionalProperties": False}
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": _responses(answer, (*_POST_ERRORS, *errors)),
    }


def _with_box_question(operation: dict[str, Any]) -> dict[str, Any]:
    """Add the response for the case that another phone has the seat, and the box is asked first."""
    schema = {"type": "object", "properties": {"asked": {"const": True}}, "required": ["asked"]}
    content = {"application/json": {"schema": schema}}
    operation["responses"]["202"] = {"description": "Another phone has the seat: the box is asked.", "content": content}
    return operation


def _backup_download() -> dict[str, Any]:
    operation = _post("Fetch everything, once, after the box has let this phone; for hosts.", {}, [], _OBJECT, 404)
    operation["responses"]["200"]["content"] = {
        FILE_TYPE: {"schema": {"type": "string", "contentMediaType": FILE_TYPE}}
    }
    return operation


def _events() -> dict[str, Any]:
    summary = (
        "The view at every change, as server-sent events; the newest wins. `build` comes first: that of the pages. "
        "With `changes`, the name of a view (the `id` of its event; empty for none), it is whole only where that view "
        "is known no more, else an event `change`, with what it is a change `of`, and the `change`: `is`, the value "
        "now; or `keys`, a change for each, `gone`, those that are no more, and `order`, if it is another; or `list`, "
        "put together of parts: `[from, to]` of the list before, `[at, change]` of one in it, or `is`, what is new. "
        f"Programs without a role share {MOST_UNTRUSTED_STREAMS} streams, which give way to those of pages."
    )
    operation = _get(summary, {"type": "string"}, 503)
    operation["responses"]["200"]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
    operation["parameters"] = [_query(name, {"type": "string", "maxLength": 64}) for name in ("page", "changes")]
    return operation


def _copy_addresses(games: Iterable[Game]) -> list[str]:
    return [copied.id for game in games for copied in game.accessories.copied]


def _query(name: str, schema: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": required, "schema": schema}


def _responses(answer: dict[str, Any], errors: Iterable[int]) -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        "200": {"description": "Done.", "content": {"application/json": {"schema": answer}}},
        **{str(status): {"description": _ERRORS[status], "content": error} for status in sorted(set(errors))},
    }
