// Dialogs over the table: correcting a die, the menu, phones and screens.

import { faces } from "./camera.js";
import { open } from "./bar.js";
import { command, send } from "./command.js";
import { h } from "./dom.js";
import { die, faceName, icon, splitDie, thrownName } from "./drawings.js";
import { fetched, later, styled } from "./later.js";
import { menu } from "./menu.js";
import { phones } from "./phones.js";
import { points } from "./points.js";
import { seenRoll, specialSeen, typesDice } from "./turn.js";
import { _ } from "./words.js";

// These speak of the match, and go with it when somebody leaves it at another screen.
const OF_THE_MATCH = ["correct", "misread", "phones", "primer"];

const part = later({
  doctor: () => styled("doctor", fetched("./doctor.js")),
  primer: () => styled("primer", fetched("./primer_told.js")),
});
const doctor = (app, dialog) => part(app, "doctor")?.doctor(app, dialog);
const primer = (app) => part(app, "primer")?.primer(app);

export function overlay(app) {
  if (!app.match && OF_THE_MATCH.includes(app.ui.dialog?.name)) app.ui.dialog = null;
  const { dialog } = app.ui;
  if (!dialog) return [];
  const made = { correct, doctor, menu, misread, phones, pin, points, primer }[dialog.name]?.(app, dialog);
  if (!made) return [];
  const close = () => {
    app.ui.dialog = null;
    app.draw();
  };
  return [
    h("div", { key: "shade", class: "shade", onClick: close }),
    h(
      "div",
      { key: dialog.name, class: "dialog-frame" },
      h(
        "div",
        {
          class: `dialog ${dialog.name}`,
          role: "dialog",
          "aria-modal": "true",
          "aria-labelledby": "dialog-title",
          tabindex: "-1",
          onMount: (element) => holdFocus(app, element),
          onKeydown: keepInside,
        },
        h(
          "header",
          {},
          h("h2", { id: "dialog-title" }, made.title),
          h(
            "button",
            { type: "button", class: "bar-button", "aria-label": _("Close"), onClick: close },
            icon("close"),
          ),
        ),
        ...made.inside,
      ),
    ),
  ];
}

// Focus goes into the dialog and back to where it was; while a match is played, back to the sentence:
// Enter confirms again then, and what is to be done is read anew.
let cameFrom = null;
function holdFocus(app, element) {
  const box = document.getElementById("overlay");
  if (!box.contains(document.activeElement)) cameFrom = document.activeElement;
  queueMicrotask(() => element.focus());
  const watch = new MutationObserver(() => {
    if (element.isConnected) return;
    watch.disconnect();
    if (box.childElementCount) return; // another dialog took its place
    const plays = app.presses && app.match && app.match.turn.kind !== "over";
    const back = plays ? document.querySelector(".sentence h1") : cameFrom;
    if (back?.isConnected) back.focus({ preventScroll: true });
  });
  watch.observe(box, { childList: true });
}

function keepInside(event) {
  if (event.key !== "Tab") return;
  const all = [...event.currentTarget.querySelectorAll("button:not([disabled]), a[href], input, select")];
  if (!all.length) return;
  const edge = event.shiftKey ? all[0] : all[all.length - 1];
  if (document.activeElement === edge || document.activeElement === event.currentTarget) {
    event.preventDefault();
    (event.shiftKey ? all[all.length - 1] : all[0]).focus();
  }
}

// The table's PIN, typed once on this device.
function pin(app) {
  const type = async (event) => {
    event.preventDefault();
    const answer = await send("/pin", { pin: event.target.elements.pin.value });
    if (!answer.ok) return;
    app.ui.dialog = null;
    app.draw();
  };
  return {
    title: _("This table asks for its PIN"),
    inside: [
      h(
        "form",
        { class: "add-person", onSubmit: type },
        h("input", {
          name: "pin",
          type: "password",
          inputmode: "numeric",
          autocomplete: "off",
          maxlength: 64,
          "aria-label": _("PIN"),
        }),
        h("button", { type: "submit", class: "button go" }, _("OK")),
      ),
      h("p", { class: "hint pin-hint" }, _("Watching needs none. After that, press again.")),
    ],
  };
}

// Which die of the last roll was wrong: the way back from a bust.
function misread(app) {
  return {
    title: _("Which die was wrong?"),
    inside: [
      h(
        "div",
        { class: "correct-faces" },
        app.match.last_roll.map((symbol, at) =>
          h(
            "button",
            {
              key: at,
              type: "button",
              class: "face-button",
              "aria-label": thrownName(symbol),
              onClick: () => open(app, "correct", { rolled: at, symbol }),
            },
            die(symbol, { label: false }),
          ),
        ),
      ),
    ],
  };
}

// The likely faces first, the others behind them, all as pictures.
function correct(app, dialog) {
  const { face } = splitDie(dialog.symbol);
  const special =
    dialog.rolled === undefined ? specialSeen(app, dialog.die) : splitDie(dialog.symbol).special;
  const read = seenRoll(app)?.[dialog.rolled];
  const likely = (dialog.others || read?.others || []).filter((one) => one.length === 1);
  const order = faces(app, likely, special).filter((one) => one !== face);
  return {
    title: _("What does this die show?"),
    inside: [
      h("p", { class: "correct-was" }, howItCame(app, dialog, read), die(special + face)),
      h(
        "div",
        { class: "correct-faces" },
        order.map((one) => {
          const name = faceName(special + one);
          const first = likely.includes(one);
          return h(
            "button",
            {
              key: one,
              type: "button",
              class: `face-button${first ? " likely" : ""}`,
              "aria-label": first ? _("{face}, likely", { face: name }) : name,
              onClick: () => sendCorrection(app, dialog, special + one),
            },
            die(special + one, { label: false }),
            first && h("small", { "aria-hidden": "true" }, _("likely")),
          );
        }),
      ),
    ],
  };
}

// A die of the still was read, one of the last roll perhaps tapped in; without a camera's word just
// now it cannot be known which.
function howItCame(app, dialog, read) {
  const { hand, camera } = app.snapshot;
  if (dialog.rolled === undefined || (read && !read.said)) return _("It was read as:");
  if (hand || camera.kind === "none") return _("It was entered as:");
  return typesDice(app) ? _("It counts as:") : _("It was read as:");
}

// A die of the still is named by its place there; a die of the last roll by the whole roll.
function sendCorrection(app, dialog, symbol) {
  app.ui.dialog = null;
  app.draw();
  const seat = app.boot.view === "seat" ? app.boot.seat : null;
  if (dialog.rolled === undefined)
    return command("correct", { seat, data: { die: dialog.die, face: symbol } });
  const dice = app.match.last_roll.map((one, at) => (at === dialog.rolled ? symbol : one));
  return command("correct", { seat, data: { dice } });
}
