"""The login for a broker: the owner's file with user and password, which nobody else may read."""

from __future__ import annotations

import stat
from pathlib import Path

from companion.support.frozen_dataclasses import frozen
from companion.support.settings_errors import OnSettingsError, SettingsError, raise_error
from companion.system.settings import Settings, read_toml

_FIELDS = ("user", "password")


@frozen
class BrokerLogin:
    """User and password for a broker."""

    user: str
    password: str

    def __repr__(self) -> str:
        """Return a text without the password: a log may have it."""
        return f"BrokerLogin({self.user!r})"


def read_login(path: Path) -> BrokerLogin:
    """Return the login in a file.

    Raises SettingsError if it cannot be read, others than its owner may read it, or it has anything but the two texts.
    """
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise SettingsError(path, None, "config.unreadable", cause=error.strerror or str(error)) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise SettingsError(path, None, "config.login_readable", file=str(path))
    toml = read_toml(path)
    for key, value in toml.entries.items():
        if key not in _FIELDS or not isinstance(value, str) or not value:
            raise SettingsError(path, toml.line(key), "config.login_fields")
    if set(toml.entries) != set(_FIELDS):
        raise SettingsError(path, None, "config.login_fields")
    return BrokerLogin(**toml.entries)


def login_of(settings: Settings, on_slip: OnSettingsError = raise_error) -> BrokerLogin | None:
    """Return the login that the settings name, or None; an unusable file is a slip."""
    if not settings.mqtt_login:
        return None
    try:
        return read_login(Path(settings.mqtt_login))
    except SettingsError as slip:
        on_slip(slip)
        return None
