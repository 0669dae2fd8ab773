"""The machine's kernel: Debian's own, gpio-sim built for it from Debian's source, and its initial files."""

from __future__ import annotations

import lzma
import re
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path

from tests.box.vm.cpio import archive
from tests.box.vm.parts import HERE, MachineError, cached, called

HEADERS = Path("/usr/src")
BUSYBOX = Path("/bin/busybox")
MODULES = ("configfs", "virtio_pci", "virtio_console", "virtio_blk", "virtio_net", "crc32c_generic", "ext4",
           "vfat", "nls_cp437", "nls_ascii")  # fmt: skip
"""Modules that the stock kernel does not have built in; their dependencies are included."""
PLUGGED = ("dummy_hcd", "g_serial", "usb_f_acm", "cdc_acm")
"""Modules that an installed Debian loads on demand: a USB port, both ends of a cable, and its serial line."""
SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
REPAIRS = (
    # A module may not call the kernel's own function here; the second one is its equivalent for modules.
    ("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq(irqnum)"),
    # The loop never returns to a lower line that changed meanwhile, and handles one that another processor took.
    ("find_next_bit(work_ctx->pending,\n\t\t\t\t       work_ctx->irq_count, offset)",
     "find_first_bit(work_ctx->pending, work_ctx->irq_count)"),
    ("clear_bit(offset, work_ctx->pending);",
     "if (!test_and_clear_bit(offset, work_ctx->pending))\n\t\t\tcontinue;"),
)  # fmt: skip
"""Changes to irq_sim.c so that it can be a module and loses no edge."""
MAKEFILE = "obj-m += gpiosim.o\ngpiosim-y := gpio-sim.o irq_sim.o\nccflags-y += -DCONFIG_IRQ_SIM=1\n"


def kernel() -> Path:
    """Return a folder with `vmlinux`, `initrd` and `modules`, made if needed. Raises MachineError.

    `modules` is laid out as Debian's /usr/lib: a folder of the kernel's version, with the modules of PLUGGED.
    """
    version = _version()
    sources = [version, *(path.read_text() for path in (HERE / "init", HERE / "kernel.py", HERE / "cpio.py"))]
    return cached("kernel", sources, lambda folder: _make(version, folder))


def _version() -> str:
    """Return the version of the installed headers, such as `6.1.0-56-amd64`."""
    match = [path.name.removeprefix("linux-headers-") for path in HEADERS.glob("linux-headers-*-amd64")]
    if not match:
        raise MachineError("The headers of Debian's kernel are missing: install linux-headers-amd64")
    return max(match, key=lambda name: [int(part) for part in re.findall(r"\d+", name)])


def _make(version: str, folder: Path) -> None:
    work = folder / "work"
    work.mkdir()
    try:
        called("apt-get", "download", f"linux-image-{version}", folder=work)
    except MachineError as error:
        raise MachineError(f"{error}\nTry apt-get update, and linux-headers-amd64 of the same day") from error
    called("dpkg", "-x", *work.glob("linux-image-*.deb"), work / "image")
    (folder / "vmlinux").write_bytes(_unpacked((work / f"image/boot/vmlinuz-{version}").read_bytes()))
    files = {path.stem: path for path in (work / "image").rglob("*.ko")}
    modules = _with_needed(MODULES, files)
    modules.append(_gpio_sim(version, work))
    (folder / "initrd").write_bytes(_first_files(modules))
    later = folder / "modules" / version
    later.mkdir(parents=True)
    for path in _with_needed(PLUGGED, files):
        shutil.copy(path, later)
    shutil.rmtree(work)


def _unpacked(boot: bytes) -> bytes:
    """Return the kernel in a bzImage. Emulated, it would take three seconds to unpack at every start.

    Source: Documentation/x86/boot.rst of the kernel, fields setup_sects, payload_offset and payload_length.
    """
    start, length = struct.unpack_from("<II", boot, 0x248)
    payload = boot[(boot[0x1F1] + 1) * 512 + start :][:length]
    if payload[:6] != b"\xfd7zXZ\x00":
        raise MachineError("Debian's kernel is packed in another way than by xz; tests/box/vm/kernel.py must learn it")
    return lzma.LZMADecompressor().decompress(payload)


def _with_needed(names: tuple[str, ...], files: dict[str, Path]) -> list[Path]:
    """Return the files of these modules, each after its dependencies."""
    ordered: dict[str, Path] = {}

    def add(name: str) -> None:
        path = files.get(name) or files.get(name.replace("_", "-"))
        if path is None:
            raise MachineError(f"Debian's kernel has no module {name} any more")
        if name not in ordered:
            needed = re.search(rb"\0depends=([^\0]*)\0", path.read_bytes())
            for required in needed[1].decode().split(",") if needed and needed[1] else ():
                add(required)
            ordered[name] = path

    for name in names:
        add(name)
    return list(ordered.values())


def _gpio_sim(version: str, work: Path) -> Path:
    """Build the kernel's simulated lines, which Debian leaves out, as a module; return its file."""
    version_series = ".".join(version.split(".")[:2])
    packed = HEADERS / f"linux-source-{version_series}.tar.xz"
    if not packed.exists():
        raise MachineError(f"The source of Debian's kernel is missing: install linux-source-{version_series}")
    called("tar", "-xJf", packed, "-C", work, "--occurrence=1", "--wildcards", *(f"*/{name}" for name in SOURCES))
    built = work / "gpio-sim"
    built.mkdir()
    for name in SOURCES:
        shutil.copy(next(work.glob(f"linux-source-*/{name}")), built)
    code = (built / "irq_sim.c").read_text()
    for old, new in REPAIRS:
        if code.count(old) != 1:
            raise MachineError(f"irq_sim.c of Debian's kernel has changed: {old!r} is not in it once")
        code = code.replace(old, new)
    (built / "irq_sim.c").write_text(code)
    (built / "Makefile").write_text(MAKEFILE)
    called("make", "-s", "-C", HEADERS / f"linux-headers-{version}", f"M={built}", "modules")
    return built / "gpiosim.ko"


def _first_files(modules: list[Path]) -> bytes:
    if not BUSYBOX.exists():
        raise MachineError(f"{BUSYBOX} is missing: install busybox-static")

    def files() -> Iterator[tuple[str, bytes | None]]:
        for name in ("bin", "dev", "modules", "new", "proc", "sys"):
            yield name, None
        yield "bin/busybox", BUSYBOX.read_bytes()
        yield "init", (HERE / "init").read_bytes()
        for number, path in enumerate(modules):
            yield f"modules/{number:02}-{path.name}", path.read_bytes()

    return archive(files())
