// Oh Fortuna: 43 cards in seven rows, the dice card with its fields, the hands.

import { seatColour } from "./colours.js";
import { camera } from "./camera.js";
import { isFortunaCard } from "./card_values.js";
import { choices, choiceButton, markHint, undoButton } from "./choices.js";
import { command } from "./command.js";
import { h } from "./dom.js";
import { die, faceName } from "./drawings.js";
import { tray } from "./lane.js";
import { actingSeat, isMarked, openChoices, showsMark } from "./turn.js";
import { _, say } from "./words.js";

const ROWS = [0, 7, 14, 21, 28, 35, 42];
const LISTED = 6;

export function table(app) {
  return h(
    "div",
    { class: "fortuna-table" },
    cards(app),
    h(
      "div",
      { class: "fortuna-side" },
      app.match.turn.kind !== "over" && diceCard(app),
      hands(app),
      camera(app),
    ),
  );
}

export function card(number, printed, { className = "", key = number } = {}) {
  const fortuna = isFortunaCard(number);
  const sign = !fortuna ? "" : number < 21 ? "−" : number > 21 ? "+" : "±";
  const what = fortuna
    ? _("Fortuna card {card}: {number}", { card: number, number: printed ?? "?" })
    : _("card {card}: {points} {points:point|points}", { card: number, points: printed ?? 0 });
  return h(
    "span",
    {
      key,
      class: `card ${fortuna ? "fortune" : "score"} ${className}`.trim(),
      style: { "--hue": String(Math.round(212 + number * 1.9)) },
      role: "img",
      "aria-label": what,
      "data-fly": `c${number}`,
    },
    h("b", {}, number),
    h("span", { class: "printed" }, printed === undefined ? "" : `${sign}${printed}`),
  );
}

function cards(app) {
  const { state, options } = app.match;
  const there = new Set(state.table);
  const goals = new Set();
  for (const { choice } of openChoices(app)) {
    const found = /^take (\d+)/.exec(choice);
    if (found) goals.add(Number(found[1]));
  }
  return h(
    "section",
    { class: "cards", "aria-label": _("Cards on the table") },
    ROWS.map((first) =>
      h(
        "div",
        { key: first, class: "card-row" },
        Array.from({ length: first === 42 ? 1 : 7 }, (unused, at) => first + at).map((number) =>
          there.has(number)
            ? card(number, options.card_values?.[number], { className: goals.has(number) ? "lifted" : "" })
            : h(
                "span",
                {
                  key: number,
                  class: "card gone",
                  role: "img",
                  "aria-label": _("card {card} is taken", { card: number }),
                },
                number,
              ),
        ),
      ),
    ),
  );
}

function diceCard(app) {
  const { state } = app.match;
  const chosen = app.ui.placing || [];
  const placing = openChoices(app).some(({ choice }) => choice.startsWith("place"));
  const fields = [...state.fields, ...(placing ? chosen : [])];
  const sum =
    fields.reduce((total, symbol) => total + Number(symbol.slice(-1)), 0) +
    (state.area === "air" ? 7 * state.penalties : 0);
  return h(
    "section",
    { class: `dice-card ${state.area || ""}`, "aria-label": _("Dice card") },
    h(
      "header",
      {},
      h("b", {}, state.area === "air" ? _("Air") : state.area === "sea" ? _("Sea") : _("Air or sea?")),
      h(
        "span",
        { class: "fields-hint" },
        state.area === "air" ? _("rising") : state.area === "sea" ? _("falling") : "",
      ),
      h("b", { class: "fields-sum" }, fields.length || state.penalties ? sum : ""),
    ),
    h(
      "ol",
      { class: "fields" },
      Array.from({ length: 6 }, (unused, at) =>
        h(
          "li",
          { key: at, class: at >= state.fields.length && fields[at] ? "proposed" : "" },
          fields[at] ? die(fields[at]) : h("span", { class: "die-ghost" }, at + 1),
        ),
      ),
    ),
    h(
      "p",
      { class: "penalties" },
      _("Penalties: {count}", { count: state.penalties }),
      state.area === "air" && state.penalties > 0 ? ` (+${7 * state.penalties})` : "",
    ),
    tray(app),
  );
}

function hands(app) {
  const { match } = app;
  const { state, options } = match;
  return h(
    "section",
    { class: "hands", "aria-label": _("Players") },
    match.players.map((name, seat) =>
      h(
        "article",
        {
          key: seat,
          class: `hand${match.turn.seats.includes(seat) ? " due" : ""}`,
          style: { "--seat": seatColour(app, seat) },
        },
        h(
          "header",
          {},
          h(
            "h2",
            {},
            match.turn.seats.includes(seat) && [
              h("span", { key: "mark", "aria-hidden": "true" }, "▸ "),
              h("span", { key: "due", class: "unseen" }, `${_("is due")}: `),
            ],
            h("span", { class: "name" }, name),
          ),
          h(
            "p",
            { class: "goal" },
            h("b", {}, state.points[seat]),
            _("of {target}", { target: state.target }),
          ),
        ),
        h(
          "div",
          { class: "goal-bar", "aria-hidden": "true" },
          h("span", { style: { width: `${Math.min(100, (100 * state.points[seat]) / state.target)}%` } }),
        ),
        h(
          "div",
          { class: "hand-cards" },
          state.hands[seat].map((number) => card(number, options.card_values?.[number])),
          !state.hands[seat].length && h("span", { class: "hint" }, _("no card yet")),
        ),
      ),
    ),
  );
}

export function dock(app) {
  const seat = actingSeat(app);
  const list = seat === null ? [] : app.match.choices[seat] || [];
  if (list.some(({ choice }) => choice.startsWith("place"))) return placing(app, seat, list);
  app.ui.placing = [];
  if (list.length <= LISTED + 1) return choices(app);
  const all = app.ui.allTakes || (showsMark(app) && app.match.marked >= LISTED);
  const shown = all ? list : list.slice(0, LISTED);
  return [
    markHint(app),
    h(
      "div",
      { key: "takes", class: "choices n7", role: "group", "aria-label": _("Choices") },
      shown.map((one) => choiceButton(app, seat, one)),
      !all &&
        h(
          "button",
          {
            key: "more",
            type: "button",
            class: "choice",
            onClick: () => ((app.ui.allTakes = true), app.draw()),
          },
          h("span", { class: "choice-text" }, _("{count} more", { count: list.length - LISTED })),
        ),
    ),
    undoButton(app),
  ].filter(Boolean);
}

// Placing dice: tap them in the order of the fields; only what a listed choice continues is open.
function placing(app, seat, list) {
  const ways = list.map(({ choice }) => choice.split(" ").slice(1));
  const chosen = (app.ui.placing ||= []);
  const goesOn = (symbols) => ways.some((way) => symbols.every((symbol, at) => way[at] === symbol));
  const left = [...app.match.state.rolled];
  for (const symbol of chosen) left.splice(left.indexOf(symbol), 1);
  const whole = ways.find((way) => way.join(" ") === chosen.join(" "));
  const set = (next) => {
    app.ui.placing = next;
    app.draw();
  };
  return [
    !chosen.length && markedPlacing(app, seat, list),
    h(
      "div",
      { key: "placing", class: "pad", role: "group", "aria-label": _("Place dice") },
      h(
        "div",
        { class: "pad-head" },
        h("p", { class: "pad-title" }, _("Tap the dice in the order of the fields. At least one is placed.")),
        !chosen.length && undoButton(app), // what was tapped goes first, by its own button below
      ),
      h(
        "div",
        { class: "faces placing-dice" },
        left.map((symbol, at) =>
          h(
            "button",
            {
              key: `${symbol}${at}`,
              type: "button",
              class: "face-button",
              disabled: !goesOn([...chosen, symbol]),
              "aria-label": _("place {face}", { face: faceName(symbol) }),
              "data-place": symbol,
              onClick: () => set([...chosen, symbol]),
            },
            die(symbol, { label: false }),
          ),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button",
          disabled: !chosen.length,
          onClick: () => set(chosen.slice(0, -1)),
        },
        _("Take one back"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button go pad-done",
          disabled: !whole,
          onClick: () => command("choose", { seat, data: { choice: `place ${chosen.join(" ")}` } }),
        },
        whole ? _("Place {count}", { count: chosen.length }) : _("Place"),
      ),
    ),
  ].filter(Boolean);
}

// What CONFIRM would place, before anybody taps dice.
function markedPlacing(app, seat, list) {
  const marked = list.find(({ choice }) => isMarked(app, seat, choice));
  return (
    marked &&
    h(
      "div",
      { key: "marked", class: "marked-placing" },
      markHint(app),
      h("p", { "data-marked": marked.choice }, h("b", {}, `▸ ${say(marked.meaning, app.match.players)}`)),
    )
  );
}
