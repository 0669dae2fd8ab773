"""Phones that may act: how they show who they are, how a code makes them host or seat, and what they may ask for."""

from __future__ import annotations

import hashlib
import re
import secrets
import time

from flask import Blueprint, Response, jsonify, request

from companion.mirror.access import same_origin
from companion.mirror.bodies import body_of_request
from companion.mirror.errors import refuse, telling
from companion.mirror.limits import Limit
from companion.mirror.link import TableLink
from companion.session.codes import DIGITS, link
from companion.session.commands import Forget, Release
from companion.views.json.phone_view import Role, role_of

COOKIE = "companion_phone"
SOURCE = "phone"
"""What the journal names as the source of what a phone did."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_YEAR_S = 365 * 24 * 3600
_WRONG_EACH, _WRONG_ALL, _WRONG_WITHIN_S = 5, 30, 60.0
_ASKED_EACH, _ASKED_WITHIN_S = 100, 10.0


class Phones:
    """Who asks, and how often they may."""

    def __init__(self, link: TableLink) -> None:
        """Nothing is kept here but how often somebody tried lately; roles are kept with the table."""
        self._link = link
        self._wrong = Limit(_WRONG_EACH, _WRONG_WITHIN_S, time.monotonic)
        self._wrong_all = Limit(_WRONG_ALL, _WRONG_WITHIN_S, time.monotonic)
        self._asked = Limit(_ASKED_EACH, _ASKED_WITHIN_S, time.monotonic)

    def role(self) -> Role:
        """The role of whoever sent this request."""
        return role_of(phone_of_request(), self._link.snapshot)

    def guard(self) -> None:
        """Refuse a request that another page sent, and more of them than a hand can send."""
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            if not same_origin(request):
                refuse(403, "foreign_origin")
            if not self._asked.take(self._counted_as()):
                refuse(429, "too_many_requests")

    def _counted_as(self) -> str:
        """What the requests of whoever sent this one are counted under: a family may be behind one address."""
        phone = phone_of_request()
        return phone if phone is not None and self.role().acts else request.remote_addr or ""

    def require_host(self) -> None:
        """Refuse whoever is no host."""
        role = self.role()
        if not role.acts:
            refuse(401, "no_claim")
        if not role.host:
            refuse(403, "not_yours")

    def claim(self, given: str) -> tuple[str, Role | None]:
        """Use a code up for whoever sent this request: what the phone shows from now on, and its role.

        The role is None where another phone has the seat, and the box is asked first.
        """
        who = request.remote_addr or ""
        if self._wrong.reached(who) or self._wrong_all.reached(""):
            refuse(429, "too_many_tries")
        code = re.sub(r"[\s-]", "", given)
        codes = self._link.codes
        shown = codes.offered
        offer = codes.redeem(code) if len(code) == DIGITS and code.isascii() and code.isdigit() else None
        if offer is None:
            self._wrong.note(who)
            self._wrong_all.note("")
            if shown is not None and codes.offered is None:
                self._link.ask(lambda: None)  # guessed at too often: the box shows a code no longer that is void
            refuse(403, "wrong_code")
        # A phone that has a role already keeps what it shows, so that it may be host and a seat at once.
        token = token_of_request() if self.role().acts else None
        token = token or secrets.token_urlsafe(32)
        phone = _digest(token)
        with telling():
            asking = self._link.ask(lambda: link(self._link.session, codes, offer, phone, SOURCE))
        return token, role_of(phone, self._link.snapshot) if asking is None else None

    def waits(self) -> dict[str, bool]:
        """Whether the box is asked now if whoever sent this request may take a seat over, and whether it refused."""
        phone, asking = phone_of_request(), self._link.codes.asking
        asked = phone is not None and asking is not None and asking.phone == phone
        return {"asked": asked, "refused": phone is not None and not asked and self._link.codes.refused(phone)}

    def release(self) -> Role:
        """Let go of the seat of whoever sent this request; a host stays host."""
        phone = phone_of_request()
        if (seat := self.role().seat) is not None:
            with telling():  # by then another phone may have it
                self._link.ask(lambda: self._link.session.do(Release(seat=seat, phone=phone, source=SOURCE)))
        return self.role()

    def forget(self) -> None:
        """Take every role from whoever sent this request."""
        if (phone := phone_of_request()) is not None and self.role().acts:
            with telling():
                self._link.ask(lambda: self._link.session.do(Forget(phone=phone, source=SOURCE)))


def phone_pages(phones: Phones) -> Blueprint:
    """`/api/claim`, `/api/release` and `/api/forget`."""
    pages = Blueprint("phones", __name__)
    pages.before_request(phones.guard)

    @pages.post("/api/claim")
    def claim() -> Response:
        body = body_of_request()
        code = body.text("code", most=32)
        body.end()
        token, role = phones.claim(code)
        response = jsonify(asked=True) if role is None else jsonify(host=role.host, seat=role.seat)
        response.status_code = 202 if role is None else 200
        response.set_cookie(COOKIE, token, max_age=_YEAR_S, httponly=True, samesite="Strict")
        return response

    @pages.get("/api/claim")
    def claimed() -> Response:
        role = phones.role()
        return jsonify(host=role.host, seat=role.seat, **phones.waits())

    @pages.post("/api/release")
    def release() -> Response:
        body_of_request().end()
        role = phones.release()
        return jsonify(host=role.host, seat=role.seat)

    @pages.post("/api/forget")
    def forget() -> Response:
        body_of_request().end()
        phones.forget()
        response = jsonify(host=False, seat=None)
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict")
        return response

    return pages


def phone_of_request() -> str | None:
    """The digest of what the phone that sent this request shows; None if it shows nothing."""
    token = token_of_request()
    return _digest(token) if token is not None else None


def token_of_request() -> str | None:
    """What the phone shows: a bearer token, or else its cookie; None where that is nothing we could have given."""
    kind, _, bearer = request.headers.get("Authorization", "").partition(" ")
    token = bearer.strip() if kind.lower() == "bearer" else request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
