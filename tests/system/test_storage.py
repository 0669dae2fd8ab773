"""Tests of volatile storage: the mounts of cards, of protected cards and of memory, as Linux lists them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.system.volatile_storage import MOUNTS, Mount, mounts, volatile_kind, volatile_kind_here

CARD = """\
21 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw
22 21 0:5 / /dev rw,nosuid shared:2 - devtmpfs udev rw,size=1k
23 21 0:20 / /run rw,nosuid,nodev shared:5 master:2 - tmpfs tmpfs rw,mode=755
24 21 179:1 / /boot/firmware rw,relatime shared:6 - vfat /dev/mmcblk0p1 rw
25 21 8:1 / /media/my\\040stick rw shared:7 - exfat /dev/sda1 rw
26 21 0:40 / /home/mara rw - tmpfs tmpfs rw
27 26 8:2 / /home/mara/games rw - ext4 /dev/sda2 rw
28 21 254:0 / /var/log rw - ext4 /dev/zram0 rw
"""
PROTECTED = """\
21 1 0:23 / / rw,relatime - overlay overlay rw,lowerdir=/lower,upperdir=/upper/data,workdir=/upper/work
22 21 179:3 / /var/lib/companion rw - ext4 /dev/mmcblk0p3 rw
"""


@pytest.mark.parametrize(
    ("path", "listed", "kind"),
    [
        ("/var/lib/companion", CARD, ""),
        ("/run/companion", CARD, "tmpfs"),
        ("/runner/companion", CARD, ""),
        ("/home/mara/.local/state/companion", CARD, "tmpfs"),
        ("/home/mara/games", CARD, ""),
        ("/media/my stick/games", CARD, ""),
        ("/var/log/companion", CARD, "ext4"),
        ("/home/mara/.local/state/companion", PROTECTED, "overlay"),
        ("/var/lib/companion", PROTECTED, ""),
        ("/var/lib/companion", "21 1 0:2 / / ro - squashfs /dev/loop0 ro\n", "squashfs"),
        ("/var/lib/companion", "", ""),
    ],
)
def test_path_is_judged_by_its_mount(path: str, listed: str, kind: str) -> None:
    assert volatile_kind(Path(path), listed) == kind


def test_later_mount_at_one_point_counts() -> None:
    first, second = "30 1 8:1 / /srv rw - ext4 /dev/sda1 rw\n", "31 1 0:9 / /srv rw - tmpfs tmpfs rw\n"
    assert volatile_kind(Path("/srv/games"), first + second) == "tmpfs"
    assert volatile_kind(Path("/srv/games"), second + first) == ""


def test_invalid_lines_are_ignored() -> None:
    listed = """\
nonsense
21 1 - ext4
21 1 8:1 / - ext4 /dev/sda1 rw
21 1 8:1 / /a rw - ext4

40 21 8:1 / /a\\134b rw - ext4 /dev/my\\011disk rw
"""
    assert mounts(listed) == (Mount("/a\\b", "ext4", "/dev/my\tdisk"),)


def test_links_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = tmp_path / "mountinfo"
    listed.write_text(f"1 1 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 0:9 / {tmp_path.resolve()}/memory rw - tmpfs none rw\n")
    monkeypatch.setattr("companion.system.volatile_storage.MOUNTS", listed)
    (tmp_path / "memory").mkdir()
    (tmp_path / "state").symlink_to("memory")
    assert volatile_kind_here(tmp_path / "state" / "to-be") == "tmpfs"
    assert volatile_kind_here(tmp_path / "other") == ""


def test_without_a_list_of_mounts_nothing_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Path("/proc/self/mountinfo") == MOUNTS
    monkeypatch.setattr("companion.system.volatile_storage.MOUNTS", tmp_path / "none")
    assert volatile_kind_here(tmp_path) == ""
