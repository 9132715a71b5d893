// Beside a recorded position: the still of its roll, what the camera read and what people changed.

import { readAs } from "./camera.js";
import { h } from "./dom.js";
import { die, faceName, splitDie } from "./drawings.js";
import { measured, stillReadings } from "./still_readings.js";
import { currentLanguage, _ } from "./words.js";

// The last roll up to this step, with what the camera read of it.
function rollOf({ steps, at }) {
  for (let place = at; place >= 0; place--) {
    const entry = steps[place].entry;
    if (entry?.kind === "roll") return entry;
  }
  return null;
}

export function recordedStill(app) {
  const roll = rollOf(app.replay);
  if (!roll) return null;
  const read = roll.camera.length > 0;
  const picture = `/record/${app.match.id}/still/${roll.still}.jpg`;
  const gone = app.replay.gone?.has(picture);
  return h(
    "aside",
    { class: "camera recorded", "aria-label": _("Camera") },
    roll.still !== null &&
      !gone &&
      h(
        "figure",
        { class: "still", key: picture, onMount: (figure) => measured(app, figure) },
        h("img", {
          src: picture,
          alt: _("The dice as the camera saw them"),
          onError: () => {
            app.replay.gone = new Set([...(app.replay.gone || []), picture]);
            app.draw();
          },
        }),
        stillReadings(roll.camera),
      ),
    h(
      "div",
      { class: "camera-words" },
      h("p", { class: "camera-state" }, whereFrom(roll)),
      read &&
        h(
          "ul",
          { class: "read-dice" },
          roll.camera.map((one, at) => readDie(one, at)),
        ),
      changes(app, roll).map((text, at) => h("p", { key: `c${at}`, class: "camera-note" }, text)),
      read && app.match.dice && readAs(app.match),
      gone && h("p", { class: "camera-note" }, _("The still is no longer kept.")),
    ),
  );
}

// The recording that ships shows nobody's own dice, and tapped dice no camera has seen.
function whereFrom({ camera, film }) {
  if (camera.length) return film ? _("Read in the recording that comes with dice-table") : _("The camera read");
  return film ? _("Tapped in, for the recording lacked a roll") : _("Tapped in, not read by a camera");
}

// The figure is the face's alone; where the die was asked about all the same (its place, its pips, the
// table's own doubt), it would say the opposite of the ring around it.
function readDie(one, at) {
  const percent = (one.confidence || 0).toLocaleString(currentLanguage(), { style: "percent" });
  return h(
    "li",
    { key: at, class: one.sure === false ? "unsure" : "" },
    die(one.face && one.face.length === 1 ? one.face : "?"),
    h("span", {}, one.sure === false ? _("not sure") : percent),
  );
}

// What people changed in the reading up to this step: for each die the face that was read, and the
// last word on it, where that is another.
function changes(app, roll) {
  if (!roll.camera.length) return []; // what was tapped in was read by nobody
  const { steps, at } = app.replay;
  const from = steps.findIndex((step) => step.entry === roll);
  const corrections = steps.slice(from + 1, at + 1).filter(({ entry }) => entry?.kind === "correct");
  const dice = new Map();
  for (const one of [roll, ...corrections.map(({ entry }) => entry)].flatMap(({ changed }) => changed)) {
    if (typeof one.die !== "number" || !one.to) continue;
    dice.set(one.die, { read: dice.has(one.die) ? dice.get(one.die).read : one.from, to: one.to });
  }
  return [...dice]
    .filter(([, { read, to }]) => !read || splitDie(read).face !== splitDie(to).face) // it reads faces, not "b4"
    .map(([die, { read, to }]) => {
      const fields = { die: die + 1, read: faceName(read || "?"), face: faceName(to) };
      return read
        ? _("Die {die} was read as {read} and corrected to {face}.", fields)
        : _("Die {die} could not be read and was entered as {face}.", fields);
    });
}
