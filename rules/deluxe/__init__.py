"""Pickomino Deluxe: two more tiles, round worms and six specialists, rules D1 to D21."""

from rules.deluxe.game import PickominoDeluxe
from rules.deluxe.state import State

__all__ = ["PickominoDeluxe", "State"]
