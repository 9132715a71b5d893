// The check-up: a line for each part of the machine, the camera and the mat, with its remedy.

import { open } from "./bar.js";
import { noConnection } from "./command.js";
import { h } from "./dom.js";
import { _ } from "./words.js";

const NAMES = {
  versions: "Programs",
  models: "Models",
  settings: "Settings",
  "data folder": "Data folder",
  disk: "Disk",
  memory: "Memory",
  clock: "Clock",
  port: "Address of the page",
  pins: "Buttons and lamps",
  voice: "Voice",
  temperature: "Temperature",
  power: "Power",
  camera: "Camera",
  focus: "Focus",
  light: "Brightness",
  glare: "Glare",
  flicker: "Flicker",
  mat: "Mat",
  dice: "Dice",
};

const URGENT = ["mend", "note", "ok"]; // what is to be mended is seen without scrolling

export function openDoctor(app) {
  open(app, "doctor", { lines: null, busy: false });
  return examine(app);
}

async function examine(app) {
  const dialog = app.ui.dialog;
  if (dialog?.name !== "doctor" || dialog.busy) return;
  dialog.busy = true;
  app.draw();
  let lines = "failed";
  try {
    const answer = await fetch("/doctor.json");
    if (answer.ok) lines = await answer.json();
  } catch {
    lines = "lost";
  }
  dialog.lines = lines;
  dialog.busy = false;
  if (app.ui.dialog === dialog) app.draw();
}

export function doctor(app, dialog) {
  const lines = Array.isArray(dialog.lines) ? dialog.lines : [];
  return {
    title: _("Check-up"),
    inside: [
      h("p", { class: "doctor-sum", role: "status" }, summary(dialog, lines)),
      h(
        "ul",
        { class: "findings", "aria-busy": String(dialog.busy) },
        [...lines].sort((a, b) => URGENT.indexOf(a.state) - URGENT.indexOf(b.state)).map(finding),
      ),
      h(
        "button",
        { type: "button", class: "button", disabled: dialog.busy, onClick: () => examine(app) },
        _("Check again"),
      ),
    ],
  };
}

function summary(dialog, lines) {
  if (dialog.busy) return _("Looking at everything: this takes some seconds.");
  if (dialog.lines === "lost") return noConnection();
  if (!lines.length) return _("The check-up did not come through. Try again.");
  const wrong = lines.filter((line) => line.state === "mend").length;
  return wrong ? _("To be mended: {count}.", { count: wrong }) : _("Everything is well.");
}

function finding(line) {
  const word = { ok: _("all right"), note: _("worth knowing"), mend: _("to mend") }[line.state];
  return h(
    "li",
    { key: line.check, class: `finding ${line.state}` },
    h("b", {}, NAMES[line.check] ? _(NAMES[line.check]) : line.check),
    h("span", { class: "finding-state" }, word),
    h("span", { class: "finding-says" }, line.says),
    line.do && h("span", { class: "finding-do" }, `→ ${line.do}`),
  );
}
