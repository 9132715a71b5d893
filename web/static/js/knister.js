// Knister: everybody's board of five by five, lines scoring as they fill, cells as the buttons.

import { ask } from "./ask.js";
import { open } from "./bar.js";
import { choices, markHint, undoButton } from "./choices.js";
import { seatColour } from "./colours.js";
import { command } from "./command.js";
import { camera } from "./camera.js";
import { h } from "./dom.js";
import { largeSeat, narrow, room, shared, showBoard, tooSoon } from "./knister_room.js";
import { tray } from "./lane.js";
import { combinationName } from "./points.js";
import { isMarked } from "./turn.js";
import { _, say } from "./words.js";

const SIDES = [1, 2, 3, 4, 5];

addEventListener("resize", () => document.querySelector(".knister-table") && current?.draw());
let current = null;

export function table(app) {
  const { match, boot } = app;
  current = app;
  const over = match.turn.kind === "over";
  const own = boot.view === "seat" ? boot.seat : null;
  const seats = match.players.map((unused, seat) => seat);
  const others = seats.filter((seat) => seat !== own);
  const middle = !over && h("div", { class: "middle" }, number(app), own === null && camera(app));
  const notes = () => h("div", { class: "own-notes" }, doubled(app), pointsButton(app));
  if (own === null || (over && !narrow()))
    return h(
      "div",
      { class: `knister-table${over ? "" : " playing"}` },
      middle,
      allBoards(app, seats),
      (narrow() || over) && boot.view !== "board" && notes(), // who adds up by hand needs them
    );
  return h(
    "div",
    { class: `knister-table${over ? "" : " playing"}` },
    middle,
    own < seats.length && board(app, own, true),
    notes(), // beside the round there is no room
    // on a phone the own board comes first: it is what is written on
    !over && camera(app),
    others.length > 0 && othersBoards(app, others),
  );
}

// On a phone, or a tablet held upright, they follow the own one.
function othersBoards(app, others) {
  const beside = !narrow() && innerWidth > innerHeight && room("seat", others.length, app.snapshot.camera.kind !== "none");
  return h(
    "section",
    { ...(beside ? shared(beside) : { class: "boards seats" }), "aria-label": _("The others' boards") },
    others.map((seat) => board(app, seat, false)),
  );
}

function allBoards(app, seats) {
  const over = app.match.turn.kind === "over";
  const view = over && !["board", "replay"].includes(app.boot.view) ? "end" : app.boot.view;
  const found = room(view, seats.length);
  const { kind, across, down, tiny, large, upright } = found;
  if (over || kind === "equal" || kind === "long")
    return h(
      "section",
      { ...shared(found), "aria-label": _("Boards") },
      seats.map((seat) => board(app, seat, false)),
    );
  const seat = largeSeat(app);
  return h(
    "section",
    {
      class: `boards ${kind}${upright ? " upright" : ""}`,
      style: { "--large": large ? `${Math.round(large)}px` : "auto" },
      "aria-label": _("Boards"),
    },
    board(app, seat, true),
    h(
      "div",
      {
        class: `minis${tiny ? " tiny" : ""}`,
        style: { "--across": across, "--down": down },
        role: "group",
        "aria-label": _("Whose board is shown large"),
      },
      seats.map((one) => mini(app, one, one === seat, kind === "chips")),
    ),
  );
}

export function dock(app) {
  const asked = ask(app);
  if (app.match.turn.kind === "roll") return [asked, ...choices(app)].filter(Boolean);
  const undo = app.presses && undoButton(app);
  const hint = app.presses && markHint(app);
  const gains = gainNote(app);
  const notes = gains || hint ? h("div", { class: "dock-notes" }, gains, hint) : null;
  return notes || undo || asked ? [asked, h("div", { class: "choices-row" }, notes, undo)] : [];
}

// Where to write, or what the green numbers in the fields are.
function gainNote(app) {
  const { match, boot } = app;
  if (!app.presses || match.turn.kind !== "choice") return null;
  const writers = match.turn.seats.filter((seat) => boot.view === "table" || seat === boot.seat);
  const gains = writers.flatMap((seat) => match.choices[seat].map((one) => one.meaning.params.points || 0));
  const brought = [...new Set(gains.filter((points) => points > 0))];
  if (!brought.length)
    return (
      writers.length > 0 &&
      h("p", { key: "touch", class: "touch-note" }, _("Touch an empty field to write the {number} there.", { number: match.state.number }))
    );
  // only the figure that stands in the fields, and a letter for several: else it would be a promise
  return h(
    "p",
    { key: "gains", class: "gain-note" },
    h("b", { class: "cell-gain" }, brought.length === 1 ? `+${brought[0]}` : "+n"),
    " ",
    _("points that the {number} brings there", { number: match.state.number }),
  );
}

function doubled(app) {
  return h("p", { key: "doubled", class: "doubled" }, h("b", {}, "×2"), " ", _("diagonals count double"));
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
      h("span", { class: `total-label${state.number === null ? " idle" : ""}` }, _("to write")),
    ),
    h(
      "div",
      { class: "round" },
      h("span", {}, _("Round {round} of 25", { round: state.round })),
      state.game &&
        h("span", {}, _("Game {game} of {games}", { game: state.game, games: app.match.options.games })),
      app.boot.view !== "seat" && !(narrow() && app.boot.view !== "board") && doubled(app),
      ["table", "watch"].includes(app.boot.view) && !narrow() && pointsButton(app),
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
      boardState(turn.kind, due || rolls),
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

// A small board: to be seen whole, and by a touch to be shown large.
function mini(app, seat, chosen, chip) {
  const { match } = app;
  const { state, turn } = match;
  const due = turn.seats.includes(seat);
  const [, said] = stateOf(turn.kind, due);
  const name = match.players[seat];
  const marked = (row, column) => due && turn.kind === "choice" && isMarked(app, seat, `write ${row},${column}`);
  return h(
    "button",
    {
      key: `m${seat}`,
      type: "button",
      class: `board mini${due ? " due" : ""}${chosen ? " chosen" : ""}`,
      style: { "--seat": seatColour(app, seat) },
      "aria-pressed": String(chosen),
      "aria-label": `${name}, ${_("{points} {points:point|points}", { points: state.points[seat] })}${said ? `, ${said}` : ""}`,
      title: name,
      onClick: () => showBoard(app, seat),
    },
    h(
      "span",
      { class: "mini-head", "aria-hidden": "true" },
      h("span", { class: "name" }, name),
      h("span", { class: "board-state" }, stateOf(turn.kind, due)[0]),
      h("b", { class: "board-points" }, state.points[seat]),
    ),
    !chip &&
      h(
        "span",
        { class: "mini-cells", "aria-hidden": "true" },
        state.boards[seat].map((numbers, row) =>
          numbers.map((written, column) =>
            h(
              "span",
              {
                key: `${row}.${column}`,
                class: `cell${written === null ? "" : " full"}${marked(row + 1, column + 1) ? " marked" : ""}`,
              },
              written ?? "",
            ),
          ),
        ),
      ),
  );
}

function stateOf(kind, due) {
  if (kind === "choice") return due ? ["✎", _("writes")] : ["✓", _("written")];
  return kind === "roll" && due ? ["▸", _("rolls")] : ["", ""];
}

function boardState(kind, due) {
  const [sign, said] = stateOf(kind, due);
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
      onClick: () => tooSoon() || command("choose", { seat, data: { choice } }),
    },
    points > 0 ? h("span", { class: "cell-gain", "aria-hidden": "true" }, `+${points}`) : "",
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
      {
        key: kind,
        class: `line corner ${kind}`,
        role: "img",
        title: _("This diagonal counts twice."),
        "aria-label": _("This diagonal counts twice."),
      },
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
