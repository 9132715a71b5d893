// The one sentence that rules the screen, what is wrong at the table, and the live region.

import { ask } from "./ask.js";
import { open } from "./bar.js";
import { h } from "./dom.js";
import { seatColour } from "./colours.js";
import { firstTurn } from "./primer.js";
import { speakAloud } from "./voice.js";
import { _, say } from "./words.js";

const LONG = 30; // letters; where the room for it is measured out it is written smaller

export function sentence(app) {
  const { snapshot, match } = app;
  const seat = match && match.turn.seats.length === 1 ? match.turn.seats[0] : null;
  const over = match?.turn.kind === "over";
  const said = say(snapshot.says, match?.players);
  return h(
    "section",
    {
      class: `sentence${over ? " over" : ""}`,
      style: seat !== null ? { "--seat": seatColour(app, seat) } : undefined,
    },
    h("h1", { tabindex: "-1", class: said.length > LONG ? "long" : undefined }, said),
    // beside the boards of Knister nothing may move: there it is asked in the dock
    (match?.game !== "knister" && ask(app)) || happened(app) || firstTurn(app),
  );
}

// Under the sentence: what happened last, so that a bust is explained and not only shown.
function happened(app) {
  const { match } = app;
  const events = match?.events || [];
  if (!events.length) return null;
  const over = match.turn.kind === "over"; // the result says the rest, but not that a roll was corrected
  const turned = events.some((event) => event.code === "winner-corrected");
  const last = events[events.length - 1].seq;
  const scored = events.some((event) => event.seq === last && event.code === "line-scored");
  const said = events
    .filter((event) => !over || event.code === (turned ? "winner-corrected" : "roll-corrected"))
    .filter((event) => event.seq === last && event.code !== "roll" && !(scored && event.code === "write"))
    .map((event) => say(event, match.players))
    .filter((text) => text !== say(app.snapshot.says, match.players));
  const bust = events.some((event) => event.seq === last && event.code === "bust");
  if (!said.length) return null;
  return h(
    "div",
    { key: "happened", class: `happened${bust ? " bust" : ""}` },
    h("p", {}, said.join(" ")),
    bust &&
      app.presses &&
      match.can_correct &&
      h(
        "button",
        { type: "button", class: "button small-button", onClick: () => open(app, "misread") },
        _("Correct the roll"),
      ),
  );
}

// Screen readers hear the happenings and then the sentence, once for each change.
export function spoken(app, before) {
  const players = app.match?.players;
  const known = before.match?.id === app.match?.id ? (before.match?.seq ?? -1) : -1;
  const news = (app.match?.events || [])
    .filter((event) => event.seq > known)
    .map((event) => say(event, players));
  const text = [...news.slice(-3), say(app.snapshot.ask, players), say(app.snapshot.says, players)]
    .filter(Boolean)
    .join(" ");
  const region = document.getElementById("spoken");
  const now = ({ ask, says }) => JSON.stringify([ask, says]);
  const nothingNew = !news.length && known >= 0 && now(before) === now(app.snapshot);
  if (nothingNew || region.textContent === text) return;
  region.textContent = text;
  speakAloud(text);
}

// In another language from now on: what was said last, as far as it is still to be done.
export function spokenAnew(app) {
  const region = document.getElementById("spoken");
  if (!region.textContent) return; // nothing was said yet
  const players = app.match?.players;
  const { ask, says } = app.snapshot;
  region.textContent = [say(ask, players), say(says, players)].filter(Boolean).join(" ");
}
