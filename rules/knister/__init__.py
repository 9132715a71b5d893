"""Knister: boards of 25 cells, rules K1 to K8."""

from rules.knister.game import Knister
from rules.knister.state import State

__all__ = ["Knister", "State"]
