"""Tests of the files that are made for the package: manual pages, documents, and the copyright."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from email.parser import Parser
from pathlib import Path

import pytest

from systemd.debian_copyright import debian_copyright
from systemd.man_pages import write_man_pages
from systemd.packaged_docs import FOLDER, copy_documents, installed_path
from systemd.release.maintainer import CHECKOUT, DOCUMENTS, NO_MAIL, Maintainer, language_of, read_maintainer
from tests.test_docs import COMMANDS, anchors, links

DATE = datetime(2026, 1, 31, tzinfo=UTC)
OURS = Maintainer("Ada", "ada@example.org", "https://example.org/companion/")

# Manual pages


@pytest.fixture(scope="module")
def man_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the manual pages by their commands."""
    folder = tmp_path_factory.mktemp("man")
    files = write_man_pages(folder, "0.1.0", DATE)
    return {path.stem.replace("-", " "): path.read_text("utf-8") for path in files}


def test_each_command_has_a_manual_page(man_pages: dict[str, str]) -> None:
    assert {f"companion {command.replace('-', ' ')}" for command in COMMANDS} <= {*man_pages}
    assert all(page.startswith('.TH "COMPANION') for page in man_pages.values())


def test_manual_page_has_every_option_and_sentence(man_pages: dict[str, str]) -> None:
    page = man_pages["companion run"]
    assert page.splitlines()[0] == '.TH "COMPANION\\-RUN" "1" "2026-01-31" "companion 0.1.0" "User Commands"'
    assert "companion\\-run \\- Run the table until it is switched off\n" in page
    assert ".TP\n.B \\-\\-simulate\nDraw the box in the browser; no hardware is needed.\n" in page
    assert "\\-h, \\-\\-help" in page
    assert ".BR companion (1)" in page


def test_manual_page_of_a_group_lists_its_commands(man_pages: dict[str, str]) -> None:
    assert ".TP\n.B flash\n" in man_pages["companion spinner"]
    assert ".BR companion\\-spinner\\-flash (1)" in man_pages["companion spinner"]


def test_no_line_of_a_manual_page_is_an_unknown_request(man_pages: dict[str, str]) -> None:
    requests = {line.split()[0] for page in man_pages.values() for line in page.splitlines() if line[:1] in (".", "'")}
    assert requests <= {".TH", ".SH", ".B", ".BR", ".TP", ".PP"}


# Documents


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the documents of the package."""
    folder = tmp_path_factory.mktemp("documents")
    copy_documents(folder)
    return folder


def test_package_has_all_guides_in_both_languages(documents: Path) -> None:
    guides = ("README", "docs/pi/README", "docs/pi/bench", "docs/pi/bonnet", "docs/pi/waveshare", "hardware/README")
    assert all((documents / f"{name}{ending}.md").is_file() for name in guides for ending in ("", ".fr"))
    assert (documents / "docs/chance.md").is_file()


def test_every_link_leads_somewhere_once_installed(documents: Path) -> None:
    pages = [*documents.rglob("*.md")]
    assert [f"{page.name}: {target}" for page in pages for target in _dead_links(page)] == []
    assert len(pages) > 30


def _dead_links(page: Path) -> Iterator[str]:
    text = page.read_text("utf-8")
    for target in [*links(re.sub(r"`[^`\n]+`\]", "]", text)), *re.findall(r'<img src="([^"]+)"', text)]:
        path, _, anchor = target.partition("#")
        installed = path.startswith(("https://", "/usr/share/companion/", "/usr/lib/", "/etc/", f"{FOLDER}/copyright"))
        there = page.parent / path if path else page
        if not installed and (not there.is_file() or (anchor and anchor not in anchors(there))):
            yield target


def test_links_to_the_program_are_those_of_the_package(documents: Path) -> None:
    assert "](/usr/share/companion/companion/boards/bench.toml)" in (documents / "hardware/README.md").read_text()
    assert installed_path(Path("web/verify.html")) == Path("/usr/share/companion/companion/web/verify.html")
    assert installed_path(Path("tests/depth.py")) is None
    assert "](tests/depth.py)" not in (documents / "CONTRIBUTING.md").read_text()
    assert "](make_deb.py)" not in (documents / "systemd/README.md").read_text()


# Copyright


def _wheel(folder: Path, licence: bytes = b"", kind: str = "MIT") -> Path:
    path = folder / "luma_core-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("luma_core-1.0.dist-info/METADATA", f"Name: luma.core\nAuthor: Grace\nLicense: {kind}\n")
        if licence:
            wheel.writestr("luma_core-1.0.dist-info/LICENSE.rst", licence)
    return path


def test_copyright_can_be_read_by_programs(tmp_path: Path) -> None:
    wheel = _wheel(tmp_path, b"The licence\r\n\r\nCopyright (c) 2017 Grace\r\nAS IS\r\n")
    text = debian_copyright(OURS, [wheel])
    head, *paragraphs = [Parser().parsestr(part) for part in re.split(r"\n\n(?=\S)", text)]
    assert head["Format"] == "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
    assert (head["Upstream-Contact"], head["Source"]) == ("Ada <ada@example.org>", "https://example.org/companion/")
    assert all(part["Files"] and part["Copyright"] and part["License"] for part in paragraphs)
    assert [part["License"].split()[0] for part in paragraphs] == ["Expat", "OFL-1.1", "OFL-1.1", "Expat"]
    assert paragraphs[-1]["Copyright"] == "2017 Grace"
    assert "\r" not in text
    assert " The licence\n .\n Copyright" in text


@pytest.mark.parametrize(("licence", "kind"), [(b"", "MIT"), (b"Copyright Grace", "unheard of")])
def test_wheel_without_a_known_licence_is_refused(tmp_path: Path, licence: bytes, kind: str) -> None:
    with pytest.raises(ValueError, match="luma_core"):
        debian_copyright(OURS, [_wheel(tmp_path, licence, kind)])


# The maintainer


def test_documents_have_the_address_of_the_downloads() -> None:
    maintainer = read_maintainer()
    for document in DOCUMENTS:
        text = (CHECKOUT / document).read_text("utf-8")
        assert "<!-- downloads -->" in text, document
        assert maintainer.fill(text, language_of(document)) == text, (
            f"run python -m systemd.release.maintainer for {document}"
        )


def test_missing_address_is_written_so() -> None:
    place = "<!-- downloads -->old\nwords<!-- /downloads -->."
    assert OURS.fill(place, "en") == (
        "<!-- downloads -->You can [download the package](https://example.org/companion/)<!-- /downloads -->."
    )
    assert "Demande le paquet" in Maintainer("Ada").fill(place, "fr")
    assert Maintainer("Ada").contact == f"Ada <{NO_MAIL}>"


@pytest.mark.parametrize("wrong", [("ada",), ("ada@example", ""), ("", "example.org/"), ("", "https://example.org")])
def test_wrong_address_is_refused(wrong: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"pyproject\.toml"):
        Maintainer("Ada", *wrong)
