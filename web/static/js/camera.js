// What the camera saw: the last still with outlines and readings, and what the camera is doing.

import { open } from "./bar.js";
import { command } from "./command.js";
import { h } from "./dom.js";
import { icon, outlines, overDie } from "./drawings.js";
import { recordedStill } from "./recorded_still.js";
import { seenRoll } from "./turn.js";
import { _ } from "./words.js";

function words(camera) {
  if (camera.state === "lost") return _("The camera is lost.");
  if (camera.state === "ended" && camera.kind === "recording") return _("The recording waits.");
  if (camera.state === "ended") return _("The pictures have come to their end.");
  if (camera.state === "starting") return _("The camera is starting.");
  if (camera.state === "off") return _("The camera is off.");
  if (camera.state === "moving") return _("Dice are moving.");
  if (camera.state === "reading") return _("Reading the dice.");
  return _("Watching the tray.");
}

// The faces that dice of this game can show, the likely ones first.
export function faces(app, likely = []) {
  const { match } = app;
  const worms = match?.game.startsWith("pickomino");
  const known = worms ? ["1", "2", "3", "4", "5", "w"] : ["1", "2", "3", "4", "5", "6"];
  return [...new Set([...likely.filter((face) => known.includes(face)), ...known])];
}

export function camera(app) {
  const { camera: view, hand } = app.snapshot;
  if (app.boot.view === "replay") return recordedStill(app);
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
      app.match?.dice &&
        !hand &&
        h("p", { class: "camera-note" }, _("Read as the taught dice {name}.", { name: app.match.dice })),
      broken &&
        view.detail.includes(" ") &&
        app.boot.language === "en" && // all that a driver speaks; the sentence above is translated
        h("p", { class: "camera-note" }, view.detail),
      app.presses && !waitsForOne(app) && handSwitch(view.kind, hand, broken),
    ),
  );
}

// The shipped recording waits for one roll that it does not have: the keypad stands there already,
// and the switch beside it would end the reading for good.
function waitsForOne(app) {
  return app.snapshot.ask?.code === "recording-lacks" && !app.snapshot.hand;
}

function handSwitch(kind, hand, broken) {
  const read = kind === "recording" ? _("Let the recording go on") : _("Let the camera read");
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
  return h(
    "figure",
    { class: "still" },
    h("img", { key: view.still, src: `/still/${view.still}.jpg`, alt: _("The dice as the camera saw them") }),
    outlines(view.dice),
    view.dice.map((one, at) => reading(app, one, at)),
  );
}

function reading(app, one, at) {
  const style = overDie(one.corners);
  if (!style) return null;
  const face = one.face === null ? "?" : one.face === "w" ? _("worm") : one.face;
  return h(
    app.presses ? "button" : "span",
    {
      key: `r${at}`,
      type: app.presses ? "button" : undefined,
      class: `die-reading${one.sure ? "" : " unsure"}`,
      style,
      "aria-label": app.presses ? _("{face}: correct this die", { face }) : undefined,
      onClick: app.presses
        ? () => open(app, "correct", { die: at, symbol: one.face || "?", others: one.others })
        : undefined,
    },
    face === _("worm") ? "W" : face,
  );
}
