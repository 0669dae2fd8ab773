"""The package on a box of its own: it starts by itself, outlives plugs, faults and upgrades, and leaves nothing."""

from __future__ import annotations

import re

import pytest

from companion.words.signs import Key
from tests.box.installed.box import PORT, Box, property_of
from tests.box.installed.conftest import NEW, Installed
from tests.box.installed.spinner import NAME, PluggedSpinner

UNIT = "companion.service"
AT_WORK = f"systemctl is-active --quiet {UNIT}"
STUCK = "/run/companion/stuck"
"""Once there is this file, the desk hangs at the next press."""


def pid(box: Box) -> str:
    """The number of the service's process."""
    return property_of(box, UNIT, "MainPID")


def comes_back(box: Box, before: str) -> None:
    """Wait until another process than that before is at work."""
    box.until(f'[ "$(systemctl show --property=MainPID --value {UNIT})" != {before} ] && {AT_WORK}')


def read_note(box: Box) -> None:
    """Leave what the screen says first after each start: that its bus is not there. No machine like this has one."""
    box.press("ok")


def comes_to_entry(box: Box, entry: int) -> None:
    """Wait until the newest move of the game is this one."""
    box.comes_to(lambda: box.view()["entry"] == entry)


def listed(name: str) -> str:
    """The command that succeeds where the table is listed among the services of the network, by a machine's name."""
    return f"avahi-browse --parsable --resolve --terminate _http._tcp | grep -q ';{name};.*;{PORT};'"


def answers_to(name: str) -> str:
    """The command that succeeds where the pages answer to a machine's name."""
    request = f"u.Request('http://127.0.0.1:{PORT}/', headers={{'Host': '{name}:{PORT}'}})"
    return f'python3 -c "import urllib.request as u; u.urlopen({request})"'


@pytest.fixture(scope="module")
def spinner(installed: Installed) -> PluggedSpinner:
    """A spinner for the box as it stands there, not plugged in yet."""
    return PluggedSpinner(installed.box)


def test_it_is_at_work_before_there_is_a_network(installed: Installed) -> None:
    box = installed.switch_on()
    box.until(AT_WORK)
    assert box.tell("ip -o addr show scope global") == ""
    assert property_of(box, "companion-setup.service", "Result") == "success"
    assert box.tell("systemctl --failed --no-legend --plain") == ""
    box.join_network()
    assert box.view()["entry"] == 0
    assert "<title>" in box.page()


def test_it_has_no_rights_but_those_of_its_unit(installed: Installed) -> None:
    box = installed.box
    status = box.tell(f"cat /proc/{pid(box)}/status")
    assert re.search(r"^CapEff:\s+0+$", status, re.MULTILINE)
    assert re.search(r"^NoNewPrivs:\s+1$", status, re.MULTILINE)
    assert re.search(r"^Seccomp:\s+2$", status, re.MULTILINE)
    assert box.tell(f"ps -o user= -p {pid(box)}").strip() == "companion"
    assert box.tell("stat -c '%a %U' /var/lib/companion /var/lib/companion/journal.sqlite3") == (
        "700 companion\n600 companion\n"
    )


def test_of_all_devices_it_has_the_lines_and_the_spinners_alone(installed: Installed) -> None:
    allowed = property_of(installed.box, UNIT, "DeviceAllow")
    assert "/dev/gpiochip0 rw" in allowed
    assert "/dev/vda" not in allowed
    assert "char-ttyACM rw" in allowed, "a spinner may be plugged in later"


def test_the_table_is_listed_on_the_network_and_avahi_alone_answers(installed: Installed) -> None:
    box = installed.box
    box.until(listed("table.local"))
    assert set(re.findall(r'users:\(\("([^"]+)"', box.tell("ss -Hulpn sport = 5353"))) == {"avahi-daemon"}


def test_it_is_found_by_the_name_that_avahi_takes_instead(installed: Installed) -> None:
    box = installed.box
    assert box.try_(answers_to("table-2.local"))[0] != 0
    box.tell("avahi-set-host-name table-2")
    box.until(answers_to("table-2.local"))
    box.until(listed("table-2.local"))
    box.tell("avahi-set-host-name table")
    box.until(listed("table.local"))


def test_it_is_listed_only_while_it_runs(installed: Installed) -> None:
    box = installed.box
    box.tell(f"systemctl stop {UNIT}")
    assert box.try_(listed("table.local"))[0] != 0
    box.tell(f"systemctl start {UNIT}")
    box.until(listed("table.local"))


def test_its_user_may_switch_the_machine_off_and_on_and_nothing_else(installed: Installed) -> None:
    box = installed.box
    asked = "runuser -u companion -- busctl call org.freedesktop.login1 /org/freedesktop/login1 "
    answers = {
        what: box.tell(f"{asked} org.freedesktop.login1.Manager Can{what}").strip()
        for what in ("PowerOff", "Reboot", "Halt", "Suspend")
    }
    assert answers["PowerOff"] == answers["Reboot"] == 's "yes"'
    assert answers["Halt"] != 's "yes"' != answers["Suspend"]
    assert box.try_("runuser -u companion -- systemctl stop dbus.service")[0] != 0


def test_a_press_on_a_line_is_a_move(installed: Installed) -> None:
    read_note(installed.box)
    assert installed.box.view()["entry"] == 0
    installed.box.press("ok")
    installed.box.press("back")
    assert installed.box.view()["entry"] == 2


def test_the_game_is_there_after_the_plug_was_pulled(installed: Installed) -> None:
    before = installed.box.view()
    installed.pull_the_plug()
    box = installed.switch_on()
    box.until(AT_WORK)
    box.join_network()
    assert box.view() == before
    assert before["badges"] == []


def test_a_program_that_was_killed_comes_back(installed: Installed) -> None:
    box = installed.box
    read_note(box)
    box.press("ok")
    assert (before := box.view())["entry"] == 3
    killed = pid(box)
    box.tell(f"kill -9 {killed}")
    comes_back(box, killed)
    assert box.view() == before


def test_a_desk_that_hangs_is_found_out_and_brought_back(installed: Installed) -> None:
    box = installed.box
    before = box.view()
    instead = (
        "[Service]\\nWatchdogSec=8\\nEnvironment=PYTHONPATH=/usr/share/companion:/usr/share/companion/vendor\\n"
        "ExecStart=\\nExecStart=/usr/bin/python3 /run/stuck.py run --service\\n"
    )
    dropin = f"/run/systemd/system/{UNIT}.d/stuck.conf"
    box.tell(f"mkdir -p $(dirname {dropin}) && cp /root/stuck.py /run && printf '{instead}' >{dropin}")
    box.tell(f"systemctl daemon-reload && systemctl restart {UNIT}")
    box.until(AT_WORK)
    hangs = pid(box)
    # It answers the watchdog as long as nothing is amiss: three times its time.
    box.tell("sleep 24")
    assert pid(box) == hangs
    box.tell(f"touch {STUCK}")
    box.press("seat1")
    comes_back(box, hangs)
    assert "watchdog" in box.tell(f"journalctl --no-pager -u {UNIT} | grep -i watchdog")
    box.tell(f"rm {dropin} && systemctl daemon-reload && systemctl restart {UNIT}")
    box.until(AT_WORK)
    assert box.view() == before


def test_a_spinner_that_is_plugged_in_at_the_table_plays(installed: Installed, spinner: PluggedSpinner) -> None:
    box = installed.box
    read_note(box)
    before = box.view()
    assert (before["entry"], box.how("spinner")) == (3, None)
    spinner.plug_in()
    box.until(f"[ -c {NAME} ]")
    assert box.tell(f"stat -L -c '%a %G' {NAME}") == "660 dialout\n"
    box.comes_to(lambda: box.how("spinner") is True)
    spinner.press(Key.UNDO)
    comes_to_entry(box, 2)
    spinner.press(Key.OK)
    comes_to_entry(box, 3)
    assert box.view()["seq"] == before["seq"] + 2


def test_unplugged_within_a_frame_it_is_missed_and_the_table_goes_on(
    installed: Installed, spinner: PluggedSpinner
) -> None:
    box = installed.box
    before = box.view()
    spinner.unplug_within_a_frame(Key.UNDO)
    assert box.try_(f"[ -e {NAME} ]")[0] != 0
    box.comes_to(lambda: box.how("spinner") is False)
    box.press("undo")
    comes_to_entry(box, 2)
    assert box.view()["seq"] == before["seq"] + 1


def test_plugged_in_again_it_is_there_by_itself_and_nothing_is_lost_or_doubled(
    installed: Installed, spinner: PluggedSpinner
) -> None:
    box = installed.box
    before = box.view()
    program = pid(box)
    spinner.plug_in()
    box.comes_to(lambda: box.how("spinner") is True)
    assert box.view() == before
    for key, entry in ((Key.OK, 3), (Key.UNDO, 2), (Key.OK, 3)):
        spinner.press(key)
        comes_to_entry(box, entry)
    spinner.unplug()
    box.comes_to(lambda: box.how("spinner") is False)
    assert box.view()["seq"] == before["seq"] + 3
    assert pid(box) == program


def test_a_slip_in_the_settings_costs_that_setting_alone(installed: Installed) -> None:
    box = installed.box
    box.tell("printf 'volume = 9\\nlanguage = \"en\"\\n' >/etc/companion/settings.toml")
    box.tell(f"systemctl restart {UNIT}")
    assert "settings.toml" in box.page()
    assert "settings.toml" in box.tell(f"journalctl --no-pager -u {UNIT} -n 40 | grep 'line 1'")
    box.tell("printf '' >/etc/companion/settings.toml")


def test_without_its_board_it_serves_its_page_all_the_same(installed: Installed) -> None:
    box = installed.box
    box.tell("printf 'board = \"mine.toml\"\\n' >/etc/companion/settings.toml; echo '[keys' >/etc/companion/mine.toml")
    box.tell(f"systemctl restart {UNIT}")
    assert "mine.toml" in box.page()
    assert box.view()["entry"] == 3
    box.tell("printf '' >/etc/companion/settings.toml; rm /etc/companion/mine.toml")


def test_an_upgrade_in_the_midst_of_a_game_loses_nothing(installed: Installed) -> None:
    box = installed.box
    before = box.view()
    box.tell(f"dpkg --install /root/companion_{NEW}_all.deb")
    box.until(AT_WORK)
    assert NEW in box.tell("dpkg-query --show companion")
    assert box.view() == before
    read_note(box)
    box.press("back")
    assert box.view()["entry"] == 4


def test_a_package_is_not_put_over_a_journal_of_a_newer_program(installed: Installed) -> None:
    box = installed.box
    file = "/var/lib/companion/journal.sqlite3"
    box.tell(f"systemctl stop {UNIT}; cp -p {file} /root/before")
    sql = f"import sqlite3; sqlite3.connect('{file}').execute('PRAGMA user_version = 77').connection.commit()"
    box.tell(f'runuser -u companion -- python3 -c "{sql}"; cp -p {file} /root/newer')
    status, told = box.try_("dpkg --install /root/companion_0.0.1_all.deb")
    assert status != 0
    assert "newer version" in told
    assert box.tell(f"cmp {file} /root/newer") == ""
    assert NEW in box.tell("dpkg-query --show companion")
    box.tell(f"cp -p /root/before {file}; systemctl restart {UNIT}")
    assert box.view()["entry"] == 4


def test_from_inside_its_walls_it_switches_the_machine_off(installed: Installed) -> None:
    box = installed.box
    before = box.view()
    # What the switch-off page runs, under all that the unit forbids.
    other = "s|^ExecStart=.*|ExecStart=/usr/bin/systemctl poweroff|; s/^Type=.*/Type=oneshot/; /^Restart/d"
    box.tell(f"sed -e '{other}' /usr/lib/systemd/system/{UNIT} >/run/systemd/system/off.service")
    box.tell("systemctl start --no-block off.service")
    box.goes_off()
    installed.pull_the_plug()
    box = installed.switch_on()
    box.until(AT_WORK)
    box.join_network()
    assert box.view() == before


def test_removed_it_keeps_the_games_and_purged_nothing(installed: Installed) -> None:
    box = installed.box
    box.tell("dpkg --remove companion")
    assert box.try_(AT_WORK)[0] != 0
    assert box.tell("ls /var/lib/companion/journal.sqlite3 /etc/companion/settings.toml")
    box.tell("dpkg --purge companion")
    left = box.tell("find / -xdev -iname '*companion*' -not -path '/root/*'; getent passwd companion || true")
    # The drop-in is the test's own; what dpkg and systemd note of a unit that was there is theirs.
    assert [line for line in left.splitlines() if "/etc/systemd/system/companion.service.d" not in line] == []
