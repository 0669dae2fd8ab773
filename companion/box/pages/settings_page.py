"""The settings of the box, the status of the system, and power off and restart."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.box.faces.faces import ListRow
from companion.box.faces.signals import MOST_BRIGHTNESS, MOST_VOLUME
from companion.box.pages.backup_permission_page import open_backup
from companion.box.pages.first_steps_pages import first_steps
from companion.box.pages.level_page import BrightnessPage, VolumePage
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.machine_page import open_machine
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.off_page import MomentPage, OffPage
from companion.box.pages.page import PageHost
from companion.box.pages.people_page import open_people
from companion.box.pages.phones_page import show_address
from companion.session.system_status import Condition
from companion.words.catalogue import LANGUAGES
from companion.words.status_lines import condition_detail, condition_text


def settings(box: PageHost) -> ListPage:
    """List the settings; each row shows its value."""

    def language() -> None:
        following = LANGUAGES[(LANGUAGES.index(box.preferences.language) + 1) % len(LANGUAGES)]
        box.set_preferences(replace(box.preferences, language=following))

    def large() -> None:
        box.set_preferences(replace(box.preferences, large=not box.preferences.large))

    def mute() -> None:
        box.set_preferences(replace(box.preferences, muted=not box.preferences.muted))

    def calm() -> None:
        box.set_preferences(replace(box.preferences, calm=not box.preferences.calm))

    def night() -> None:
        box.set_preferences(replace(box.preferences, dark_at_night=not box.preferences.dark_at_night))

    def machine() -> list[ListItem]:
        row = ListRow(box.words("machine.title"))
        return [ListItem(row, lambda: open_machine(box))] if box.machine is not None else []

    def items() -> list[ListItem]:
        word, preferences = box.words, box.preferences
        yes, no = word("yes"), word("no")
        return [
            ListItem(ListRow(word("settings.language"), detail=word("language.name")), language),
            ListItem(
                ListRow(word("settings.volume"), detail=f"{preferences.volume}/{MOST_VOLUME}"),
                lambda: box.push(VolumePage(box)),
            ),
            ListItem(ListRow(word("settings.mute"), detail=yes if preferences.muted else no), mute),
            ListItem(ListRow(word("settings.large"), detail=yes if preferences.large else no), large),
            ListItem(
                ListRow(word("settings.calm"), detail=yes if preferences.calm else no), calm, word("settings.calm_note")
            ),
            ListItem(
                ListRow(word("settings.brightness"), detail=f"{preferences.brightness}/{MOST_BRIGHTNESS}"),
                lambda: box.push(BrightnessPage(box)),
            ),
            ListItem(
                ListRow(word("settings.night"), detail=yes if preferences.dark_at_night else no),
                night,
                word("settings.night_note"),
            ),
            *machine(),
            ListItem(ListRow(word("people.title")), lambda: open_people(box)),
            ListItem(ListRow(word("settings.address")), lambda: show_address(box)),
            ListItem(ListRow(word("first.title")), lambda: box.push(first_steps(box)), word("first.note")),
            ListItem(ListRow(word("how.title")), lambda: box.push(system_status_list(box))),
            ListItem(ListRow(word("backup.title")), lambda: open_backup(box), word("backup.note")),
        ]

    return ListPage(box, lambda: box.words("home.settings"), items)


def system_status_list(box: PageHost) -> ListPage:
    """List the conditions of the system as they are now; ok shows one of them in words."""
    conditions = box.system_status().conditions

    def items() -> list[ListItem]:
        return [_item(box, condition) for condition in conditions]

    return ListPage(box, lambda: box.words("how.title"), items)


def _item(box: PageHost, condition: Condition) -> ListItem:
    name = box.words(f"how.{condition.subject}")
    note = "" if condition.ok else box.words("how.amiss")
    return ListItem(
        ListRow(name, detail=condition_detail(condition, box.words)),
        partial(box.show_message, name, condition_text(condition, box.words)),
        note,
    )


def power_off(box: PageHost) -> None:
    """Ask, then switch off, or restart where that is possible.

    Everything is saved already, so there is nothing to wait for.
    """
    word, restart = box.words, box.restart

    def off() -> None:
        box.push(OffPage(box))
        box.power_off()

    def ask_off() -> None:
        box.push(ConfirmPage(box, word("home.off"), word("off.question"), off, body=word("off.body")))

    if restart is None:
        ask_off()
        return

    def restart_now() -> None:
        box.push(MomentPage(box))
        restart()

    def ask_restart() -> None:
        box.push(ConfirmPage(box, word("restart.title"), word("restart.question"), restart_now, body=word("off.body")))

    rows = [ListItem(ListRow(word("home.off")), ask_off), ListItem(ListRow(word("restart.title")), ask_restart)]
    box.push(ListPage(box, lambda: word("home.off"), lambda: rows))
