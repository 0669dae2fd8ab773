"""Frozen dataclasses that are cheap to define. Defining ordinary ones took half of the start.

The standard library writes and compiles six functions for each class. Here five are shared by all classes, and
`__init__` is written when the first object of a class is made: for most classes never, or long after the start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

_T = TypeVar("_T")


@overload
def frozen(cls: type[_T], /) -> type[_T]: ...


@overload
def frozen(*, kw_only: bool = False, slots: bool = True, eq: bool = True) -> Callable[[type[_T]], type[_T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    cls: type[_T] | None = None, /, *, kw_only: bool = False, slots: bool = True, eq: bool = True
) -> type[_T] | Callable[[type[_T]], type[_T]]:
    """Turn a class into the equivalent of `dataclass(frozen=True, slots=True)`.

    `fields`, `replace` and `match` work as with any dataclass. A generic class, or one with a `cached_property`, needs
    `slots=False`. A class made by `frozen` and an ordinary dataclass may not inherit from each other; the bases for
    games from elsewhere are therefore ordinary dataclasses.
    """

    def make(cls: type[_T]) -> type[_T]:
        return _frozen(cls, kw_only=kw_only, slots=slots, eq=eq)

    return make if cls is None else make(cls)


def _frozen(cls: type[_T], *, kw_only: bool, slots: bool, eq: bool) -> type[_T]:
    plain: type[_T] = dataclass(init=False, repr=False, eq=False, kw_only=kw_only, slots=slots)(cls)
    made: Any = plain
    given = {"__init__": _writing_init(made), "__repr__": _repr, "__setattr__": _refuse, "__delattr__": _refuse}
    if eq:
        compared = [one for one in fields(made) if one.compare]
        made._compared = _values_of(compared)
        made._hashed = _values_of([one for one in compared if one.hash is not False])
        given |= {"__eq__": _eq, "__hash__": _hash}
    for name, function in given.items():
        if made.__dict__.get(name) is None:  # Python sets `__hash__` to None in a class with `__eq__`
            setattr(made, name, function)
    return plain


def _values_of(some: list[Field[Any]]) -> Callable[[Any], Any]:
    return attrgetter(*(one.name for one in some)) if some else type


def _writing_init(cls: Any) -> Callable[..., None]:
    """Return an `__init__` that replaces itself by the real one on the first call."""

    def init(self: Any, *places: Any, **named: Any) -> None:
        cls.__init__ = _written_init(cls)
        cls.__init__(self, *places, **named)

    return init


def _written_init(cls: Any) -> Callable[..., None]:
    known: dict[str, Any] = {"__missing": MISSING, "__set": object.__setattr__}
    places, named, lines = ["self"], ["*"], []
    for one in fields(cls):
        name, value = one.name, one.name
        if one.default_factory is not MISSING:
            known[f"__default_{name}"] = MISSING
            known[f"__make_{name}"] = one.default_factory
            value = f"__make_{name}() if {name} is __missing else {name}" if one.init else f"__make_{name}()"
        elif one.default is not MISSING:
            known[f"__default_{name}"] = one.default
        if one.init:
            default = f" = __default_{name}" if f"__default_{name}" in known else ""
            (named if one.kw_only else places).append(name + default)
        slot = getattr(cls, name, None)
        if isinstance(slot, MemberDescriptorType):
            known[f"__set_{name}"] = slot.__set__
            lines.append(f"__set_{name}(self, {value})")
        else:
            lines.append(f"__set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join([*places, *(named if len(named) > 1 else ())])
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _repr(self: Any) -> str:
    told = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({told})"


def _eq(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._compared(self) == other._compared(other)


def _hash(self: Any) -> int:
    return hash(self._hashed(self))


def _refuse(self: Any, name: str, value: Any = None) -> NoReturn:
    raise FrozenInstanceError(f"cannot change field {name!r}")
