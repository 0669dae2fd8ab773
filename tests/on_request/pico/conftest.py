"""The images that were given, and a Pico on which the spinner's own program runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.on_request.pico.emulated import Pico, SpinnerLine, talking
from tests.on_request.pico.given_images import Images, given_images
from tests.on_request.pico.images import firmware_files


@pytest.fixture(scope="session")
def images() -> Images:
    return given_images()


@pytest.fixture(scope="module")
def pico(images: Images, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pico]:
    """Yield one Pico for all tests of a module, with the buzzer reported."""
    with Pico(images, firmware_files(), tmp_path_factory.mktemp("pico"), quiet=()) as pico:
        yield pico


@pytest.fixture(scope="module")
def talk(pico: Pico) -> Iterator[SpinnerLine]:
    yield from talking(pico)
