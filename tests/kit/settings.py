"""The settings that there are."""

from __future__ import annotations

from dataclasses import fields

from companion.system.settings import Settings

EVERY_SETTING = tuple(field.name for field in fields(Settings) if field.name != "source")
"""Their names, in the order in which they are told."""
