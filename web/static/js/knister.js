// Knister: everybody's board of five by five, lines scoring as they fill, cells as the buttons.

import { open } from "./bar.js";
import { choices, markHint, undoButton } from "./choices.js";
import { seatColour } from "./colours.js";
import { command } from "./command.js";
import { camera } from "./camera.js";
import { h } from "./dom.js";
import { tray } from "./lane.js";
import { combinationName } from "./points.js";
import { isMarked } from "./turn.js";
import { _, say } from "./words.js";

const SIDES = [1, 2, 3, 4, 5];

export function table(app) {
  const { match, boot } = app;
  const own = boot.view === "seat" ? boot.seat : null;
  const seats = match.players.map((unused, seat) => seat);
  const others = seats.filter((seat) => seat !== own);
  return h(
    "div",
    { class: "knister-table" },
    match.turn.kind !== "over" && h("div", { class: "middle" }, number(app), own === null && camera(app)),
    own !== null && own < seats.length && board(app, own, true),
    own !== null && pointsButton(app), // beside the round there is no room on a phone
    // on a phone the own board comes first: it is what is written on
    match.turn.kind !== "over" && own !== null && camera(app),
    h(
      "section",
      {
        class: `boards n${others.length}`,
        style: { "--boards": others.length },
        "aria-label": own === null ? _("Boards") : _("The others' boards"),
      },
      others.map((seat) => board(app, seat, false)),
    ),
  );
}

export function dock(app) {
  if (app.match.turn.kind === "roll") return choices(app);
  const undo = app.presses && undoButton(app);
  const hint = app.presses && markHint(app);
  return undo || hint ? [h("div", { class: "choices-row" }, hint, undo)] : [];
}

// The number to write, as large as it matters; between rounds the round.
function number(app) {
  const { state } = app.match;
  return h(
    "section",
    { class: "lane number-lane", "aria-label": _("The number") },
    h(
      "div",
      { class: "total" },
      h("b", { class: "total-number" }, state.number ?? "–"),
      h("span", { class: "total-label" }, _("to write")),
    ),
    h(
      "div",
      { class: "round" },
      h("span", {}, _("Round {round} of 25", { round: state.round })),
      state.game &&
        h("span", {}, _("Game {game} of {games}", { game: state.game, games: app.match.options.games })),
      ["table", "watch"].includes(app.boot.view) && pointsButton(app),
    ),
    tray(app),
  );
}

function pointsButton(app) {
  return h(
    "button",
    { key: "points", type: "button", class: "points-button", onClick: () => open(app, "points") },
    _("What gives points"),
  );
}

function board(app, seat, large) {
  const { match } = app;
  const { state, turn } = match;
  const due = turn.kind === "choice" && turn.seats.includes(seat);
  const mayWrite = due && (app.boot.view === "table" || (app.boot.view === "seat" && app.boot.seat === seat));
  const legal = mayWrite ? new Map(match.choices[seat].map((one) => [one.choice, one])) : new Map();
  const lines = new Map(match.extras.lines[seat].map((line) => [`${line.kind}${line.number}`, line]));
  const rolls = turn.kind === "roll" && turn.seats.includes(seat);
  const wrote = turn.kind === "choice" && !due;
  const won = turn.kind === "over" && turn.winners.includes(seat);
  return h(
    "article",
    {
      key: `b${seat}`,
      class: `board${large ? " large" : ""}${due || rolls ? " due" : ""}${mayWrite ? " open" : ""}${won ? " won" : ""}`,
      style: { "--seat": seatColour(app, seat) },
    },
    h(
      "header",
      {},
      h("h2", { class: "name", title: match.players[seat] }, match.players[seat]),
      boardState(due, wrote, rolls),
      h(
        "b",
        {
          class: "board-points",
          "aria-label": _("{points} {points:point|points}", { points: state.points[seat] }),
        },
        state.points[seat],
      ),
    ),
    h(
      "div",
      { class: "cells", role: "group", "aria-label": _("Board of {name}", { name: match.players[seat] }) },
      // each at the upper end of its own line: the falling one begins at the top left
      diagonal(lines, "falling"),
      SIDES.map((column) => lineScore(lines, "column", column)),
      diagonal(lines, "rising"),
      SIDES.map((row) => [
        h("span", { key: `l${row}`, class: "line-gap" }),
        SIDES.map((column) => cell(app, seat, row, column, legal)),
        lineScore(lines, "row", row),
      ]),
    ),
  );
}

function boardState(due, wrote, rolls) {
  const [sign, said] = due
    ? ["✎", _("writes")]
    : wrote
      ? ["✓", _("written")]
      : rolls
        ? ["▸", _("rolls")]
        : ["", ""];
  return h(
    "span",
    { class: "board-state", title: said },
    h("span", { "aria-hidden": "true" }, sign),
    h("span", { class: "unseen" }, said),
  );
}

function cell(app, seat, row, column, legal) {
  const written = app.match.state.boards[seat][row - 1][column - 1];
  const choice = `write ${row},${column}`;
  const open = legal.get(choice);
  const key = `${row}.${column}`;
  if (!open) {
    const label =
      written === null
        ? _("row {row}, column {column}: empty", { row, column })
        : _("row {row}, column {column}: {number}", { row, column, number: written });
    return h(
      "span",
      { key, class: `cell${written === null ? "" : " full"}`, role: "img", "aria-label": label },
      written ?? "",
    );
  }
  const marked = isMarked(app, seat, choice);
  const points = open.meaning.params.points;
  return h(
    "button",
    {
      key,
      type: "button",
      class: `cell${marked ? " marked" : ""}`,
      "aria-label": say(open.meaning, app.match.players),
      "aria-current": marked ? "true" : undefined,
      "data-choice": choice,
      onClick: () => command("choose", { seat, data: { choice } }),
    },
    typeof points === "number" ? h("span", { class: "cell-gain", "aria-hidden": "true" }, `+${points}`) : "",
  );
}

function lineScore(lines, kind, at) {
  const line = lines.get(`${kind}${at}`);
  if (!line) return h("span", { key: `${kind}${at}`, class: `line ${kind}` });
  const what = combinationName(line.combination);
  return h(
    "span",
    {
      key: `${kind}${at}`,
      class: `line ${kind} full${line.points ? "" : " zero"}`,
      title: what,
      role: "img",
      "aria-label": _("{what}: {points}", { what, points: line.points }),
    },
    line.points,
  );
}

// Before it is full it says that it counts twice, then what it brought.
function diagonal(lines, kind) {
  const line = lines.get(`${kind}1`);
  if (!line)
    return h(
      "span",
      { key: kind, class: `line corner ${kind}`, title: _("This diagonal counts twice.") },
      h("span", { "aria-hidden": "true" }, "×2"),
    );
  return h(
    "span",
    {
      key: kind,
      class: `line corner ${kind} full${line.points ? "" : " zero"}`,
      role: "img",
      title: combinationName(line.combination),
      "aria-label": _("diagonal, {what}: {points}", {
        what: combinationName(line.combination),
        points: line.points,
      }),
    },
    line.points, // doubled already
  );
}
