"""What went wrong, told to whoever asked: a page in words to a reader, an object to a program."""

from __future__ import annotations

from typing import NoReturn

from flask import Flask, Request, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

# By status, for what was not raised by `refuse`.
_NAMES = {
    400: "malformed",
    403: "forbidden",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
    415: "not_json",
    500: "broken",
}


class RefusalError(HTTPException):
    """A request that is refused, with the name of the reason: it is the text key `web.error.<name>` too."""

    def __init__(self, status: int, name: str) -> None:
        """`status` is HTTP's."""
        super().__init__()
        self.code = status
        self.reason_name = name


def refuse(status: int, name: str) -> NoReturn:
    """Refuse the request."""
    raise RefusalError(status, name)


def handle_errors(app: Flask) -> None:
    """Have every error of an app told in this way."""
    app.register_error_handler(HTTPException, _answer)


def _answer(error: HTTPException) -> Response:
    status = error.code or 500
    name = error.reason_name if isinstance(error, RefusalError) else _NAMES.get(status, "malformed")
    if _reader(request):
        response = Response(render_template("error.html", name=name, status=status), mimetype="text/html")
    else:
        response = jsonify(error=name)
    response.status_code = status
    if status == 405 and error.get_response().headers.get("Allow"):
        response.headers["Allow"] = error.get_response().headers["Allow"]
    return response


def _reader(request: Request) -> bool:
    """Whether somebody reads the answer, rather than a script of ours or another program."""
    accepted = request.accept_mimetypes
    return request.method in ("GET", "HEAD") and accepted["text/html"] > accepted["application/json"]
