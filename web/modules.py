"""Which modules a script needs: a page names them all, and a browser asks for them at once.

Left to itself it learns of a module from those that import it, one way to the table and back for
each step down; what a script fetches later (`js/later.js`) is none of them.
"""

from __future__ import annotations

import re

from web.assets import Assets

_IMPORTED = re.compile(
    rb'^(?:import |import .* from |export .* from |\} from )"\./([^"]+)";$', re.MULTILINE
)


def modules_of(assets: Assets, script: str) -> tuple[str, ...]:
    """Return what `script` imports (`js/bar.js`) and what those import in turn, the near first."""
    folder = script.rpartition("/")[0]
    found = [script]
    for name in found:  # it grows while it is gone through
        asset = assets.get(name)
        assert asset is not None, f"{name} is imported and is no file"
        for imported in _IMPORTED.findall(asset.plain):
            module = f"{folder}/{imported.decode()}"
            if module not in found:
                found.append(module)
    return tuple(found[1:])
