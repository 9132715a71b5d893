// Typing the dice by hand: tap each face that was thrown, then say that this is the roll.

import { faces } from "./camera.js";
import { commands } from "./command.js";
import { h } from "./dom.js";
import { die, faceName, icon, splitDie } from "./drawings.js";
import { oddsOf } from "./odds.js";
import { keep, kept } from "./tab.js";
import { _ } from "./words.js";

// What must be typed: how many dice, which faces, and the golden or black die among them.
export function wanted(app, throws) {
  const { match } = app;
  if (match.turn.kind === "roll") return match.turn;
  const dice = match.state.dice_left ?? 0;
  const special = goldenFlies(match) ? ["g"] : [];
  return throws ? { dice, faces: faces(app), special } : null;
}

// The golden die is thrown with the others until it is kept (D12).
function goldenFlies({ last_roll, state }) {
  const golden = (symbol) => splitDie(symbol).special === "g";
  return last_roll.some(golden) && !(state.kept || []).some(golden);
}

export function typeFace(app, symbol, throws) {
  const want = wanted(app, throws);
  if (!want || !want.faces.includes(splitDie(symbol).face)) return;
  const { special } = splitDie(symbol);
  const typed = app.ui.typed;
  if (special && typed.some((one) => splitDie(one).special === special)) {
    app.ui.typed = typed.map((one) => (splitDie(one).special === special ? symbol : one));
  } else if (special || lacksOrdinary(typed, want)) {
    app.ui.typed = [...typed, symbol];
  }
  app.draw();
}

function lacksOrdinary(typed, want) {
  return typed.filter((one) => !splitDie(one).special).length < want.dice - want.special.length;
}

export function untype(app, at = app.ui.typed.length - 1) {
  app.ui.typed = app.ui.typed.filter((unused, index) => index !== at);
  app.draw();
}

export async function sendTyped(app, seat, throws) {
  const dice = app.ui.typed;
  if (app.ui.sending === dice || dice.length !== wanted(app, throws)?.dice) return;
  const roll = ["roll", { seat, data: { dice } }];
  const before = throws ? [["choose", { seat, data: { choice: "throw" } }]] : [];
  app.ui.sending = dice;
  const answer = await commands([...before, roll]);
  // by a late answer the next throw's dice may be tapped in, or on their way
  if (app.ui.sending === dice) app.ui.sending = null;
  if (answer.ok && app.ui.typed === dice) app.ui.typed = [];
  app.draw();
}

// Which throw is due, and at which entry of the match: the dice that are tapped in belong to it.
export const throwOf = (match) => match && { id: match.id, seq: match.seq, due: throwDue(match) };

// Whether both are the same throw: then the dice that were tapped in for it stay.
export function sameThrow(was, is) {
  return Boolean(was?.due) && was.id === is?.id && Math.abs(is.seq - was.seq) <= 1 && was.due === is.due;
}

// Each page for itself: a seat's phone and the table may be looked at in one tab in turns.
const KEY = `typed ${location.pathname}`;

export function keepTyped({ match, ui }) {
  keep(KEY, ui.typed.length && { ...throwOf(match), dice: ui.typed });
}

export function keptTyped({ match }) {
  const was = kept(KEY);
  return sameThrow(was, throwOf(match)) && Array.isArray(was.dice) ? was.dice.map(String) : [];
}

function throwDue({ turn, choices, state }) {
  const [seat] = turn.seats;
  if (turn.kind === "roll") return [seat, turn.dice, ...turn.special].join(" ");
  const throws = turn.kind === "choice" && choices[seat].some(({ choice }) => choice === "throw");
  return throws ? [seat, state.dice_left].join(" ") : "";
}

export function handPad(app, seat, throws, undo, alone) {
  const want = wanted(app, throws);
  const typed = app.ui.typed;
  const full = typed.length === want.dice;
  const white = want.faces.filter((face) => face.length === 1);
  return h(
    "div",
    { key: "pad", class: "pad", role: "group", "aria-label": _("Type the dice") },
    h(
      "div",
      { class: "pad-head" },
      h(
        "p",
        { class: "pad-title" },
        throws
          ? throwAndTap(want.dice, alone)
          : want.dice === 1
            ? _("Tap what the die shows")
            : _("Tap what the {dice} {dice:die shows|dice show}", { dice: want.dice }),
      ),
      undo,
    ),
    oddsOf(app, throws ? "throw" : "roll"),
    h(
      "div",
      { class: "slots" },
      Array.from({ length: want.dice }, (unused, at) =>
        typed[at] === undefined
          ? h("span", { key: `e${at}`, class: "die-ghost" })
          : h(
              "button",
              {
                key: `d${at}`,
                type: "button",
                class: "die-button",
                "aria-label": _("{face}: take it out", { face: faceName(typed[at]) }),
                onClick: () => untype(app, at),
              },
              die(typed[at], { label: false }),
            ),
      ),
    ),
    h(
      "div",
      { class: "faces" },
      white.map((face) => faceButton(app, face, throws, !full && !lacksOrdinary(typed, want))),
    ),
    ...want.special.map((mark) =>
      h(
        "div",
        { key: mark, class: "faces special" },
        faces(app, [], mark).map((face) => faceButton(app, `${mark}${face}`, throws)),
      ),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button go pad-done",
        disabled: !full,
        onClick: () => sendTyped(app, seat, throws),
      },
      icon("check"),
      // as wide from the first die on as it becomes: the keys beside it stay under the finger
      h(
        "span",
        { class: "pad-done-words", "data-room": _("That is the roll") },
        h("span", {}, full ? _("That is the roll") : _("{count} more", { count: want.dice - typed.length })),
      ),
    ),
  );
}

// "or" needs the choices before it; where throwing is all that is left, it stands alone.
function throwAndTap(dice, alone) {
  return alone
    ? _("Roll {dice} {dice:die and tap what it shows|dice and tap what they show}", { dice })
    : _("or roll {dice} {dice:die and tap what it shows|dice and tap what they show}", { dice });
}

function faceButton(app, symbol, throws, disabled = false) {
  return h(
    "button",
    {
      key: symbol,
      type: "button",
      class: "face-button",
      "aria-label": faceName(symbol),
      "data-face": symbol,
      disabled,
      onClick: () => typeFace(app, symbol, throws),
    },
    die(symbol, { label: false }),
  );
}
