"""The software bill of materials: every package that the program needs, from the locks, as CycloneDX and as a list."""

from __future__ import annotations

import json
import re
import uuid
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

_LOCKS = ("requirements.txt", "requirements-pi.txt")
"""Locks of what the program needs to run. Tools that build and test it are not part of it."""
_BUILDER = "hatchling"
"""A package in these locks that only builds the program, as do those that it alone needs."""
_NEEDED_BY = re.compile(r"^    #(?: via| {3}) ?([\w-]+)", re.MULTILINE)
_ENTRY = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_NAMESPACE = uuid.UUID("6c0ba80e-6f0b-5b0e-9f0e-0c0ffee00061")


@dataclass(frozen=True, slots=True)
class LockedPackage:
    """A package with the version and the hashes that a lock names."""

    name: str
    version: str
    hashes: tuple[str, ...]
    """SHA-256 of each published file that the lock accepts."""


def locked_packages(checkout: Path) -> list[LockedPackage]:
    """Return the packages that the program needs to run, by name."""
    packages: dict[str, LockedPackage] = {}
    for lock in _LOCKS:
        for entry in re.split(r"^(?=[A-Za-z0-9])", (checkout / lock).read_text("utf-8"), flags=re.MULTILINE):
            match = _ENTRY.match(entry)
            if match and match[1] != _BUILDER and {*_NEEDED_BY.findall(entry)} != {_BUILDER}:
                packages[match[1]] = LockedPackage(match[1], match[2], tuple(_HASH.findall(entry)))
    return sorted(packages.values(), key=lambda package: package.name)


def versions_list(packages: list[LockedPackage]) -> str:
    """Return one line for each package: its name and its version."""
    return "".join(f"{package.name} {package.version}\n" for package in packages)


def cyclonedx(version: str, date: datetime, packages: list[LockedPackage], fonts: list[str]) -> str:
    """Return the bill of materials in the form CycloneDX 1.6, as JSON. It only depends on the arguments."""
    own = {**_component("companion", version, f"pkg:pypi/companion@{version}"), "type": "application"}
    body = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_NAMESPACE, version)}",
        "version": 1,
        "metadata": {"timestamp": f"{date:%Y-%m-%dT%H:%M:%SZ}", "component": own},
        "components": [*(_locked(package) for package in packages), *(_font(name) for name in fonts)],
        "dependencies": [{"ref": own["bom-ref"], "dependsOn": [_address(package) for package in packages]}],
    }
    return json.dumps(body, indent=2) + "\n"


def _locked(package: LockedPackage) -> dict[str, Any]:
    hashes = [{"alg": "SHA-256", "content": content} for content in package.hashes]
    reference = {"type": "distribution", "url": f"https://pypi.org/project/{package.name}/{package.version}/"}
    return {
        **_component(package.name, package.version, _address(package)),
        "externalReferences": [{**reference, "hashes": hashes}],
    }


def _font(name: str) -> dict[str, Any]:
    return {"type": "data", "bom-ref": f"font:{name}", "name": name, "licenses": [{"license": {"id": "OFL-1.1"}}]}


def _component(name: str, version: str, address: str) -> dict[str, Any]:
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}


def _address(package: LockedPackage) -> str:
    return f"pkg:pypi/{package.name}@{package.version}"
