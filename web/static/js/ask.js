// What is wrong at the table, in the ask colour; for a die that is not sure, its faces to tap.

import { faces } from "./camera.js";
import { command } from "./command.js";
import { h } from "./dom.js";
import { die, faceName } from "./drawings.js";
import { _, say } from "./words.js";

export function ask(app) {
  const { snapshot, match } = app;
  if (!snapshot.ask) return null;
  const answers = app.presses ? answersTo(app, snapshot.ask) : null;
  return h(
    "div",
    { key: "ask", class: "ask" },
    h(
      "p",
      { class: "ask-text" },
      h("span", { class: "ask-mark", "aria-hidden": "true" }, "!"),
      say(snapshot.ask, match?.players),
    ),
    answers,
  );
}

// The die that the question is about, likeliest faces first; one tap answers.
function answersTo(app, question) {
  const at = question.params.die - 1;
  const seen = app.snapshot.camera.dice[at];
  if (!question.code.startsWith("die-") || !seen || !app.match) return null;
  const unsure = question.code === "die-unsure" && seen.face !== null;
  const others = faces(app, [seen.face, ...seen.others]).filter((face) => !unsure || face !== seen.face);
  const send = (face) => command("correct", { data: { die: at, face } });
  return h(
    "div",
    { class: "ask-answers", role: "group", "aria-label": _("What does this die show?") },
    unsure &&
      h(
        "button",
        { key: "yes", type: "button", class: "button", onClick: () => command("confirm") },
        die(seen.face, { label: false }),
        _("CONFIRM"),
      ),
    others.map((face) =>
      h(
        "button",
        {
          key: face,
          type: "button",
          class: "face-button",
          "aria-label": faceName(face),
          onClick: () => send(face),
        },
        die(face, { label: false }),
      ),
    ),
  );
}
