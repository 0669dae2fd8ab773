"""Set-up of one game: the options, checked and merged with the figures of the edition."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from tests.games.classic.reference.fields import (
    Card,
    check_names,
    integer,
    integer_in,
    listing,
    mapping,
    switch,
    text,
    word,
)
from tests.games.classic.reference.figures import (
    ATTACK,
    MOVE_BONUSES,
    PROFILE,
    ROUTES,
    SEATS,
    SECTORS,
    SPACES,
    SWITCHES,
    TRACKINGS,
    merge,
)
from tests.kit.reference_games import RefusedError


@dataclass(frozen=True)
class Setup:
    """Everything that is fixed before the first move; sums in besants."""

    seats: int
    tracking: str
    switches: frozenset[str]
    move_bonus: int
    start: int
    colours: tuple[str, ...]
    printed: dict[Card, int]
    """Number of copies of each goods card."""
    hasards: int
    """Hasards in each stack."""
    price: int
    max_bought: int
    trade_price: int
    ransom: int
    gifts: int
    gift_value: int
    table_value: int
    secret_value: int
    threshold: int
    each_of: tuple[str, ...]
    min_each: int
    max_each: int
    sectors: tuple[dict[str, int | str], ...]
    towns: tuple[str, ...]
    posts: dict[str, str | None]
    """Colour of the post at Khanbalik and in mission towns, None where there is no post."""

    @property
    def full(self) -> bool:
        """Tell if goods cards are tracked."""
        return self.tracking == "full"

    def on(self, name: str) -> bool:
        """Tell if an option that is on or off is on."""
        return name in self.switches


def make_setup(names: list[str], options: dict[str, Any]) -> Setup:
    """Return the set-up for these players and options, or refuse what is wrong in them."""
    if len(names) not in SEATS:
        raise RefusedError("Marco Polo is for 2 to 4 players")
    check_names(mapping(options, "options"), (), ("tracking", "move_bonus", "colours", *SWITCHES, *PROFILE))
    _check_seat_colours(options.get("colours", []), len(names))
    tables = {name: _merged_table(name, options.get(name, {})) for name in PROFILE}
    goods, khan, back = tables["goods"], tables["khan"], tables["return"]
    colours = _colours(goods["colours"], "goods.colours")
    return Setup(
        seats=len(names),
        tracking=word(options.get("tracking", "full"), "tracking", TRACKINGS),
        switches=frozenset(name for name in SWITCHES if switch(options.get(name, False), name)),
        move_bonus=integer_in(options.get("move_bonus", 0), "move_bonus", MOVE_BONUSES),
        start=_amount(tables["money"]["start"], "money.start"),
        colours=colours,
        printed={(c, v): n for c in colours for v, n in _numbers(goods["values"], "goods.values").items() if n},
        hasards=_amount(goods["hasard"], "goods.hasard"),
        price=_amount(goods["price"], "goods.price"),
        max_bought=_amount(goods["max_bought"], "goods.max_bought"),
        trade_price=_amount(tables["player_trade"]["price"], "player_trade.price"),
        ransom=_amount(tables["ransom"]["besants"], "ransom.besants"),
        gifts=_amount(khan["gifts"], "khan.gifts"),
        gift_value=_amount(khan["gift_value"], "khan.gift_value"),
        table_value=_amount(khan["table"], "khan.table"),
        secret_value=_amount(khan["secret"], "khan.secret"),
        threshold=_numbers(back["threshold"], "return.threshold")[len(names)],
        each_of=_colours(back["each_of"], "return.each_of", colours),
        min_each=_amount(back["min_each"], "return.min_each"),
        max_each=_amount(back["max_each"], "return.max_each"),
        sectors=_sectors(tables["wheel"]["sectors"]),
        towns=tuple(text(town, "mission.towns") for town in listing(tables["mission"]["towns"], "mission.towns")),
        posts=_posts(tables["posts"], colours),
    )


def _merged_table(name: str, override: Any) -> dict[str, Any]:
    """Return a table of the profile with the override merged in; only `posts` takes keys of its own."""
    override = mapping(override, name)
    if name != "posts":
        check_names(override, (), tuple(PROFILE[name]))
    merged: dict[str, Any] = merge(PROFILE[name], override)
    return merged


def _check_seat_colours(value: Any, seats: int) -> None:
    """Refuse seat colours that are not one different word for each seat."""
    colours = [text(item, "colours") for item in listing(value, "colours")]
    if colours and (len(colours) != seats or len(set(colours)) != seats):
        raise RefusedError("colours must name one colour for each seat")


def _amount(value: Any, name: str) -> int:
    number = integer(value, name)
    if number < 0:
        raise RefusedError(f"{name} must not be below 0")
    return number


def _numbers(value: Any, name: str) -> dict[int, int]:
    """Return a table from numbers, written as strings, to amounts."""
    table = mapping(value, name)
    if not all(key.isascii() and key.isdigit() for key in table):
        raise RefusedError(f"{name} must have numbers as keys")
    return {int(key): _amount(item, name) for key, item in table.items()}


def _colours(value: Any, name: str, known: Container[str] | None = None) -> tuple[str, ...]:
    colours = tuple(text(item, name) for item in listing(value, name))
    if len(set(colours)) != len(colours) or (known is not None and not all(colour in known for colour in colours)):
        raise RefusedError(f"{name} must list different colours of goods")
    return colours


def _sectors(value: Any) -> tuple[dict[str, int | str], ...]:
    """Return the sectors of the wheel, each with what both rings show."""
    sectors = listing(value, "wheel.sectors")
    if len(sectors) not in SECTORS:
        raise RefusedError("a wheel has 2 to 36 sectors")
    return tuple(_sector(mapping(item, "sector")) for item in sectors)


def _sector(fields: dict[str, Any]) -> dict[str, int | str]:
    check_names(fields, ROUTES, ("weight",))
    if "weight" in fields and integer(fields["weight"], "weight") < 1:
        raise RefusedError("weight must be at least 1")
    return {route: _shown(fields[route], route) for route in ROUTES}


def _shown(value: Any, route: str) -> int | str:
    """Return what a ring shows: a number of spaces, or the attack of that ring."""
    if value == ATTACK[route]:
        return ATTACK[route]
    return integer_in(value, route, SPACES)


def _posts(table: dict[str, Any], colours: tuple[str, ...]) -> dict[str, str | None]:
    return {place: None if item is False else word(item, f"posts.{place}", colours) for place, item in table.items()}
