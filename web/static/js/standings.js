// The end: who won and why, everybody in order, the last roll with the ways back from it, and the
// next match one tap away.

import { open } from "./bar.js";
import { lastStill } from "./camera.js";
import { command } from "./command.js";
import { seatColour } from "./colours.js";
import { h } from "./dom.js";
import { icon, wormIcon } from "./drawings.js";
import { bustedLane, tray } from "./lane.js";
import { undoButton } from "./undo.js";
import { _, say } from "./words.js";

export function standings(app) {
  const { match } = app;
  const { turn } = match;
  const order = match.players
    .map((name, seat) => ({
      name,
      seat,
      score: turn.scores[seat],
      top: topTile(match, seat),
      won: turn.winners.includes(seat),
    }))
    .sort((one, other) => other.won - one.won || other.score - one.score || other.top - one.top);
  const worms = match.game.startsWith("pickomino");
  const reason = ended(app);
  return h(
    "section",
    { key: "standings", class: "standings", "aria-label": _("Final standings") },
    reason && h("p", { class: "reason" }, reason),
    h(
      "ol",
      {},
      order.map(({ name, seat, score, top, won }, at) =>
        h(
          "li",
          { key: seat, class: won ? "won" : "", style: { "--seat": seatColour(app, seat), "--at": at } },
          h(
            "span",
            { class: "place" },
            won ? icon("crown") : at + 1,
            won && h("span", { class: "unseen" }, _("winner")),
          ),
          h("span", { class: "name" }, name),
          worms && top > 0 && h("span", { class: "top-tile" }, _("highest tile {tile}", { tile: top })),
          h("b", { class: "score" }, score, worms ? wormIcon() : ""),
        ),
      ),
    ),
    lastRoll(app),
    app.presses &&
      h(
        "div",
        { class: "standings-actions" },
        h("button", { type: "button", class: "button go", onClick: () => again(app) }, _("Play again")),
        h("button", { type: "button", class: "button", onClick: () => command("end") }, _("Another game")),
        h("a", { class: "button", href: `/record/${match.id}` }, _("Watch it again")),
        h(
          "a",
          { class: "button", href: `/record/${match.id}.ndjson`, download: true },
          _("Download the log"),
        ),
      ),
  );
}

// A roll that was misread may have ended the match: it stays in sight, and so do the ways back.
function lastRoll(app) {
  const { match } = app;
  if (!match.last_roll.length) return null;
  return h(
    "div",
    { key: "last-roll", class: "standings-roll" },
    match.bust && h("p", { key: "why", class: "why" }, say(match.bust, match.players)),
    app.boot.view !== "board" && lastStill(app),
    match.bust ? bustedLane(app) : tray(app),
    app.presses &&
      h(
        "div",
        { class: "standings-back" },
        match.can_correct &&
          h(
            "button",
            { key: "correct", type: "button", class: "button small-button", onClick: () => open(app, "misread") },
            _("Correct the roll"),
          ),
        undoButton(app),
      ),
  );
}

// Why the match is over, then what decided it, as far as the sentence has not said it.
function ended(app) {
  const { turn, players } = app.match;
  const { says } = app.snapshot;
  if (says.text === gameOver(app.match)) return ""; // as at the end of a replay
  const decided = turn.reason.text === says.text ? "" : say(turn.reason, players);
  return `${cause(app.match, says)} ${decided}`.trim();
}

// The rules say the cause and the result in one breath; after a restart it is heard no more.
function cause(match, says) {
  const { turn } = match;
  const last = gameOver(match);
  if (last.endsWith(turn.reason.text) && last !== turn.reason.text)
    return _(last.slice(0, -turn.reason.text.length).trim());
  return says.code === "says-shared" ? "" : _("The match is over."); // the sentence says it
}

const gameOver = ({ events }) => (events || []).find(({ code }) => code === "game-over")?.text || "";

// The tile that decides a tie is the highest one owned (P20), not the one on top.
function topTile(match, seat) {
  return Math.max(0, ...(match.state.stacks?.[seat] || []));
}

function again(app) {
  const { match } = app;
  return command("start", { data: { game: match.game, players: match.players, options: match.options } });
}
