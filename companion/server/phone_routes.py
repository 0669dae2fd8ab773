"""The phones with roles: their tokens, how a code makes them host or seat, and their rate limits."""

from __future__ import annotations

import hashlib
import math
import re
import secrets
import time
import unicodedata
from typing import TYPE_CHECKING

from flask import Blueprint, Request, Response, g, jsonify, render_template, request

from companion.server.code_attempts import CodeAttempts
from companion.server.error_responses import errors_as_responses, refuse, refuse_foreign
from companion.server.rate_limits import RateLimit, network_of, origin_of
from companion.server.request_bodies import SHORT_ID_DIGITS, CodeBody, EmptyBody, ForgetPhoneBody, LeadBody, read_body
from companion.server.request_origin_checks import same_origin
from companion.server.table_gateway import TableGateway
from companion.server.views.phone_view import ViewerRole, role_of, role_view
from companion.server.views.view_types import ClaimView, PhoneEntryView
from companion.session.pairing_codes import DIGITS, CodeOffer, link_phone
from companion.session.session import Snapshot
from companion.table.commands import (
    Command,
    ForgetPhones,
    HandOnLead,
    LeaveGame,
    OpenGame,
    Play,
    ReleaseSeat,
    ResignHost,
    StartGame,
)
from companion.words.status_lines import last_seen_text, phone_text

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

COOKIE = "companion_phone"
SOURCE = "phone"
"""Source of phones' commands in the journal."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_QR_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
"""Pattern of the part of a QR code behind the address of the table."""
_BETWEEN_DIGITS = ("Cf", "Pd")
"""Kinds of characters that a keyboard or a pasted text puts between digits: marks of direction, and dashes."""
_CODE = re.compile(rf"[0-9]{{{DIGITS}}}")
_YEAR_S = 365 * 24 * 3600
_REQUESTS_AT_ONCE, _REQUESTS_PER_SECOND = 100, 10.0
_COMMANDS_AT_ONCE, _COMMANDS_PER_SECOND = 60, 1.0
"""Rate of commands. Each change of the table cancels keys that are held at the box, for they were meant for the
previous state. Constant changes would make the keys useless; and a game of many thousand moves makes each check slow.
"""
_OPENINGS_AT_ONCE, _OPENINGS_PER_SECOND = 12, 0.1
"""Rate of commands that put another game on the table. They take the box from any page to the game's page, and constant
ones would keep people from the page that forgets phones."""


class Phones:
    """The phones that send requests, with their roles and rate limits."""

    def __init__(self, link: TableGateway) -> None:
        """Use this link to the table, which keeps the roles; only the rates are kept here."""
        self._link = link
        self._code_attempts = CodeAttempts(time.monotonic)
        self._request_rate = RateLimit(_REQUESTS_AT_ONCE, _REQUESTS_PER_SECOND)
        self._command_rate = RateLimit(_COMMANDS_AT_ONCE, _COMMANDS_PER_SECOND)
        self._opening_rate = RateLimit(_OPENINGS_AT_ONCE, _OPENINGS_PER_SECOND)

    def role(self) -> ViewerRole:
        """Return the role of the phone that sent this request.

        To make a view, use `role_in` with its snapshot: the table may have changed by then.
        """
        return self.role_in(self._link.snapshot)

    def role_in(self, snapshot: Snapshot) -> ViewerRole:
        """Return the role in this very snapshot: a moment later the seat may belong to another phone."""
        return role_of(phone_of_request(), snapshot)

    def phone_with_role(self, environ: WSGIEnvironment) -> str | None:
        """Return the phone that a request comes from, if it has a role; works outside of a request's context."""
        phone = _phone_in(environ)
        return phone if role_of(phone, self._link.snapshot).is_let_in else None

    def is_host(self, environ: WSGIEnvironment) -> bool:
        """Return whether a request comes from a host; works outside of a request's context."""
        return role_of(_phone_in(environ), self._link.snapshot).host

    def guard(self) -> None:
        """Refuse requests that another site's page sent, and more of them than a person can send."""
        if (phone := phone_of_request()) is not None and self.role().is_let_in:
            self._link.codes.attendance.note_contact(phone)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            if not same_origin(request):
                refuse_foreign("foreign_origin")
            self.enforce_rate(self._request_rate)

    def limit_command_rate(self, command: Command) -> None:
        """Refuse more commands than a game needs; one with several moves counts as several."""
        self.enforce_rate(self._command_rate, len(command.moves) if isinstance(command, Play) else 1)
        if isinstance(command, StartGame | OpenGame | LeaveGame):
            self.enforce_rate(self._opening_rate)

    def limit_lobby_rate(self, *, starts: bool) -> None:
        """Refuse more changes of the lobby than people make who sit down; each is written to the card."""
        self.enforce_rate(self._command_rate)
        if starts:
            self.enforce_rate(self._opening_rate)

    def enforce_rate(self, rate: RateLimit, weight: int = 1) -> None:
        """Count a request, and refuse it if it exceeds this rate."""
        if wait := math.ceil(rate.wait(self._rate_key(), weight)):
            refuse(429, "too_many_requests", wait=wait)

    def _rate_key(self) -> str:
        """Return the key that this sender's requests are counted under: a phone with a role, or else the device.

        A family may share one address, so phones with roles are counted separately.
        """
        phone = phone_of_request()
        return phone if phone is not None and self.role().is_let_in else origin_of(request.remote_addr or "").device

    def require_host(self) -> None:
        """Refuse a sender that is no host."""
        role = self.role()
        if not role.is_known:
            refuse(401, "no_claim")
        if not role.host:
            refuse(403, "not_yours")

    def require_host_or_place(self) -> None:
        """Refuse a sender that is no host and has no part in the lobby of the next game."""
        role = self.role()
        if not role.is_known:
            refuse(401, "no_claim")
        if not role.host and role.place is None:
            refuse(403, "not_yours")

    def claim(self, text: str) -> tuple[str, ViewerRole | None]:
        """Redeem a code for the sender of this request; return the phone's new token and its role.

        The role is None if another phone has the seat, and the box is asked first.
        """
        # A browser names the origin of what a page sends. If it keeps no cookie of that page, it would keep no role.
        if "Origin" in request.headers and not request.cookies:
            refuse(403, "no_cookies")
        offer = self._redeem(text)
        # Each claim gives a new token; the roles of the old one move to it.
        old_phone = phone_of_request() if self.role().is_let_in else None
        token = secrets.token_urlsafe(32)
        phone = _digest(token)
        with errors_as_responses():
            question = self._link.ask(
                lambda: link_phone(self._link.session, self._link.codes, offer, phone, old_phone, SOURCE)
            )
        return token, role_of(phone, self._link.snapshot) if question is None else None

    def _redeem(self, text: str) -> CodeOffer:
        """Return the offer of this code. Only guesses that could be right are counted and slowed down."""
        codes, qr_token = self._link.codes, text.strip()
        if _QR_TOKEN.fullmatch(qr_token):  # too long to guess, so not rate-limited
            offer = codes.redeem(qr_token)
            return offer if offer is not None else refuse(403, "old_code")
        code, network = _ascii_digits(text), network_of(request.remote_addr or "")
        current_offer = codes.current_offer
        if not _CODE.fullmatch(code) or current_offer is None:
            refuse(403, "outdated_code" if codes.is_outdated(code) else "wrong_code")
        if wait := math.ceil(self._code_attempts.wait(network, current_offer)):
            refuse(429, "too_many_tries", str(g.words("web.error.too_many_tries", n=wait)), wait=wait)
        offer = codes.redeem(code)
        if offer is None:
            self._code_attempts.record_wrong(network)
            refuse(403, "outdated_code" if codes.is_outdated(code) else "wrong_code")
        self._code_attempts.record_right(network)
        return offer

    def claim_status(self) -> ClaimView:
        """Return the sender's role, whether the box is asking if it may take over a seat, and whether it refused."""
        phone, question = phone_of_request(), self._link.codes.takeover_request
        is_asking = phone is not None and question is not None and question.phone == phone
        return {
            **role_view(self.role()),
            "asked": is_asking,
            "refused": phone is not None and not is_asking and self._link.codes.was_refused(phone),
        }

    def release(self) -> ViewerRole:
        """Release the sender's seat; a host stays host."""
        phone = phone_of_request()
        if (seat := self.role().seat) is not None:
            with errors_as_responses():  # another phone may have it by now
                self._link.ask(lambda: self._link.session.do(ReleaseSeat(seat=seat, phone=phone, source=SOURCE)))
        return self.role()

    def resign(self) -> ViewerRole:
        """End the sender's role as host, and its lead: the next phone leads. It keeps its seat."""
        if (phone := phone_of_request()) is not None and self.role().host:
            with errors_as_responses():
                self._link.ask(lambda: self._link.session.do(ResignHost(phone=phone, source=SOURCE)))
        if self.role().leads:
            self._hand_on_lead(None)
        return self.role()

    def hand_on_lead(self, seat: int) -> ViewerRole:
        """Have the phone of a seat lead in the place of the sender."""
        role = self.role()
        if not role.leads:
            refuse(403 if role.is_known else 401, "not_yours" if role.is_known else "no_claim")
        self._hand_on_lead(seat)
        return self.role()

    def _hand_on_lead(self, seat: int | None) -> None:
        """Hand the lead on, if the sender still has it once it is its turn on the desk."""
        phone = phone_of_request()

        def work() -> None:
            if role_of(phone, self._link.session.snapshot()).leads:
                self._link.session.do(HandOnLead(seat=seat, source=SOURCE))

        table = self._link.snapshot.table
        with errors_as_responses(lambda: table.names if table is not None else ()):
            self._link.ask(work)

    def forget(self) -> None:
        """Take every role from the sender."""
        if (phone := phone_of_request()) is not None and self.role().is_let_in:
            with errors_as_responses():
                self._link.ask(lambda: self._link.session.do(ForgetPhones(phone=phone, source=SOURCE)))

    def list_phones(self) -> list[PhoneEntryView]:
        """Return every phone with a role, for hosts, the one that got it last first."""
        self.require_host()
        codes, own_phone, words = self._link.codes, phone_of_request(), g.words
        rows: list[PhoneEntryView] = []
        for entry in reversed(self._link.snapshot.roles.phones):
            since = codes.attendance.seconds_since_contact(entry.phone)
            row: PhoneEntryView = {
                "id": _short_id(entry.phone),
                "host": entry.host,
                "name": entry.name,
                "you": entry.phone == own_phone,
                "seconds": None if since is None else round(since),
                "text": phone_text(entry, words),
                "since": last_seen_text(since, words),
            }
            rows.append(row)
        return rows

    def forget_phone(self, short_id: str) -> None:
        """Take every role from the phone with this short id, for hosts."""
        self.require_host()
        entries = self._link.snapshot.roles.phones
        phone = next((entry.phone for entry in entries if _short_id(entry.phone) == short_id), None)
        if phone is None:
            refuse(404, "no_such_phone")
        with errors_as_responses():
            self._link.ask(lambda: self._link.session.do(ForgetPhones(phone=phone, source=SOURCE)))


def phone_pages(phones: Phones) -> Blueprint:
    """Return the routes of `/phones` and the API of claims and roles."""
    pages = Blueprint("phones", __name__)
    pages.before_request(phones.guard)

    @pages.get("/phones")
    def phones_page() -> str:
        return render_template("phones.html", phones=phones.list_phones())

    @pages.get("/api/phones")
    def list_phones() -> Response:
        return jsonify(phones=phones.list_phones())

    @pages.post("/api/phones")
    def forget_phone() -> Response:
        body = read_body(ForgetPhoneBody)
        phones.forget_phone(body.forget)
        return jsonify(forgotten=body.forget)

    @pages.post("/api/claim")
    def claim() -> Response:
        token, role = phones.claim(read_body(CodeBody).code)
        response = jsonify(asked=True) if role is None else jsonify(role_view(role))
        response.status_code = 202 if role is None else 200
        response.set_cookie(COOKIE, token, max_age=_YEAR_S, httponly=True, samesite="Strict")
        return response

    @pages.get("/api/claim")
    def claim_status() -> Response:
        return jsonify(phones.claim_status())

    @pages.post("/api/release")
    def release() -> Response:
        read_body(EmptyBody)
        return jsonify(role_view(phones.release()))

    @pages.post("/api/resign")
    def resign() -> Response:
        read_body(EmptyBody)
        return jsonify(role_view(phones.resign()))

    @pages.post("/api/lead")
    def lead() -> Response:
        return jsonify(role_view(phones.hand_on_lead(read_body(LeadBody).seat)))

    @pages.post("/api/forget")
    def forget() -> Response:
        read_body(EmptyBody)
        phones.forget()
        response = jsonify(role_view(ViewerRole()))
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict")
        return response

    return pages


def phone_of_request() -> str | None:
    """Return the digest of the token of the phone that sent this request; None without a token."""
    token = token_of_request()
    return _digest(token) if token is not None else None


def token_of_request() -> str | None:
    """Return the token of the phone that sent this request; None without one."""
    return _token_of(request)


def _phone_in(environ: WSGIEnvironment) -> str | None:
    token = _token_of(Request(environ))
    return _digest(token) if token is not None else None


def _token_of(http_request: Request) -> str | None:
    """Return the bearer token, or else the cookie; None if it does not look like one of ours."""
    kind, _, bearer = http_request.headers.get("Authorization", "").partition(" ")
    token = bearer.strip() if kind.lower() == "bearer" else http_request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def _ascii_digits(code: str) -> str:
    """Return a typed code with the digits of any script as 0 to 9, without blanks and dashes."""
    return "".join(
        str(unicodedata.decimal(letter)) if letter.isdecimal() else letter
        for letter in code
        if not letter.isspace() and unicodedata.category(letter) not in _BETWEEN_DIGITS
    )


def _short_id(phone: str) -> str:
    """Return the short id of a phone in lists."""
    return phone[:SHORT_ID_DIGITS]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
