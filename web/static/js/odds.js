// Odds beside the choices, where the table's house rule offers them: off on each device until
// somebody asks for them, by the key O or in the menu.

import { send } from "./command.js";
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

// The house rule as it stands at the set-up.
export const oddsRule = () => _("Everybody may look at the odds of the choices.");

// Allow odds at this table, or to nobody any more: every page learns it with its next snapshot.
export async function allowOdds(app, on) {
  const answer = await send("/shelf/table-rules", { odds: on ? 1 : 0 });
  if (answer.ok) switchOdds(app, on);
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

// What the figures are, said once above them; a press shows them exactly, and again roundly.
export function oddsSaid(app) {
  if (!oddsOffered(app) || !oddsOn()) return null;
  const exact = Boolean(app.ui.exactOdds);
  return h(
    "button",
    {
      key: "odds-said",
      type: "button",
      class: "odds-hint",
      "aria-pressed": String(exact),
      onClick: () => {
        app.ui.exactOdds = !exact;
        app.draw();
      },
    },
    h("span", {}, _("Odds, if you play on as well as possible: chance to bust, and worms on average.")),
    " ",
    h("span", { class: "odds-exact" }, exact ? "✓ " : "", _("Exact figures")),
  );
}

function figuresOf(app, choice) {
  const { match } = app;
  if (!oddsOffered(app) || !oddsOn() || known.id !== match.id || known.seq !== match.seq) return null;
  return known.odds[choice] || null;
}

function inWords({ bust, worms }, [ofPercent, ofWorms]) {
  const format = (value, digits, style) =>
    value.toLocaleString(currentLanguage(), {
      style,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const sign = worms >= 0 ? "+" : "−";
  // With its sign, which the browser puts as the language does.
  return { percent: format(bust, ofPercent, "percent"), worms: sign + format(Math.abs(worms), ofWorms) };
}

const ROUND = [0, 1];
const EXACT = [2, 4];

// The exact figures of a choice as a screen reader says them, "" where there are none.
export function oddsHeard(app, choice) {
  const figures = figuresOf(app, choice);
  return figures ? _("bust {percent}, worms {worms}", inWords(figures, EXACT)) : "";
}

// The bar and the figures of one choice, or of the roll that is due.
export function oddsOf(app, choice) {
  const figures = figuresOf(app, choice);
  if (!figures) return null;
  const heard = oddsHeard(app, choice);
  const { percent, worms } = inWords(figures, app.ui.exactOdds ? EXACT : ROUND);
  return h(
    "span",
    { class: "odds", title: heard },
    h("span", { class: "unseen" }, heard),
    h(
      "span",
      { class: "odds-bar", "aria-hidden": "true" },
      h("span", { style: { width: `${Math.round(100 * figures.bust)}%` } }),
    ),
    h("span", { class: "odds-text", "aria-hidden": "true" }, _("bust {percent}", { percent })),
    h("span", { class: "odds-text", "aria-hidden": "true" }, _("worms {worms}", { worms })),
  );
}
