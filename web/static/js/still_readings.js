// What was read, written into a still: an outline round each die, its reading beside it, and a hand
// at what a person said.

import { h } from "./dom.js";
import { faceName, icon, outlines, thrownName, wormIcon } from "./drawings.js";
import { placeLabels } from "./still_labels.js";
import { _ } from "./words.js";

let shown = { width: 176, height: 132 }; // the picture as it stands in the page, px
let figure = null;
let redraw = () => {};
const watch = new ResizeObserver(() => look() && redraw());
window.addEventListener("resize", () => look() && redraw());

// Takes the picture's present size; says whether that is another one.
function look() {
  const { clientWidth: width = 0, clientHeight: height = 0 } = figure || {};
  if (!width || !height || (width === shown.width && height === shown.height)) return false;
  shown = { width, height };
  return true;
}

// What the figure of a still needs to have its readings in their places at every size.
export function measured(app, element) {
  [figure, redraw] = [element, app.draw];
  watch.observe(element);
}

// `fix(die, at)`, where a tap on a die may correct it.
export function stillReadings(dice, { fix = null, board = false } = {}) {
  look();
  const high = board ? Math.max(18, innerHeight * 0.03) : 18; // as the style sheet has the letters
  const wide = (one) => ((one.face === "w" ? 1.3 : 0.9) + (one.said ? 0.75 : 0)) * high;
  const places = remembered(dice.map((one) => ({ corners: one.corners, wide: wide(one) })), high);
  return [
    outlines(dice),
    leaders(places, high),
    ...dice.map((one, at) => places[at] && reading(one, at, places[at], fix)),
  ];
}

// Worked out once for a picture, not with every draw.
let known = { key: "", places: [] };
function remembered(labels, high) {
  const key = JSON.stringify([labels, shown, high]);
  if (known.key !== key) known = { key, places: placeLabels(labels, shown, high) };
  return known.places;
}

// A line to what stands too far from its die to be understood without one.
function leaders(places, high) {
  const { width, height } = shown;
  const lines = places.map((place, at) => {
    if (!place || place.far < high / 2) return null;
    const { x, y, dx, dy, from } = place;
    const long = Math.hypot(dx, dy);
    const point = (way) => [(x + (dx * way) / long) / width, (y + (dy * way) / long) / height];
    const [x1, y1] = point(Math.max(0, from - high / 2));
    const [x2, y2] = point(long - high / 2);
    return h("line", { key: at, x1, y1, x2, y2, class: "leader" });
  });
  return h(
    "svg",
    { key: "leaders", class: "outlines", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" },
    lines,
  );
}

function reading(one, at, place, fix) {
  const face = one.face ?? "?";
  const press = fix && (() => fix(one, at));
  const { width, height } = shown;
  const across = one.corners.map(([x]) => x * width);
  const down = one.corners.map(([, y]) => y * height);
  return h(
    press ? "button" : "span",
    {
      key: `r${at}`,
      type: press ? "button" : undefined,
      class: `die-reading${one.sure === false ? " unsure" : ""}${one.said ? " said" : ""}`,
      style: {
        "--x": `${(100 * place.x) / width}%`,
        "--y": `${(100 * place.y) / height}%`,
        "--dx": `${place.dx}px`,
        "--dy": `${place.dy}px`,
        "--wide": `${Math.max(...across) - Math.min(...across)}px`,
        "--high": `${Math.max(...down) - Math.min(...down)}px`,
      },
      role: press ? undefined : "img",
      "aria-label": thrownName(one.face ?? "?", { sure: one.sure, fix: Boolean(press) }),
      title: one.said ? _("A person said so.") : undefined,
      onClick: press || undefined,
    },
    h("span", { class: "die-glyph" }, one.face === "w" ? wormIcon() : face, one.said && icon("hand")),
  );
}

// The line below the picture that says what the hand means, and what was said.
export function handMeans(dice) {
  const faces = dice.filter(({ said }) => said).map(({ face }) => faceName(face ?? "?"));
  return (
    faces.length > 0 &&
    h(
      "p",
      { key: "said", class: "camera-note said-note" },
      icon("hand"),
      _("Said by a person, not by the camera: {faces}.", { faces: faces.join(", ") }),
    )
  );
}
