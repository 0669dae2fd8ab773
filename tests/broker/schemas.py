"""The JSON Schemas of the messages, and a check of a message against its own."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema

BOX = "0123456789abcdef"
HOME_ASSISTANT = Path(__file__).with_name("home_assistant_sensor.json")


def schema(name: str) -> Any:
    """Return a JSON Schema of the package."""
    return json.loads(resources.files("companion.broker").joinpath("schemas", f"{name}.json").read_text("utf-8"))


def check(message: Any, of: Any) -> None:
    """Raise ValidationError unless the message follows the schema."""
    jsonschema.Draft202012Validator.check_schema(of)
    jsonschema.validate(message, of, jsonschema.Draft202012Validator)
