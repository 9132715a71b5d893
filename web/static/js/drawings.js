// Our own drawings: dice, tiles, worms. The shapes themselves are symbols in the page's sprite.

import { h } from "./dom.js";
import { _ } from "./words.js";

const use = (id, x, y, width, height) => h("use", { href: `#${id}`, x, y, width, height });

export function worms(tile) {
  if (tile < 21) return 1; // 11 and 13 of the Deluxe game
  return Math.floor((tile - 21) / 4) + 1;
}

const PIPS = {
  1: [[24, 24]],
  2: [
    [14, 14],
    [34, 34],
  ],
  3: [
    [13, 13],
    [24, 24],
    [35, 35],
  ],
  4: [
    [14, 14],
    [34, 14],
    [14, 34],
    [34, 34],
  ],
  5: [
    [13, 13],
    [35, 13],
    [24, 24],
    [13, 35],
    [35, 35],
  ],
  6: [
    [14, 12],
    [34, 12],
    [14, 24],
    [34, 24],
    [14, 36],
    [34, 36],
  ],
};

export function splitDie(symbol) {
  const special = symbol.length > 1 && (symbol[0] === "g" || symbol[0] === "b") ? symbol[0] : "";
  return { special, face: symbol.slice(special.length) };
}

export function faceName(symbol) {
  const { special, face } = splitDie(symbol);
  const name = face === "w" ? _("worm") : face === "?" ? _("not readable") : face;
  if (special === "g") return _("golden die: {face}", { face: name });
  if (special === "b") return _("black die: {face}", { face: name });
  return name;
}

// How a die of a throw is named, which a tap corrects where `fix` is set; an unsure one says so.
export function thrownName(symbol, { sure = true, fix = true } = {}) {
  const name = faceName(symbol);
  const face = sure === false && symbol !== "?" ? _("{face}, not certain", { face: name }) : name;
  return fix ? _("{face}: correct this die", { face }) : face;
}

// A die that shows `symbol` ("4", "w", "g1", "b6" or "?").
export function die(symbol, { label = true, className = "" } = {}) {
  const { special, face } = splitDie(symbol);
  const kind = special === "g" ? " golden" : special === "b" ? " black" : "";
  const inside =
    face === "w"
      ? [use("worm", 6, 7, 36, 34)]
      : PIPS[face]
        ? PIPS[face].map(([cx, cy]) => h("circle", { cx, cy, r: 4.6, class: "pip" }))
        : [h("text", { x: 24, y: 33, "text-anchor": "middle", class: "die-text" }, face)];
  return h(
    "svg",
    {
      class: `die${kind} ${className}`.trim(),
      viewBox: "0 0 48 48",
      role: label ? "img" : undefined,
      "aria-label": label ? faceName(symbol) : undefined,
      "aria-hidden": label ? undefined : "true",
    },
    h("rect", { x: 1.5, y: 1.5, width: 45, height: 45, rx: 11, class: "die-body" }),
    h("path", { d: "M9 6 H39 Q42 6 42 9", class: "die-shine" }),
    ...inside,
  );
}

const WORM_PLACES = {
  1: [[9, 43, 30]],
  2: [
    [11, 36, 26],
    [11, 59, 26],
  ],
  3: [
    [3.5, 38, 21],
    [23.5, 38, 21],
    [13.5, 60, 21],
  ],
  4: [
    [3.5, 38, 21],
    [23.5, 38, 21],
    [3.5, 60, 21],
    [23.5, 60, 21],
  ],
};

// A tile as it lies: number above, worms below.
export function tile(number, { className = "", label = true, key, fly } = {}) {
  const count = worms(number);
  return h(
    "svg",
    {
      key,
      class: `tile ${className}`.trim(),
      viewBox: "0 0 48 88",
      "data-fly": fly,
      role: label ? "img" : undefined,
      "aria-label": label
        ? _("tile {tile}, {worms} {worms:worm|worms}", { tile: number, worms: count })
        : undefined,
      "aria-hidden": label ? undefined : "true",
    },
    h("rect", { x: 1, y: 1, width: 46, height: 86, rx: 7, class: "tile-body" }),
    h("text", { x: 24, y: 25, "text-anchor": "middle", class: "tile-number" }, number),
    h("path", { d: "M8 32.5 H40", class: "tile-line" }),
    ...WORM_PLACES[count].map(([x, y, size]) => use("worm", x, y, size, size * 0.94)),
  );
}

// The back of a tile that was turned over.
export function tileBack({ className = "", key, label, fly } = {}) {
  return h(
    "svg",
    {
      key,
      class: `tile back ${className}`.trim(),
      viewBox: "0 0 48 88",
      role: "img",
      "aria-label": label,
      "data-fly": fly,
    },
    h("rect", { x: 1, y: 1, width: 46, height: 86, rx: 7, class: "tile-body" }),
    h("path", { d: "M12 22 L36 66 M36 22 L12 66", class: "tile-cross" }),
  );
}

export function wormIcon(className = "") {
  return h(
    "svg",
    { class: `icon-worm ${className}`.trim(), viewBox: "0 0 36 34", "aria-hidden": "true" },
    use("worm", 0, 0, 36, 34),
  );
}

export function icon(name) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    use(`i-${name}`, 0, 0, 24, 24),
  );
}

// What was read, drawn over a still: corners are parts of its width and height. Logs from before the
// frame's size was recorded know none: then the picture stands alone.
export function outlines(dice) {
  return h(
    "svg",
    { class: "outlines", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" },
    dice.map(
      ({ corners, sure }, at) =>
        corners?.length &&
        h("polygon", {
          key: at,
          points: corners.map((point) => point.join(",")).join(" "),
          class: sure === false ? "unsure" : "sure",
        }),
    ),
  );
}
