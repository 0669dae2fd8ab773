"""What the spinner does, apart from any pin: its side of the line, its ring of lights, its keys. Runs on any Python."""

from .core import Spinner

__all__ = ["Spinner"]
