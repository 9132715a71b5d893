// Who may press what on this page, and what of it is marked or asked about.

import { splitDie } from "./drawings.js";

const READINGS = new Set([
  "die-unsure",
  "dice-unsure",
  "die-leaning",
  "die-strange",
  "golden-unseen",
  "black-unseen",
]);

// The seat this page acts for now, or null: a phone acts for its own seat, the table for whoever is due.
export function actingSeat(app) {
  const { match, boot } = app;
  if (!match || !app.presses) return null;
  const due = match.turn.seats;
  if (boot.view === "seat") return due.includes(boot.seat) ? boot.seat : null;
  return due.length ? due[0] : null;
}

// The choices of the first seat due, wherever they are shown.
export function openChoices(app) {
  const { match } = app;
  if (match.turn.kind !== "choice") return [];
  return match.choices[match.turn.seats[0]] || [];
}

// Tiles that the choices would take: from the grill, and from whose stack.
export function reachable(app) {
  const take = new Set();
  const steal = new Map();
  for (const { choice } of openChoices(app)) {
    const found = /^(take|steal) (\d+)(?: from (\d+))?/.exec(choice);
    if (found?.[1] === "take") take.add(Number(found[2]));
    if (found?.[1] === "steal") steal.set(Number(found[3]), Number(found[2]));
  }
  return { take, steal };
}

// The dice of a throw that a person is asked about, null while nothing of that kind is asked.
export function askedReading(app) {
  const { ask, camera } = app.snapshot;
  const asked = READINGS.has(ask?.code) && app.match?.turn.kind === "roll" && camera.dice.length;
  return asked ? camera.dice : null;
}

// The dice of the still in the order of the last roll, null while it shows something else.
export function seenRoll({ snapshot, match }) {
  const { dice, still } = snapshot.camera;
  const rolled = match?.last_roll || [];
  const same = rolled.length > 0 && rolled.length === dice.length;
  return still !== null && same && rolled.every((symbol, at) => dice[at].face === symbol.slice(-1)) ? dice : null;
}

// "g" or "b" where the die of the still is the golden or black one: of the throw that is asked about
// as the referee has it, of the last roll by its symbol.
export function specialSeen(app, at) {
  const asked = askedReading(app);
  if (!asked) return splitDie((seenRoll(app) && app.match.last_roll[at]) || "").special;
  return asked[at]?.mark || "";
}

// The mark is what the buttons NEXT and CONFIRM move and take: without them, and without a keyboard
// in use, it would look like advice.
export function showsMark(app) {
  return Boolean(app.boot.buttons || app.ui.keys || app.match.marked > 0);
}

export function isMarked(app, seat, choice) {
  const { match } = app;
  return showsMark(app) && match.turn.seats[0] === seat && match.choices[seat][match.marked]?.choice === choice;
}

// Dice may be typed when the referee listens to hands, or when no camera shows it any.
export function typesDice(app) {
  const { hand, camera } = app.snapshot;
  return hand || camera.kind === "none" || camera.state === "ended" || camera.state === "lost";
}

// What may be typed on this page now: whose dice, the choices beside them, and whether typing them
// stands for `throw` as well.
export function typingNow(app) {
  const seat = actingSeat(app);
  const list = seat === null ? [] : app.match.choices[seat] || [];
  const throws = !asksForGolden(app.match) && list.some(({ choice }) => choice === "throw");
  const typing = seat !== null && typesDice(app) && (app.match.turn.kind === "roll" || throws);
  return { seat, list, throws, typing };
}

// Before the dice of this throw it is chosen whether the golden die joins them: they cannot stand for
// `throw` by themselves (SW-D5, any roll).
function asksForGolden(match) {
  if (match?.options.golden_die_joins !== "any roll") return false;
  const { kept, specialists } = match.state;
  const golden = (symbol) => splitDie(symbol).special === "g";
  const owned = specialists?.golden_die === `seat ${match.turn.seats[0]}`;
  return owned && ![...(kept || []), ...match.last_roll].some(golden);
}
