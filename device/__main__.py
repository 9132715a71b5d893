"""The door of the program, for `python -m device` and the command `dice-table` alike.

To load the rest takes seconds on a Pi, so Ctrl-C is heard from here on.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Load the program and run it; who stops it while it is loaded is told nothing either."""
    try:
        from device.program import main as program
    except KeyboardInterrupt:
        sys.exit(130)
    program()


if __name__ == "__main__":
    main()
