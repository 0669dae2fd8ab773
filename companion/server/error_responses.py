"""Errors as responses: a page in words for a reader, an object for a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NoReturn

from flask import Flask, Request, Response, current_app, g, jsonify, render_template, request
from werkzeug.exceptions import HTTPException, NotFound

from companion.journal.moves_file import BadFileError, IllegalLineError
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import Text
from companion.server.request_origin_checks import lacks_proxy_setting
from companion.server.views.form_view import citation_view, reason_view
from companion.server.views.view_types import NamedMisfitView
from companion.table.session_errors import (
    DamagedError,
    ForeignError,
    Misfit,
    MisfitsError,
    NoGameError,
    NothingToDoError,
    NotSavedError,
    SessionError,
    StaleError,
)
from companion.words.status_lines import misfit_text

# Names by status, for errors that `refuse` did not raise.
_NAMES_BY_STATUS = {
    400: "malformed",
    403: "forbidden",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
    415: "not_json",
    500: "broken",
}
# Reasons why a line does not belong to a game's file. On the first line, the file is something else.
_UNREADABLE_LINE = {
    *("file.no_text", "file.no_json", "file.no_object"),
    *("verify.code.unreadable", "error.unknown_field"),
}
# Status and name of each error of the session.
_SESSION_ERRORS: dict[type[SessionError], tuple[int, str]] = {
    NotSavedError: (507, "not_saved"),
    NoGameError: (409, "no_game"),
    NothingToDoError: (409, "nothing_to_do"),
    DamagedError: (409, "damaged"),
}


class RefusalError(HTTPException):
    """A refused request with the name of the reason, which is also the text key `web.error.<name>`."""

    def __init__(self, status: int, name: str, reason: str = "", **details: Any) -> None:
        """Create the refusal with an HTTP status; `reason` replaces the text of the name; `details` go into the object.

        `wait` among them is the number of whole seconds after which a retry may succeed.
        """
        super().__init__()
        self.code = status
        self.reason_name = name
        self.reason = reason
        self.details = details


def refuse(status: int, name: str, reason: str = "", **details: Any) -> NoReturn:
    """Refuse the request: see `RefusalError`."""
    raise RefusalError(status, name, reason, **details)


def refuse_foreign(name: Literal["foreign_host", "foreign_origin"]) -> NoReturn:
    """Refuse a request to another host or from another page; behind a proxy, name the setting that is missing."""
    refuse(403, name, str(g.words("web.error.proxy")) if lacks_proxy_setting(request) else "")


@contextmanager
def errors_as_responses(
    names: Callable[[], tuple[str, ...]] = tuple, for_own_seat: Callable[[], bool] = lambda: False
) -> Iterator[None]:
    """Turn errors of the session and the rules into responses.

    `names` returns those of the seats, for the texts. `for_own_seat` returns whether a seat's own phone sent the
    request for that seat; then a refusal may name what its hand lacks. Both are called only after an error.
    """

    def in_words(text: Text) -> str:
        return str(g.words.of(text, names()))

    try:
        yield
    except StaleError as error:
        refuse(409, "stale", in_words(error.reason), seq=error.seq)
    except MisfitsError as error:
        refuse(409, "misfits", in_words(error.reason), **_misfit_details(error))
    except ForeignError as error:
        refuse(409, "foreign", in_words(error.reason), closable=error.closable)
    except IllegalMoveError as error:
        private = {"private": in_words(error.private)} if error.private and for_own_seat() else {}
        citation = citation_view(error.reason, error.ruling, names(), g.words)
        refuse(422, "illegal_move", in_words(error.reason), **citation, **private)
    except MalformedError as error:
        refuse(400, "malformed", in_words(error.reason), **({"where": error.where} if error.where else {}))
    except SessionError as error:
        status, name = _SESSION_ERRORS.get(type(error), (409, "refused"))
        refuse(status, name, in_words(error.reason))
    except TimeoutError:
        refuse(503, "stopping")


@contextmanager
def file_errors_as_responses() -> Iterator[None]:
    """Turn errors in a game's file into responses, with the line."""
    try:
        yield
    except (BadFileError, IllegalLineError) as error:
        refuse(422, "bad_file", _file_error_text(error), line=error.line)


def _file_error_text(error: BadFileError | IllegalLineError) -> str:
    """Return what is wrong with a game's file, in words for the reader of a page."""
    if error.reason.key in _UNREADABLE_LINE:
        return str(g.words("file.not_a_game" if error.line == 1 else "file.damaged_line", n=error.line))
    if error.reason.key == "file.not_a_game":
        return str(g.words(error.reason.key))
    why = g.words.of(error.reason, getattr(error, "names", ()))
    return str(g.words("web.error.line", n=error.line, why=why) if error.line else why)


def _misfit_details(error: MisfitsError) -> dict[str, Any]:
    """Return the numbers of the moves; for a game by other rules, which nobody can open, also the moves themselves."""
    entries = [misfit.entry for misfit in error.misfits]
    if error.migrating is None:
        return {"entries": entries}
    return {"entries": entries, "misfits": [_misfit_view(misfit, error.migrating) for misfit in error.misfits]}


def _misfit_view(misfit: Misfit, names: Sequence[str]) -> NamedMisfitView:
    return {
        "entry": misfit.entry,
        "seat": misfit.seat,
        "name": names[misfit.seat - 1] if 1 <= misfit.seat <= len(names) else str(misfit.seat),
        "text": g.words.of(misfit_text(misfit), names),
        **reason_view(misfit.reason, misfit.ruling, names, g.words),
    }


def handle_errors(app: Flask) -> None:
    """Have every error of an app answered in this way."""
    app.register_error_handler(HTTPException, _error_response)


def _error_response(error: HTTPException) -> Response:
    status = error.code or 500
    refusal = (
        error if isinstance(error, RefusalError) else RefusalError(status, _NAMES_BY_STATUS.get(status, "malformed"))
    )
    reason = refusal.reason or g.words(f"web.error.{refusal.reason_name}")
    if _wants_page(request):
        if isinstance(error, NotFound) and (address := _page_meant(request)):
            return Response(status=302, headers={"Location": address})
        page = render_template("error.html", name=refusal.reason_name, reason=reason, status=status)
        response = Response(page, mimetype="text/html")
    else:
        response = jsonify({"error": refusal.reason_name, "reason": reason, **refusal.details})
    response.status_code = status
    if "wait" in refusal.details:
        response.headers["Retry-After"] = str(refusal.details["wait"])
    if status == 405 and error.get_response().headers.get("Allow"):
        response.headers["Allow"] = error.get_response().headers["Allow"]
    return response


def _page_meant(request: Request) -> str:
    """Return the address that differs from that of a request by capitals, or by signs at its end; empty without one.

    The keyboards of phones and televisions begin a word with a capital, and end a sentence with a full stop.
    """
    address = f"/{request.path.strip('/. ').lower()}"
    routes = current_app.create_url_adapter(request)
    return address if address != request.path and routes is not None and routes.test(address) else ""


def _wants_page(request: Request) -> bool:
    """Return whether a person reads the response, rather than a script of ours or another program."""
    accepted = request.accept_mimetypes
    return request.method in ("GET", "HEAD") and accepted["text/html"] > accepted["application/json"]
