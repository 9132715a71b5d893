// What is wrong at the table, in the ask colour; for a die that is not sure, its faces to tap, for
// several of them one CONFIRM and each of them to touch.

import { open } from "./bar.js";
import { faces } from "./camera.js";
import { command } from "./command.js";
import { h } from "./dom.js";
import { die, faceName, thrownName } from "./drawings.js";
import { specialSeen } from "./turn.js";
import { _, say } from "./words.js";

export function ask(app) {
  const { snapshot, match } = app;
  if (!snapshot.ask || onlyWatched(app)) return null;
  const answers = app.presses ? answersTo(app, snapshot.ask) : null;
  const whose = answers && anothersThrow(app);
  return h(
    "div",
    { key: "ask", class: `ask${whose ? " anothers" : ""}` },
    h(
      "p",
      { class: "ask-text" },
      h("span", { class: "ask-mark", "aria-hidden": "true" }, "!"),
      h(
        "span",
        {},
        whose && h("b", { class: "ask-whose" }, whose),
        say(snapshot.ask, match?.players),
      ),
    ),
    answers,
  );
}

// Who only watches has nothing to press: the one sentence asks already, of those who sit there.
function onlyWatched({ boot, snapshot }) {
  const answered = ["die-unsure", "dice-unsure", "die-strange"];
  return boot.view === "watch" && answered.includes(snapshot.ask.code);
}

// Anybody at the table may answer; on a phone whose own throw it is not that is said, and not urged.
function anothersThrow(app) {
  const { boot, match } = app;
  const [seat] = match.turn.seats;
  if (boot.view !== "seat" || seat === undefined || match.turn.seats.includes(boot.seat)) return null;
  return _("{name} rolled these dice. Anybody at the table may answer.", { name: match.players[seat] });
}

// The die that the question is about, likeliest faces first; one tap answers.
function answersTo(app, question) {
  if (question.code === "dice-unsure") return allAtOnce(app);
  const at = question.params.die - 1;
  const seen = app.snapshot.camera.dice[at];
  if (!question.code.startsWith("die-") || !seen || !app.match) return null;
  const unsure = question.code === "die-unsure" && seen.face !== null;
  const special = specialSeen(app, at);
  const able = faces(app, [seen.face, ...seen.others], special);
  const others = able.filter((face) => !unsure || face !== seen.face);
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

// Several dice at once: what is shown is right, or one of them is touched and corrected.
function allAtOnce(app) {
  const { dice } = app.snapshot.camera;
  if (!app.match || !dice.length) return null;
  return h(
    "div",
    { class: "ask-answers", role: "group", "aria-label": _("What do these dice show?") },
    h(
      "button",
      { key: "yes", type: "button", class: "button", onClick: () => command("confirm") },
      _("CONFIRM"),
    ),
    dice.map(
      (one, at) =>
        !one.sure &&
        one.face !== null &&
        h(
          "button",
          {
            key: at,
            type: "button",
            class: "face-button",
            "aria-label": thrownName(one.face, { sure: one.sure }),
            onClick: () => open(app, "correct", { die: at, symbol: one.face, others: one.others }),
          },
          die(one.face, { label: false }),
        ),
    ),
  );
}
