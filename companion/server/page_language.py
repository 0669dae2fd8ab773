"""Which language a page speaks: the one asked for, the one asked for before, or one that the browser prefers."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Request, Response

_ASKED = "lang"
_COOKIE = "companion_language"
_YEAR_S = 365 * 24 * 3600


def language_of(request: Request, languages: Sequence[str]) -> str:
    """The language to answer in; `languages` are those there are, the house's own first."""
    for wish in (request.args.get(_ASKED), request.cookies.get(_COOKIE)):
        if wish is not None and wish in languages:
            return wish
    # In the browser's own order; a country ("fr-CA") says nothing here.
    wishes = [tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0]
    return next((wish for wish in wishes if wish in languages), languages[0])


def remember_language(request: Request, response: Response, languages: Sequence[str]) -> None:
    """Keep a language that was asked for, so that the next page speaks it too."""
    wish = request.args.get(_ASKED)
    if wish is not None and wish in languages:
        response.set_cookie(_COOKIE, wish, max_age=_YEAR_S, httponly=True, samesite="Lax")
