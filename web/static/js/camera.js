// What the camera saw: the last still with outlines and readings, and what the camera is doing.

import { open } from "./bar.js";
import { command } from "./command.js";
import { h } from "./dom.js";
import { icon } from "./drawings.js";
import { fetched, later } from "./later.js";
import { seenRoll } from "./turn.js";
import { _ } from "./words.js";

// Fetched with the first still and the first replay: who taps in the dice needs neither.
const parts = { readings: () => fetched("./still_readings.js"), recorded: () => fetched("./recorded_still.js") };
const part = later(parts);

function words(camera) {
  if (camera.state === "lost") return _("The camera is lost.");
  if (camera.state === "ended" && camera.kind === "recording") return _("The recording waits.");
  if (camera.state === "ended") return _("The pictures have come to their end.");
  if (camera.state === "starting") return _("The camera is starting.");
  if (camera.state === "off") return _("The camera is off.");
  if (camera.state === "moving") return _("Dice are moving.");
  return _("Watching the tray.");
}

// The faces that a die of this game can show, the likely ones first; `special` is "g" for the golden
// die, which has ones and worms alone (SW-D6).
export function faces(app, likely = [], special = "") {
  const { match } = app;
  const worms = match?.game.startsWith("pickomino");
  const golden = special === "g" && match?.options.golden_die_faces !== "all";
  const known = golden ? ["1", "w"] : worms ? ["1", "2", "3", "4", "5", "w"] : ["1", "2", "3", "4", "5", "6"];
  return [...new Set([...likely.filter((face) => known.includes(face)), ...known])];
}

export function camera(app) {
  const { camera: view, hand } = app.snapshot;
  if (app.boot.view === "replay") return part(app, "recorded")?.recordedStill(app);
  if (view.kind === "none" || app.match?.turn.kind === "over") return null; // nothing is to be read
  const broken = view.state === "lost" || view.state === "ended" || view.state === "off";
  return h(
    "aside",
    { class: `camera ${view.state}`, "aria-label": _("Camera") },
    view.still !== null && still(app),
    h(
      "div",
      { class: "camera-words" },
      h(
        "p",
        { class: "camera-state" },
        h("span", { class: "camera-dot", "aria-hidden": "true" }),
        hand ? _("Dice are tapped in.") : words(view),
      ),
      view.kind === "recording" &&
        !hand &&
        h("p", { class: "camera-note" }, _("This is the recording that comes with dice-table. It begins again at its end.")),
      view.still !== null && part(app, "readings")?.handMeans(view.dice),
      app.match?.dice && !hand && readAs(app.match),
      broken &&
        view.detail.includes(" ") &&
        app.boot.language === "en" && // all that a driver speaks; the sentence above is translated
        h("p", { class: "camera-note" }, view.detail),
      app.presses && !waitsForOne(app) && handSwitch(view.kind, hand, broken),
    ),
  );
}

// By which taught dice a match is read.
export const readAs = ({ dice }) =>
  h("p", { class: "camera-note" }, _("Read as the taught dice {name}.", { name: dice }));

// The shipped recording waits for one roll that it does not have: the keypad stands there already,
// and the switch beside it would end the reading for good.
function waitsForOne(app) {
  return app.snapshot.ask?.code === "recording-lacks" && !app.snapshot.hand;
}

function handSwitch(kind, hand, broken) {
  const read = kind === "recording" ? _("Let the recording roll") : _("Let the camera read");
  return h(
    "button",
    {
      type: "button",
      class: `button small-button${broken && !hand ? " ask-button" : ""}`,
      onClick: () => command("hand", { data: { on: !hand } }),
    },
    icon(hand ? "camera" : "hand"),
    hand ? read : _("Tap in the dice"),
  );
}

// The picture of the last roll, where nothing is to be read any more.
export function lastStill(app) {
  return app.boot.view !== "replay" && seenRoll(app) ? still(app) : null;
}

function still(app) {
  const { camera: view } = app.snapshot;
  const fix = (one, at) =>
    open(app, "correct", { die: at, symbol: one.face || "?", others: one.others });
  return h(
    "figure",
    {
      class: "still",
      onMount: (figure) => parts.readings().then(({ measured }) => measured(app, figure)),
    },
    h("img", { key: view.still, src: `/still/${view.still}.jpg`, alt: _("The dice as the camera saw them") }),
    view.state === "moving" && h("figcaption", {}, _("Last roll")),
    part(app, "readings")?.stillReadings(view.dice, { fix: app.presses ? fix : null, board: app.boot.view === "board" }),
  );
}
