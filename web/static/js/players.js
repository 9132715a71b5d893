// The players: whose turn, worms, and each stack with its top tile whole and the edges below.

import { seatColour } from "./colours.js";
import { h } from "./dom.js";
import { tile, wormIcon } from "./drawings.js";
import { tokens } from "./deluxe.js";
import { reachable } from "./turn.js";
import { _ } from "./words.js";

const EDGES = 5;

export function players(app) {
  const { match, boot } = app;
  const { steal } = reachable(app);
  const order = match.players.map((unused, seat) => seat);
  if (boot.view === "seat") order.unshift(...order.splice(boot.seat, 1));
  return h(
    "section",
    { class: `players n${match.players.length}`, "aria-label": _("Players") },
    order.map((seat) => player(app, seat, steal.get(seat))),
  );
}

function player(app, seat, stealable) {
  const { match, boot } = app;
  const due = match.turn.seats.includes(seat);
  const won = match.turn.kind === "over" && match.turn.winners.includes(seat);
  const name = match.players[seat];
  const worms = match.state.worms?.[seat] ?? 0;
  return h(
    "article",
    {
      key: seat,
      class: `player${due ? " due" : ""}${won ? " won" : ""}${boot.view === "seat" && boot.seat === seat ? " own" : ""}`,
      style: { "--seat": seatColour(app, seat) },
    },
    h(
      "h2",
      { class: "player-name", title: name },
      h("span", { class: "seat-mark", "aria-hidden": "true" }, due ? "▸" : ""),
      h("span", { class: "name" }, name),
      due && h("span", { class: "unseen" }, _("is due")),
    ),
    h(
      "div",
      { class: "player-row" },
      stack(match.state.stacks[seat] || [], stealable),
      h(
        "div",
        { class: "score-side" },
        h(
          "p",
          { class: "worms" },
          h("b", {}, worms),
          wormIcon(),
          h("span", { class: "unseen" }, _("{worms:worm|worms}", { worms })),
        ),
        buried(match.state.stacks[seat] || []),
      ),
    ),
    tokens(app, seat),
  );
}

function buried(tiles) {
  const count = tiles.length - 1;
  return count > 0 && h("p", { class: "below" }, _("{count} {count:tile|tiles} below", { count }));
}

function stack(tiles, stealable) {
  if (!tiles.length) return h("div", { class: "stack none" }, h("span", { class: "unseen" }, _("no tile")));
  const top = tiles[tiles.length - 1];
  const below = tiles.slice(0, -1);
  return h(
    "div",
    { class: `stack${stealable === top ? " lifted" : ""}` },
    tile(top, { key: `t${top}`, fly: `t${top}` }),
    h(
      "div",
      { key: "edges", class: "edges" },
      below
        .slice(-EDGES)
        .reverse()
        .map((number) => h("span", { key: number, class: "edge", "data-fly": `t${number}` })),
    ),
    stealable === top && h("span", { class: "unseen" }, _("this total steals it")),
  );
}
