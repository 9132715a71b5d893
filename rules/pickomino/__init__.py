"""Pickomino: dice, tiles and worms, rules P1 to P20."""

from rules.pickomino.game import Pickomino
from rules.pickomino.state import State

__all__ = ["Pickomino", "State"]
