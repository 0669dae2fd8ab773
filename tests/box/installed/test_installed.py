"""Tests of the package on a box: it starts automatically, survives power cuts and upgrades, and leaves nothing."""

from __future__ import annotations

import re

import pytest

from companion.words.signs import Key
from tests.box.installed.box import PORT, InstalledBox, property_of
from tests.box.installed.conftest import NEW, Installed
from tests.box.installed.spinner import NAME, PluggedSpinner

UNIT, SETUP = "companion.service", "companion-setup.service"
AT_WORK = f"systemctl is-active --quiet {UNIT}"
STUCK = "/run/companion/stuck"
"""File that makes the desk hang at the next press."""


def pid(box: InstalledBox) -> str:
    """Return the process number of the service."""
    return property_of(box, UNIT, "MainPID")


def wait_for_restart(box: InstalledBox, before: str) -> None:
    """Wait until another process than `before` runs the service."""
    box.wait_for_command(f'[ "$(systemctl show --property=MainPID --value {UNIT})" != {before} ] && {AT_WORK}')


def dismiss_first_message(box: InstalledBox) -> None:
    """Close the first message after each start: the missing bus, which no machine like this has."""
    box.press("ok")


def wait_for_entry(box: InstalledBox, entry: int) -> None:
    """Wait until this is the newest entry of the game."""
    box.wait_until(lambda: box.view()["entry"] == entry)


def listed(name: str) -> str:
    """Return a command that succeeds if the table is listed on the network under a machine's name."""
    return f"avahi-browse --parsable --resolve --terminate _http._tcp | grep -q ';{name};.*;{PORT};'"


def answers_to(name: str) -> str:
    """Return a command that succeeds if the pages answer to a machine's name."""
    request = f"u.Request('http://127.0.0.1:{PORT}/', headers={{'Host': '{name}:{PORT}'}})"
    return f'python3 -c "import urllib.request as u; u.urlopen({request})"'


def run_confined(box: InstalledBox, command: str, *options: str) -> None:
    """Run a command of the box under all restrictions of the unit."""
    other_box = f"s|^ExecStart=.*|ExecStart=/usr/bin/{command}|; s/^Type=.*/Type=oneshot/; /^Restart/d"
    box.run(f"sed -e '{other_box}' /usr/lib/systemd/system/{UNIT} >/run/systemd/system/confined.service")
    box.run("systemctl daemon-reload")
    box.run(" ".join(("systemctl start", *options, "confined.service")))


@pytest.fixture(scope="module")
def spinner(installed: Installed) -> PluggedSpinner:
    """Return a spinner for the running box, not plugged in yet."""
    return PluggedSpinner(installed.box)


def test_service_works_before_there_is_a_network(installed: Installed) -> None:
    box = installed.switch_on()
    box.wait_for_command(AT_WORK)
    assert box.run("ip -o addr show scope global") == ""
    assert property_of(box, "companion-setup.service", "Result") == "success"
    assert box.run("systemctl --failed --no-legend --plain") == ""
    box.join_network()
    assert box.view()["entry"] == 0
    assert "<title>" in box.page()


def test_service_has_only_the_rights_of_its_unit(installed: Installed) -> None:
    box = installed.box
    status = box.run(f"cat /proc/{pid(box)}/status")
    assert re.search(r"^CapEff:\s+0+$", status, re.MULTILINE)
    assert re.search(r"^NoNewPrivs:\s+1$", status, re.MULTILINE)
    assert re.search(r"^Seccomp:\s+2$", status, re.MULTILINE)
    assert box.run(f"ps -o user= -p {pid(box)}").strip() == "companion"
    assert box.run("stat -c '%a %U' /var/lib/companion /var/lib/companion/journal.sqlite3") == (
        "700 companion\n600 companion\n"
    )


def test_systemctl_status_is_in_french(installed: Installed) -> None:
    box = installed.box
    assert property_of(box, UNIT, "Description") == "Compagnon de table"
    assert property_of(box, SETUP, "Description").startswith("Compagnon de table\u00a0: détection")
    assert "La table est à l’adresse" in property_of(box, UNIT, "StatusText") or "Les téléphones trouvent" in (
        property_of(box, UNIT, "StatusText")
    )


def test_service_may_use_only_lines_and_spinners(installed: Installed) -> None:
    allowed = property_of(installed.box, UNIT, "DeviceAllow")
    assert "/dev/gpiochip0 rw" in allowed
    assert "/dev/vda" not in allowed
    assert "char-ttyACM rw" in allowed, "a spinner may be plugged in later"


def test_table_is_listed_and_only_avahi_answers(installed: Installed) -> None:
    box = installed.box
    box.wait_for_command(listed("table.local"))
    assert set(re.findall(r'users:\(\("([^"]+)"', box.run("ss -Hulpn sport = 5353"))) == {"avahi-daemon"}


def test_table_is_found_by_avahis_replacement_name(installed: Installed) -> None:
    box = installed.box
    assert box.try_run(answers_to("table-2.local"))[0] != 0
    box.run("avahi-set-host-name table-2")
    box.wait_for_command(answers_to("table-2.local"))
    box.wait_for_command(listed("table-2.local"))
    box.run("avahi-set-host-name table")
    box.wait_for_command(listed("table.local"))


def test_table_is_listed_only_while_it_runs(installed: Installed) -> None:
    box = installed.box
    box.run(f"systemctl stop {UNIT}")
    box.wait_for_command(f"! {listed('table.local')}")  # avahi takes a moment to say goodbye
    box.run(f"systemctl start {UNIT}")
    box.wait_for_command(listed("table.local"))


def test_service_user_may_only_power_off_restart_and_name(installed: Installed) -> None:
    box = installed.box
    command = "runuser -u companion -- busctl call org.freedesktop.login1 /org/freedesktop/login1 "
    answers = {
        what: box.run(f"{command} org.freedesktop.login1.Manager Can{what}").strip()
        for what in ("PowerOff", "Reboot", "Halt", "Suspend")
    }
    assert answers["PowerOff"] == answers["Reboot"] == 's "yes"'
    assert answers["Halt"] != 's "yes"' != answers["Suspend"]
    for command in ("systemctl stop dbus.service", "timedatectl set-local-rtc 1", "timedatectl set-time 03:00"):
        status, answer = box.try_run(f"runuser -u companion -- {command} 2>&1")
        assert (status, "authentication required" in answer) == (1, True), f"{command}: {answer}"


def test_press_on_a_line_is_a_move(installed: Installed) -> None:
    dismiss_first_message(installed.box)
    assert installed.box.view()["entry"] == 0
    installed.box.press("ok")
    installed.box.press("back")
    assert installed.box.view()["entry"] == 2


def test_game_survives_a_power_cut(installed: Installed) -> None:
    before = installed.box.view()
    installed.pull_the_plug()
    box = installed.switch_on()
    box.wait_for_command(AT_WORK)
    box.join_network()
    assert box.view() == before
    assert before["badges"] == []


def test_killed_program_is_restarted(installed: Installed) -> None:
    box = installed.box
    dismiss_first_message(box)
    box.press("ok")
    wait_for_entry(box, 3)
    before = box.view()
    killed = pid(box)
    box.run(f"kill -9 {killed}")
    wait_for_restart(box, killed)
    assert box.view() == before


def test_hanging_desk_is_restarted_by_the_watchdog(installed: Installed) -> None:
    box = installed.box
    before = box.view()
    instead = (
        "[Service]\\nWatchdogSec=8\\nEnvironment=PYTHONPATH=/usr/share/companion:/usr/share/companion/vendor\\n"
        "ExecStart=\\nExecStart=/usr/bin/python3 /run/stuck.py run --service\\n"
    )
    dropin = f"/run/systemd/system/{UNIT}.d/stuck.conf"
    box.run(f"mkdir -p $(dirname {dropin}) && cp /root/stuck.py /run && printf '{instead}' >{dropin}")
    box.run(f"systemctl daemon-reload && systemctl restart {UNIT}")
    box.wait_for_command(AT_WORK)
    hangs = pid(box)
    # It feeds the watchdog while it works: three times its limit.
    box.run("sleep 24")
    assert pid(box) == hangs
    box.run(f"touch {STUCK}")
    box.press("seat1")
    wait_for_restart(box, hangs)
    assert "watchdog" in box.run(f"journalctl --no-pager -u {UNIT} | grep -i watchdog")
    box.run(f"rm {dropin} && systemctl daemon-reload && systemctl restart {UNIT}")
    box.wait_for_command(AT_WORK)
    assert box.view() == before


def test_spinner_plugged_in_later_can_be_used(installed: Installed, spinner: PluggedSpinner) -> None:
    box = installed.box
    dismiss_first_message(box)
    before = box.view()
    assert (before["entry"], box.status_line("spinner")) == (3, None)
    spinner.plug_in()
    box.wait_for_command(f"[ -c {NAME} ]")
    assert box.run(f"stat -L -c '%a %G' {NAME}") == "660 dialout\n"
    box.wait_until(lambda: box.status_line("spinner") is True)
    spinner.press(Key.UNDO)
    wait_for_entry(box, 2)
    spinner.press(Key.OK)
    wait_for_entry(box, 3)
    assert box.view()["seq"] == before["seq"] + 2


def test_spinner_unplugged_within_a_frame_is_missed(installed: Installed, spinner: PluggedSpinner) -> None:
    box = installed.box
    before = box.view()
    spinner.unplug_within_a_frame(Key.UNDO)
    assert box.try_run(f"[ -e {NAME} ]")[0] != 0
    box.wait_until(lambda: box.status_line("spinner") is False)
    box.press("undo")
    wait_for_entry(box, 2)
    assert box.view()["seq"] == before["seq"] + 1


def test_spinner_plugged_in_again_loses_and_doubles_nothing(installed: Installed, spinner: PluggedSpinner) -> None:
    box = installed.box
    before = box.view()
    program = pid(box)
    spinner.plug_in()
    box.wait_until(lambda: box.status_line("spinner") is True)
    assert box.view() == before
    for key, entry in ((Key.OK, 3), (Key.UNDO, 2), (Key.OK, 3)):
        spinner.press(key)
        wait_for_entry(box, entry)
    spinner.unplug()
    box.wait_until(lambda: box.status_line("spinner") is False)
    assert box.view()["seq"] == before["seq"] + 3
    assert pid(box) == program


def test_confined_detection_switches_a_bus_on_and_nothing_else(installed: Installed) -> None:
    box = installed.box
    # The changes of raspi-config, and one that the unit forbids.
    script = (
        "#!/bin/sh\\necho dtparam=i2c_arm=on >>/boot/firmware/config.txt\\n: >/etc/modprobe.d/raspi-blacklist.conf\\n"
        "echo i2c-dev >>/etc/modules\\nmodprobe i2c-dev\\n: >/etc/not-allowed\\ntrue\\n"
    )
    box.run("mkdir -p /boot/firmware && echo arm_64bit=1 >/boot/firmware/config.txt && touch /etc/modules")
    box.run(f"printf '{script}' >/usr/bin/raspi-config && chmod +x /usr/bin/raspi-config")
    box.run(f"systemctl restart {UNIT}")
    assert property_of(box, SETUP, "Result") == "success"
    assert box.run("cat /boot/firmware/config.txt") == "arm_64bit=1\ndtparam=i2c_arm=on\n"
    assert box.run("cat /boot/firmware/config.txt.before-companion") == "arm_64bit=1\n"
    assert "i2c-dev" in box.run("cat /etc/modules; ls /etc/modprobe.d/raspi-blacklist.conf")
    assert box.try_run("[ -e /etc/not-allowed ]")[0] != 0
    box.run("rm /usr/bin/raspi-config")


def test_slip_costs_only_its_setting(installed: Installed) -> None:
    box = installed.box
    box.run("printf 'volume = 9\\nlanguage = \"en\"\\n' >/etc/companion/settings.toml")
    box.run(f"systemctl restart {UNIT}")
    assert "settings.toml" in box.page()
    assert "settings.toml" in box.run(f"journalctl --no-pager -u {UNIT} -n 40 | grep 'line 1'")
    box.run("printf '' >/etc/companion/settings.toml")


def test_pages_work_without_the_board(installed: Installed) -> None:
    box = installed.box
    box.run("printf 'board = \"mine.toml\"\\n' >/etc/companion/settings.toml; echo '[keys' >/etc/companion/mine.toml")
    box.run(f"systemctl restart {UNIT}")
    assert "mine.toml" in box.page()
    assert box.view()["entry"] == 3
    box.run("printf '' >/etc/companion/settings.toml; rm /etc/companion/mine.toml")


def test_upgrade_during_a_game_loses_nothing(installed: Installed) -> None:
    box = installed.box
    before = box.view()
    box.run(f"dpkg --install /root/companion_{NEW}_all.deb")
    box.wait_for_command(AT_WORK)
    assert NEW in box.run("dpkg-query --show companion")
    assert box.view() == before
    dismiss_first_message(box)
    box.press("back")
    assert box.view()["entry"] == 4


def test_older_package_is_refused_for_a_newer_journal(installed: Installed) -> None:
    box = installed.box
    file = "/var/lib/companion/journal.sqlite3"
    box.run(f"systemctl stop {UNIT}; cp -p {file} /root/before")
    sql = f"import sqlite3; sqlite3.connect('{file}').execute('PRAGMA user_version = 77').connection.commit()"
    box.run(f'runuser -u companion -- python3 -c "{sql}"; cp -p {file} /root/newer')
    status, output = box.try_run("dpkg --install /root/companion_0.0.1_all.deb")
    assert status != 0
    assert "newer version" in output
    assert box.run(f"cmp {file} /root/newer") == ""
    assert NEW in box.run("dpkg-query --show companion")
    box.run(f"cp -p /root/before {file}; systemctl restart {UNIT}")
    assert box.view()["entry"] == 4


def test_confined_service_names_the_machine(installed: Installed) -> None:
    run_confined(installed.box, "hostnamectl hostname --static polo")
    assert installed.box.run("cat /etc/hostname") == "polo\n"


def test_confined_service_switches_the_machine_off(installed: Installed) -> None:
    box = installed.box
    before = box.view()
    # The command of the switch-off page, under all restrictions of the unit.
    run_confined(box, "systemctl poweroff", "--no-block")
    box.wait_for_power_off()
    installed.pull_the_plug()
    box = installed.switch_on()
    box.wait_for_command(AT_WORK)
    box.join_network()
    assert box.view() == before


def test_card_gives_settings_at_the_next_start(installed: Installed) -> None:
    box = installed.box
    box.run('printf \'board = "bench"\\nlanguage = "en"\\nname = "niccolo"\\n\' >/boot/companion.toml; sync')
    installed.pull_the_plug()
    box = installed.switch_on()
    box.wait_for_command(AT_WORK)
    assert box.run("cat /etc/hostname; hostname; ls /boot/companion*") == (
        "niccolo\nniccolo\n/boot/companion-read.toml\n"
    )
    assert box.run("cat /run/companion-setup/environment") == ("COMPANION_LANGUAGE=en\nCOMPANION_CHOSEN_BOARD=bench\n")
    box.join_network()
    box.wait_for_command(listed("niccolo.local"))
    box.run("rm /boot/companion-read.toml")


def test_removal_keeps_the_games_and_purge_deletes_them(installed: Installed) -> None:
    box = installed.box
    box.run("dpkg --remove companion")
    assert box.try_run(AT_WORK)[0] != 0
    assert box.run("ls /var/lib/companion/journal.sqlite3 /etc/companion/settings.toml")
    assert "config.txt keeps the line" in box.run("dpkg --purge companion")
    assert box.run("cat /boot/firmware/config.txt") == "arm_64bit=1\ndtparam=i2c_arm=on\n"
    files = box.run("find / -xdev -iname '*companion*' -not -path '/root/*'; getent passwd companion || true")
    # The drop-in is the test's own; the notes of dpkg and systemd on an earlier unit are theirs.
    assert [line for line in files.splitlines() if "/etc/systemd/system/companion.service.d" not in line] == []
