// The end: who won and why, everybody in order, and the next match one tap away.

import { command } from "./command.js";
import { seatColour } from "./colours.js";
import { h } from "./dom.js";
import { icon, wormIcon } from "./drawings.js";
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
  return h(
    "section",
    { key: "standings", class: "standings", "aria-label": _("Final standings") },
    h("p", { class: "reason" }, ended(app)),
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

function ended(app) {
  const { turn, players } = app.match;
  const { says } = app.snapshot;
  const over = says.code === "says-shared" ? "" : _("The match is over."); // the sentence says it
  const why = turn.reason.text === says.text ? "" : say(turn.reason, players);
  return `${over} ${why}`.trim();
}

// The tile that decides a tie is the highest one owned (P20), not the one on top.
function topTile(match, seat) {
  return Math.max(0, ...(match.state.stacks?.[seat] || []));
}

function again(app) {
  const { match } = app;
  return command("start", { data: { game: match.game, players: match.players, options: match.options } });
}
