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
    made_class: Any = plain
    methods = {"__init__": _writing_init(made_class), "__repr__": _repr, "__setattr__": _refuse, "__delattr__": _refuse}
    if eq:
        compared = [field_ for field_ in fields(made_class) if field_.compare]
        made_class._compared = _values_of(compared)
        made_class._hashed = _values_of([field_ for field_ in compared if field_.hash is not False])
        methods |= {"__eq__": _eq, "__hash__": _hash}
    for name, function in methods.items():
        if made_class.__dict__.get(name) is None:  # Python sets `__hash__` to None in a class with `__eq__`
            setattr(made_class, name, function)
    return plain


def _values_of(some: list[Field[Any]]) -> Callable[[Any], Any]:
    return attrgetter(*(field_.name for field_ in some)) if some else type


def _writing_init(cls: Any) -> Callable[..., None]:
    """Return an `__init__` that replaces itself by the real one on the first call."""

    def init(self: Any, *places: Any, **named: Any) -> None:
        cls.__init__ = _written_init(cls)
        cls.__init__(self, *places, **named)

    return init


def _written_init(cls: Any) -> Callable[..., None]:
    names: dict[str, Any] = {"__missing": MISSING, "__set": object.__setattr__}
    places, named, lines = ["self"], ["*"], []
    for field_ in fields(cls):
        name, value = field_.name, field_.name
        if field_.default_factory is not MISSING:
            names[f"__default_{name}"] = MISSING
            names[f"__make_{name}"] = field_.default_factory
            value = f"__make_{name}() if {name} is __missing else {name}" if field_.init else f"__make_{name}()"
        elif field_.default is not MISSING:
            names[f"__default_{name}"] = field_.default
        if field_.init:
            default = f" = __default_{name}" if f"__default_{name}" in names else ""
            (named if field_.kw_only else places).append(name + default)
        slot = getattr(cls, name, None)
        if isinstance(slot, MemberDescriptorType):
            names[f"__set_{name}"] = slot.__set__
            lines.append(f"__set_{name}(self, {value})")
        else:
            lines.append(f"__set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join([*places, *(named if len(named) > 1 else ())])
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), names)
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _repr(self: Any) -> str:
    values = ", ".join(f"{field_.name}={getattr(self, field_.name)!r}" for field_ in fields(self) if field_.repr)
    return f"{type(self).__qualname__}({values})"


def _eq(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._compared(self) == other._compared(other)


def _hash(self: Any) -> int:
    return hash(self._hashed(self))


def _refuse(self: Any, name: str, value: Any = None) -> NoReturn:
    raise FrozenInstanceError(f"cannot change field {name!r}")
