"""House rules from outside, checked against the options a game declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.game import BadOptions, Option, Unreadable, Value

YES_NO: Final = (True, False)
NO_YES: Final = (False, True)


def settle(declared: tuple[Option, ...], given: Mapping[str, object] | None) -> dict[str, Value]:
    """Return a value for every declared option, the default where none is given.

    Options whose `values` are empty are left to their game and must not be handed in here.
    Raises BadOptions for a name that does not exist or a value that the option cannot take.
    """
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise BadOptions("the options must be names with values")
    settled = {option.name: option.values[0] for option in declared}
    for name, value in given.items():
        option = next((one for one in declared if one.name == name), None)
        if option is None:
            known = ", ".join(settled) or "none"
            raise BadOptions(f"there is no house rule {str(name)[:40]!r}; this game has: {known}")
        settled[option.name] = _allowed(option, value)
    return settled


def _allowed(option: Option, value: object) -> Value:
    for allowed in option.values:
        # 1 == True in Python; a house rule of yes and no takes no number
        if type(value) is type(allowed) and value == allowed:
            return allowed
    wanted = ", ".join(show(allowed) for allowed in option.values)
    raise BadOptions(f"{option.name} takes {wanted}")


def show(value: Value) -> str:
    """Return an option's value as it is written in a position: `true`, `3`, `any_roll`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).replace(" ", "_")


def write_house(declared: tuple[Option, ...], settled: Mapping[str, Value]) -> str:
    """Return the options that differ from the default, `name:value,name:value`."""
    return ",".join(
        f"{option.name}:{show(settled[option.name])}"
        for option in declared
        if settled[option.name] != option.values[0]
    )


def read_house(declared: tuple[Option, ...], text: str) -> dict[str, Value]:
    """Return the options that `write_house` wrote; raises Unreadable."""
    settled = {option.name: option.values[0] for option in declared}
    for part in text.split(",") if text else ():
        name, _, shown = part.partition(":")
        option = next((one for one in declared if one.name == name), None)
        value = next((one for one in option.values if show(one) == shown), None) if option else None
        if option is None or value is None:
            raise Unreadable(f"{part[:40]!r} is no house rule of this game")
        settled[name] = value
    return settled
