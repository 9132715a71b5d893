// What the Deluxe game adds: specialists on their tiles and with their owners, round worms.

import { h } from "./dom.js";
import { _ } from "./words.js";

const NAMES = {
  red_worm: () => _("red worm"),
  hen: () => _("hen"),
  raven: () => _("raven"),
  weasel: () => _("weasel"),
  golden_die: () => _("golden die"),
  apple: () => _("apple"),
};

export function specialistName(name) {
  return NAMES[name] ? NAMES[name]() : name;
}

function token(name, className = "") {
  const said = specialistName(name);
  return h(
    "svg",
    {
      key: name,
      class: `token ${className}`.trim(),
      viewBox: "0 0 32 32",
      role: "img",
      "aria-label": said,
      "data-fly": `s-${name}`,
    },
    h("title", {}, said),
    h("use", { href: `#s-${name}` }),
  );
}

function standing(app, where) {
  const all = app.match.state.specialists || {};
  return Object.keys(all).filter((name) => all[name] === where);
}

export function specialistsOn(app, number) {
  return standing(app, `tile ${number}`).map((name) => token(name, "on-tile"));
}

// Beside a player's stack: the specialist held and the round worms won.
export function tokens(app, seat) {
  const { state } = app.match;
  const held = standing(app, `seat ${seat}`);
  const round = state.round_worms?.[seat] || 0;
  if (!held.length && !round) return null;
  return h(
    "div",
    { class: "tokens" },
    held.map((name) => h("span", { key: name, class: "held" }, token(name), specialistName(name))),
    round > 0 &&
      h(
        "span",
        {
          key: "round",
          class: "held",
          role: "img",
          "aria-label": _("{round} round {round:worm|worms}", { round }),
        },
        h(
          "svg",
          { class: "token", viewBox: "0 0 32 32", "aria-hidden": "true" },
          h("use", { href: "#s-round" }),
        ),
        `×${round}`,
      ),
  );
}

// Under the grill: the supply of round worms, and what went to the box.
export function supply(app) {
  const { state } = app.match;
  if (state.supply === undefined) return null;
  const boxed = standing(app, "box");
  return h(
    "p",
    { class: "supply" },
    h("svg", { class: "token", viewBox: "0 0 32 32", "aria-hidden": "true" }, h("use", { href: "#s-round" })),
    _("{supply} round {supply:worm|worms} left", { supply: state.supply }),
    boxed.length > 0 &&
      h("span", {}, _("in the box: {names}", { names: boxed.map(specialistName).join(", ") })),
  );
}
