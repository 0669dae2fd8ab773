"""The machine's other disk: a small Debian 13, with the companion's package installed as on a Pi."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.box.vm.kernel import kernel
from tests.box.vm.parts import CHECKOUT, HERE, MachineError, cached, called

SUITE = "trixie"
ARCHIVE = f"deb http://deb.debian.org/debian {SUITE} main"
"""The original release. Its updates change from day to day, and their archives are not always complete."""
_KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
_SYSTEM = ("systemd-sysv", "udev", "kmod", "iproute2", "procps", "micropython")
"""Packages in the root besides those that ours depends on: those that boot it and load its modules, its network, tools
to look at processes, and the interpreter of the spinner's program."""
_UNWANTED = ("doc", "man", "locale", "info", "bash-completion", "zoneinfo")
"""Folders of /usr/share that no test reads."""
_MASKED = (
    "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "e2scrub_reap.service",
    "fstrim.timer", "getty.target", "systemd-networkd-wait-online.service", "systemd-firstboot.service",
    "systemd-update-utmp.service", "systemd-pstore.service", "systemd-hwdb-update.service",
)  # fmt: skip
"""Units that a box may have, and that would only cost an emulated processor time."""
_MEGABYTES = 640


def debian_root() -> Path:
    """Return a folder with Debian 13 and all dependencies of the package, made if needed. Raises MachineError."""
    wanted = [*_SYSTEM, *depends((CHECKOUT / "systemd/debian/control").read_text())]
    return cached("debian", [ARCHIVE, *wanted, *_UNWANTED], lambda folder: _make_root(wanted, folder)) / "root"


def unpacked(package: str) -> Path:
    """Return a folder with the files of a package of Debian 13 and of all its dependencies, made if needed.

    Nothing is installed, so it needs no root. Raises MachineError, also without apt.
    """
    if shutil.which("apt-get") is None or not _KEYS.exists():
        raise MachineError(f"it takes apt-get, and Debian's keys in {_KEYS}: install debian-archive-keyring")
    return cached(package, [ARCHIVE], lambda folder: _unpack(package, folder)) / "root"


def runnable(root: Path, program: str) -> list[str | Path]:
    """Return the words that run a program of such a folder on any Debian, with its own loader and libraries."""
    usr = root / "usr"
    [loader] = usr.glob("lib*/ld-linux*.so.?")
    libraries = loader.resolve().parent
    file = next(path for folder in ("bin", "sbin") if (path := usr / folder / program).exists())
    return [loader, "--library-path", f"{libraries}:{libraries / 'systemd'}", file]


def _unpack(package: str, folder: Path) -> None:
    work = folder / "work"
    archives = work / "archives"
    for place in (work / "lists/partial", archives / "partial"):
        place.mkdir(parents=True)
    (work / "status").touch()
    (work / "sources.list").write_text(ARCHIVE.replace("deb ", f"deb [signed-by={_KEYS}] "))
    options = (
        f"Dir::Etc::SourceList={work}/sources.list", "Dir::Etc::SourceParts=/dev/null", "Acquire::Languages=none",
        f"Dir::State={work}", f"Dir::State::Status={work}/status", f"Dir::Cache={work}", "APT::Sandbox::User=",
    )  # fmt: skip
    apt = ("apt-get", *(f"--option={option}" for option in options))
    called(*apt, "update")
    called(*apt, "install", "--yes", "--download-only", "--no-install-recommends", package)
    for file in archives.glob("*.deb"):
        called("dpkg-deb", "--extract", file, folder / "root")
    shutil.rmtree(work)


def depends(control: str) -> list[str]:
    """Return the packages that the one in this control file depends on, without versions."""
    match = re.search(r"^Depends:\n((?: .*\n)+)", control, re.MULTILINE)
    assert match is not None
    words = (entry.split()[0].rstrip(",") for entry in match[1].splitlines())
    return [word for word in words if not word.startswith("$")]


def inside(root: Path, command: Sequence[str], variables: Mapping[str, str], user: str = "root") -> list[str]:
    """Return the words that run a command in a root of Debian as one of its users, with no other variables.

    It has /proc, /dev and /sys while it runs, and all its children end with it. Only root may run them.
    """
    home = "/root" if user == "root" else f"/home/{user}"
    script = (
        'root=$1 user=$2; shift 2; mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"; '
        'mount --rbind /sys "$root/sys"; exec chroot --userspec="$user:$user" "$root" env -i "$@"'
    )
    environment = {"HOME": home, "USER": user, "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
    words = [f"{name}={value}" for name, value in {**environment, **variables}.items()]
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    return [*apart, "bash", "-c", script, "inside", str(root), user, *words, *command]


def as_version(package: Path, version: str) -> Path:
    """Return the same package under another version, in the same folder. Raises MachineError."""
    tree = package.parent / version
    called("dpkg-deb", "--raw-extract", package, tree)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", f"Version: {version}", control.read_text(), flags=re.MULTILINE))
    called("dpkg-deb", "--root-owner-group", "--build", tree, package.parent)
    return package.parent / f"companion_{version}_all.deb"


def installed_image(package: Path, files: Sequence[Path], state: Path, image: Path) -> None:
    """Write a disk with a package installed, these files in /root, and the games of this folder.

    Raises MachineError.
    """
    with tempfile.TemporaryDirectory(prefix="installed-") as folder:
        root = Path(folder, "root")
        called("cp", "-a", debian_root(), root)
        for file in (package, *files):
            shutil.copy(file, root / "root")
        called("chroot", root, "dpkg", "--install", f"/root/{package.name}")
        _furnish(root)
        for modules in (kernel() / "modules").iterdir():
            shutil.copytree(modules, root / "usr/lib/modules" / modules.name)
            called("chroot", root, "depmod", modules.name)
        shutil.copytree(state, root / "var/lib/companion", dirs_exist_ok=True)
        called("chroot", root, "chown", "-R", "companion:companion", "/var/lib/companion")
        called("chmod", "700", root / "var/lib/companion")
        called("mke2fs", "-q", "-t", "ext4", "-b", "4096", "-d", root, image, f"{_MEGABYTES}M")


def _make_root(wanted: Sequence[str], folder: Path) -> None:
    if os.geteuid() != 0:
        raise MachineError("A root of Debian can only be made by root")
    options = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in _UNWANTED]
    called(
        "mmdebstrap", "--quiet", "--variant=minbase", *options, '--aptopt=Apt::Install-Recommends "false"',
        f"--include={','.join(wanted)}", SUITE, folder / "root", ARCHIVE,
    )  # fmt: skip


def _furnish(root: Path) -> None:
    """Add what a machine has but no package brings: a name, a Pi's processor, and a connection to the host."""
    etc = root / "etc"
    (etc / "hostname").write_text("table\n")
    (etc / "machine-id").write_text("0123456789abcdef0123456789abcdef\n")
    (etc / "fstab").write_text("")
    (etc / "pi-cpuinfo").write_text("Hardware\t: BCM2835\nRevision\t: c03115\n")
    system = etc / "systemd/system"
    for unit in _MASKED:
        (system / unit).unlink(missing_ok=True)
        (system / unit).symlink_to("/dev/null")
    # gpiozero reads the model of the Pi from /proc/cpuinfo: for the service it is a 4B.
    dropin = system / "companion.service.d/pi.conf"
    dropin.parent.mkdir()
    dropin.write_text("[Service]\nBindReadOnlyPaths=/etc/pi-cpuinfo:/proc/cpuinfo\n")
    talk = root / "usr/local/bin/talk"
    shutil.copy(HERE / "talk", talk)
    talk.chmod(0o755)
    (system / "talk.service").write_text(
        "[Unit]\nDefaultDependencies=no\nAfter=sysinit.target\n[Service]\nExecStart=/usr/local/bin/talk\n"
        "[Install]\nWantedBy=sysinit.target\n"
    )
    wants = system / "sysinit.target.wants"
    wants.mkdir(exist_ok=True)
    (wants / "talk.service").symlink_to("/etc/systemd/system/talk.service")
