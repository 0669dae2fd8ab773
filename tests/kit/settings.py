"""The names of all settings."""

from __future__ import annotations

from dataclasses import fields

from companion.system.settings import Settings

EVERY_SETTING = tuple(field.name for field in fields(Settings) if field.name != "source")
"""Names of the settings, in display order."""
