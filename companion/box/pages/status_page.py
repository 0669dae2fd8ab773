"""How the box and all that it stands on are: a row for each thing, what is amiss first."""

from __future__ import annotations

from functools import partial

from companion.box.faces.faces import Row
from companion.box.pages.list_page import Item, ListPage
from companion.box.pages.page import Host
from companion.session.system_status import Condition
from companion.words.status_lines import detail_of, told


def how(box: Host) -> ListPage:
    """How everything is as the list is opened; ok tells one thing in words."""
    conditions = box.how().conditions

    def items() -> list[Item]:
        return [_item(box, one) for one in conditions]

    return ListPage(box, lambda: box.words("how.title"), items)


def _item(box: Host, one: Condition) -> Item:
    name = box.words(f"how.{one.about}")
    note = "" if one.well else box.words("how.amiss")
    return Item(Row(name, detail=detail_of(one, box.words)), partial(box.tell, name, told(one, box.words)), note)
