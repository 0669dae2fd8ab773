"""The spinner without its pins: its side of the line, its ring of lights, its keys. Runs on any Python."""

from .core import SpinnerCore

__all__ = ["SpinnerCore"]
