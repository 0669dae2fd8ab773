"""People on the network, for hosts: their page, and renaming, merging, colouring and forgetting them."""

from __future__ import annotations

from flask import Blueprint, Response, g, jsonify, render_template

from companion.journal.archive import Archive
from companion.server.error_responses import errors_as_responses, refuse
from companion.server.phone_routes import Phones
from companion.server.request_bodies import PersonBody, read_body, refuse_malformed
from companion.server.table_gateway import TableGateway
from companion.server.views.people_view import all_colours, people_of, people_view
from companion.server.views.view_types import PeopleView
from companion.session.session import Session


def people_pages(link: TableGateway, archive: Archive, phones: Phones) -> Blueprint:
    """Return the routes of `/people` and its API, for hosts."""
    pages = Blueprint("people", __name__)
    pages.before_request(phones.guard)
    session = link.session

    def present_view() -> PeopleView:
        with errors_as_responses():
            tables = [past.names for past in archive.games()]
            return people_view(people_of(archive), tables, session.games, g.words)

    @pages.get("/people")
    def people_page() -> str:
        phones.require_host()
        return render_template("people.html", **present_view())

    @pages.get("/api/people")
    def people() -> Response:
        phones.require_host()
        return jsonify(present_view())

    @pages.post("/api/people")
    def change_person() -> Response:
        phones.require_host()
        body = _read_change(session)
        with errors_as_responses():
            other = link.ask(lambda: _change(session, body))
        if other is not None:
            reason = str(g.words("web.error.becomes_one", name=body.person, other=other))
            refuse(409, "becomes_one", reason, other=other)
        return jsonify(present_view())

    return pages


def _read_change(session: Session) -> PersonBody:
    """Return the body of the request; refuse one without a change, with several, or with a colour of no game."""
    body = read_body(PersonBody)
    if [body.name is not None, body.colour is not None, body.forget].count(True) != 1:
        refuse_malformed("forget")
    if body.colour is not None and body.colour not in all_colours(session.games):
        refuse_malformed("colour")
    return body


def _change(session: Session, body: PersonBody) -> str | None:
    """Make the change; return the other person if two would be merged and the body does not say so."""
    if body.name is not None:
        other = None if body.merge else session.merged_person(body.person, body.name)
        if other is not None:
            return other
        session.rename_person(body.person, body.name)
    elif body.colour is not None:
        session.prefer_colour(body.person, body.colour)
    else:
        session.forget_person(body.person)
    return None
