"""A web space on this machine: a folder that is served on loopback, with a signed repository for apt in it."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from systemd.release.apt_repository import make_repository
from tests.box.vm.parts import called

_DATE = datetime(2026, 1, 31, tzinfo=UTC)


@dataclass(frozen=True)
class WebSpace:
    """A folder that is served, and a secret OpenPGP key for what lies in it."""

    folder: Path
    address: str
    key: Path

    @property
    def sources(self) -> Path:
        """The file for apt's sources, once a signed repository is published."""
        return self.folder / "apt/companion.sources"

    def publish(self, package: Path, *, signed: bool = True) -> None:
        """Replace the repository by one with this package."""
        make_repository(self.folder / "apt", [package], _DATE, self.key if signed else None, f"{self.address}/apt/")


@contextmanager
def web_space() -> Iterator[WebSpace]:
    """Serve an empty folder within the context. Raises MachineError without gpg."""
    with tempfile.TemporaryDirectory(prefix="web-") as folder:
        home, space = Path(folder, "gpg"), Path(folder, "space")
        home.mkdir(mode=0o700)
        space.mkdir()
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(space)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield WebSpace(space, f"http://127.0.0.1:{server.server_port}", _openpgp_key(home))
        server.shutdown()
        server.server_close()


def _openpgp_key(home: Path) -> Path:
    key = home / "key.asc"
    gpg = ("gpg", "--homedir", home, "--batch", "--passphrase", "")
    called(*gpg, "--quick-generate-key", "Ada <ada@example.org>", "ed25519", "sign", "never")
    key.write_text(called(*gpg, "--armor", "--export-secret-keys"))
    called("gpgconf", "--homedir", home, "--kill", "all")
    return key


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass
