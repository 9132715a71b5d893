// The grill: every tile in its place, gaps where tiles are gone, backs where they were turned over.

import { h } from "./dom.js";
import { tile, tileBack } from "./drawings.js";
import { specialistsOn, supply } from "./deluxe.js";
import { reachable } from "./turn.js";
import { _ } from "./words.js";

const NUMBERS = Array.from({ length: 16 }, (unused, at) => 21 + at);

export function grill(app) {
  const { match } = app;
  const { state } = match;
  const deluxe = match.game === "pickomino-deluxe" && match.options.extended !== false;
  const numbers = deluxe ? [11, 13, ...NUMBERS] : NUMBERS;
  const up = new Set(state.grill);
  const down = new Set(state.face_down);
  const { take } = reachable(app);
  return h(
    "section",
    { class: `grill${deluxe ? " deluxe" : ""}`, "aria-label": _("Grill") },
    h("div", { class: "embers", "aria-hidden": "true" }),
    h(
      "ul",
      { class: "tiles" },
      numbers.map((number) => place(app, number, up, down, take)),
    ),
    supply(app),
  );
}

function place(app, number, up, down, take) {
  const lifted = take.has(number);
  const there = up.has(number)
    ? tile(number, { fly: `t${number}` })
    : down.has(number)
      ? tileBack({ label: _("tile {tile}, turned over", { tile: number }), fly: `t${number}` })
      : h(
          "span",
          { class: "gap" },
          h("span", { "aria-hidden": "true" }, number),
          h("span", { class: "unseen" }, _("tile {tile} is gone", { tile: number })),
        );
  return h(
    "li",
    { key: number, class: lifted ? "lifted" : "" },
    there,
    specialistsOn(app, number),
    lifted && h("span", { class: "lift-mark", "aria-hidden": "true" }, "▲"),
    lifted && h("span", { class: "unseen" }, _("this total takes it")),
  );
}
