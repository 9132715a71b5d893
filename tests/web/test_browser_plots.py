"""The bars of the statistics: who stands below them can be read."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Page

from tests.web.browser import serving
from tests.web.screens_pages import recorded

OpenWindow = Callable[..., Page]

# Notes every word that is drawn level: where it stands, from its middle outwards, in device pixels.
WATCHED = """(() => {
  const draw = CanvasRenderingContext2D.prototype.fillText;
  window.level = [];
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...more) {
    const to = this.getTransform();
    if (to.b === 0 && this.textAlign === "center" && text) {
      const half = this.measureText(text).width / 2;
      window.level.push([text, x + to.e, y, half]);
    }
    return draw.call(this, text, x, y, ...more);
  };
})()"""


def test_no_name_below_a_bar_runs_into_the_next(window: OpenWindow, tmp_path: Path) -> None:
    with recorded(tmp_path) as (table, _), serving(table) as address:
        page = window("/", address)
        page.add_init_script(WATCHED)
        seen = 0
        for width in range(320, 1300, 75):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(f"{address}/statistics")
            page.wait_for_selector(".u-wrap canvas")
            level = page.evaluate("level")
            for (one, x, y, half), (two, x2, y2, half2) in pairwise(level):
                if y == y2 and x2 > x:
                    seen += 1
                    assert x2 - half2 - (x + half) >= 4, (width, one, two)
        assert seen > 20
