// Odds beside the choices, where the table's house rule offers them: off on each device until
// somebody asks for them, by the key O or in the menu.

import { h } from "./dom.js";
import { _, currentLanguage } from "./words.js";

const KEY = "odds";
let known = { id: "", seq: -1, odds: {} };
let asked = "";

export function oddsOn() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

export function oddsOffered(app) {
  return app.snapshot.odds === true && Boolean(app.match?.game.startsWith("pickomino"));
}

// The house rule is off, where the game being played or set up could have odds.
export function oddsSwitchedOff(app) {
  return app.snapshot.odds !== true && (!app.match || app.match.game.startsWith("pickomino"));
}

export function switchOdds(app, on = !oddsOn()) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    return; // this device keeps nothing
  }
  fetchOdds(app);
  app.draw();
}

// Ask for the odds of the position that is shown; they come a moment after it.
export async function fetchOdds(app) {
  const { match } = app;
  if (!oddsOffered(app) || !oddsOn()) return;
  const now = `${match.id} ${match.seq}`;
  if (asked === now) return;
  asked = now;
  try {
    const answer = await fetch("/odds");
    if (!answer.ok) return;
    known = await answer.json();
    app.draw();
  } catch {
    asked = ""; // the line is lost; the next snapshot asks again
  }
}

// What the figures are, said once above them.
export function oddsSaid(app) {
  if (!oddsOffered(app) || !oddsOn()) return null;
  return h(
    "p",
    { key: "odds-said", class: "odds-hint" },
    _("Odds: chance to bust, and worms won or lost on average."),
  );
}

// The bar and the whole percent of one choice (or of the roll that is due); exact on touch.
export function oddsOf(app, choice) {
  const { match } = app;
  const figures = known.id === match.id && known.seq === match.seq ? known.odds[choice] : undefined;
  if (!oddsOffered(app) || !oddsOn() || figures === undefined) return null;
  const format = (value, digits) =>
    value.toLocaleString(currentLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const worms = `${figures.worms >= 0 ? "+" : "−"}${format(Math.abs(figures.worms), 1)}`;
  const exact = _("bust {percent} %, worms {worms}", {
    percent: format(100 * figures.bust, 2),
    worms: `${figures.worms >= 0 ? "+" : "−"}${format(Math.abs(figures.worms), 4)}`,
  });
  const share = Math.round(100 * figures.bust);
  return h(
    "span",
    { class: "odds", title: exact },
    h("span", { class: "odds-bar", "aria-hidden": "true" }, h("span", { style: { width: `${share}%` } })),
    h("span", { class: "odds-text" }, _("bust {percent} %", { percent: share })),
    h("span", { class: "odds-text" }, _("worms {worms}", { worms })),
  );
}
