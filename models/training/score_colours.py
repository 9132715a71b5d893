"""How often colours that games go by are told: of the black die and of the golden one."""

from __future__ import annotations

from collections import Counter

from device.golden_and_black import BLACK, GOLDEN

LIGHT = frozenset(("white", "ivory"))
GOLD = frozenset(("golden", "gold"))  # as drawn scenes and path-traced ones call it


class Colours(Counter[tuple[str, str]]):
    """Counts of (the colour that a readable die has, the one that it was given)."""

    def rows(self) -> list[str]:
        """Return them as lines for people; none where no such die was read."""
        rows = []
        for name, own, given in (("black", BLACK, BLACK), ("golden", GOLD, GOLDEN)):
            told, of = self._named(own, given), self._named(own)
            if of:
                light = self._named(LIGHT, given)
                rows.append(
                    f"{name} told {told}/{of} = {100 * told / of:.1f} %,"
                    f" white or ivory taken for it {light}/{self._named(LIGHT)}"
                )
        return rows

    def _named(self, of: frozenset[str], given: frozenset[str] | None = None) -> int:
        return sum(
            count
            for (colour, name), count in self.items()
            if colour in of and (given is None or name in given)
        )
