"""Oh Fortuna: six dice in air or sea, the nearest card, and Fortuna cards that bend the number."""

from rules.fortuna.cards import card_value_warnings
from rules.fortuna.game import Fortuna

__all__ = ["Fortuna", "card_value_warnings"]
