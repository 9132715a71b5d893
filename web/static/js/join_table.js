// Joining a table that is already being played: choose where something goes, then tap what goes there.

import { COLOURS, colourOf } from "./colours.js";
import { h } from "./dom.js";
import { tile, tileBack } from "./drawings.js";
import { settleSpecialists, specialists } from "./join_deluxe.js";
import { boards, settleGames } from "./join_knister.js";
import { onArrows, tabStop } from "./radios.js";
import { _ } from "./words.js";

export { reseated } from "./join_seats.js";

const TILES = Array.from({ length: 16 }, (unused, at) => 21 + at);

export function joinTable(app, made, game) {
  const kind = { pickomino: tiles, "pickomino-deluxe": tiles, knister: boards, fortuna: hands }[game.name];
  if (!kind || made.players.length < game.seats[0]) return null;
  if (made.position) settle(made, game);
  app.ui.brush ??= 0; // laid out before this page was loaded anew
  return h(
    "details",
    {
      key: `join ${game.name}`,
      class: "fold",
      open: made.position !== null,
      onToggle: (event) => toggle(app, made, game, event.target.open),
    },
    h("summary", {}, _("Join a table that is already being played")),
    made.position && h("div", { class: "join-table" }, whoseTurn(app, made), kind(app, made, game)),
  );
}

function toggle(app, made, game, open) {
  if (open === (made.position !== null)) return;
  made.position = open ? begin(made, game) : null;
  app.ui.brush = game.name === "knister" ? null : 0;
  app.draw();
}

// What follows from the house rules, which may change while the table is laid out.
function settle(made, game) {
  if (game.name === "knister") settleGames(made);
  if (game.name !== "pickomino-deluxe") return;
  const { grill, face_down, stacks } = made.position;
  const laid = [...grill, ...face_down, ...stacks.flat()];
  if (laid.length !== numbersOf(made, game).length)
    made.position = { ...begin(made, game), seat: made.position.seat };
  settleSpecialists(made);
}

function numbersOf(made, game) {
  return game.name === "pickomino-deluxe" && made.options.extended !== false ? [11, 13, ...TILES] : TILES;
}

function begin(made, game) {
  const each = (value) => made.players.map(value);
  made.places = {};
  if (game.name === "knister") {
    return { seat: 0, boards: each(() => Array.from({ length: 5 }, () => Array(5).fill(null))) };
  }
  if (game.name === "fortuna") return { seat: 0, hands: each(() => []) };
  return { seat: 0, grill: numbersOf(made, game), face_down: [], stacks: each(() => []) };
}

function whoseTurn(app, made) {
  return h(
    "label",
    { class: "rule", for: "join-seat" },
    h("span", {}, _("Whose turn begins?")),
    h(
      "select",
      {
        id: "join-seat",
        onChange: (event) => ((made.position.seat = event.target.selectedIndex), app.draw()),
      },
      made.players.map((name, seat) =>
        h("option", { key: seat, selected: made.position.seat === seat }, name),
      ),
    ),
  );
}

// Where the next tap puts a tile or card: a player, the grill or table, turned over.
function brushes(app, made, extra) {
  const ways = [...made.players.map((name, seat) => [seat, name]), ...extra];
  return h(
    "div",
    {
      class: "brushes",
      role: "radiogroup",
      "aria-label": _("What is tapped goes to"),
      onKeydown: onArrows,
    },
    ways.map(([to, name]) =>
      h(
        "button",
        {
          key: String(to),
          type: "button",
          role: "radio",
          tabindex: tabStop(ways.map(([one]) => one), app.ui.brush, to),
          "aria-checked": String(app.ui.brush === to),
          class: `chip${app.ui.brush === to ? " chosen" : ""}`,
          onClick: () => ((app.ui.brush = to), app.draw()),
        },
        typeof to === "number"
          ? h("span", { class: "seat-dot", style: { "--seat": COLOURS[colourOf(app, name, to)] } })
          : null,
        name,
      ),
    ),
  );
}

function tiles(app, made, game) {
  const { position } = made;
  const numbers = numbersOf(made, game);
  const move = (number) => {
    const without = (list) => list.filter((one) => one !== number);
    position.grill = without(position.grill);
    position.face_down = without(position.face_down);
    position.stacks = position.stacks.map(without);
    if (app.ui.brush === "grill")
      position.grill = [...position.grill, number].sort((one, other) => one - other);
    else if (app.ui.brush === "down")
      position.face_down = [...position.face_down, number].sort((one, other) => one - other);
    else position.stacks[app.ui.brush].push(number);
    app.draw();
  };
  return h(
    "div",
    {},
    h("p", { class: "hint" }, _("Tap each player's tiles from the lowest to the top of the stack.")),
    brushes(app, made, [
      ["grill", _("on the grill")],
      ["down", _("turned over")],
    ]),
    h(
      "div",
      { class: "join-tiles" },
      numbers.map((number) => joinTile(app, made, number, move)),
    ),
    made.players.map(
      (name, seat) =>
        position.stacks[seat].length > 0 &&
        h(
          "p",
          { key: seat },
          h("b", {}, name),
          ": ",
          position.stacks[seat].join(", "),
          " ",
          h("small", {}, _("(the last is on top)")),
        ),
    ),
    position.specialists && specialists(app, made),
  );
}

function joinTile(app, made, number, move) {
  const { position } = made;
  const owner = position.stacks.findIndex((stack) => stack.includes(number));
  const down = position.face_down.includes(number);
  const where = owner >= 0 ? made.players[owner] : down ? _("turned over") : _("on the grill");
  return h(
    "button",
    {
      key: number,
      type: "button",
      class: `join-tile${owner >= 0 ? " owned" : ""}`,
      style: owner >= 0 ? { "--seat": COLOURS[colourOf(app, made.players[owner], owner)] } : undefined,
      "aria-label": _("tile {tile}: {where}", { tile: number, where }),
      onClick: () => move(number),
    },
    down ? tileBack({ label: "" }) : tile(number, { label: false }),
    h("small", { "aria-hidden": "true" }, down ? number : ""),
  );
}

function hands(app, made) {
  const { position } = made;
  const move = (number) => {
    position.hands = position.hands.map((hand) => hand.filter((one) => one !== number));
    if (typeof app.ui.brush === "number")
      position.hands[app.ui.brush] = [...position.hands[app.ui.brush], number].sort(
        (one, other) => one - other,
      );
    app.draw();
  };
  return h(
    "div",
    {},
    h("p", { class: "hint" }, _("Tap the cards that each player holds.")),
    brushes(app, made, [["table", _("on the table")]]),
    h(
      "div",
      { class: "join-cards" },
      Array.from({ length: 43 }, (unused, number) => {
        const owner = position.hands.findIndex((hand) => hand.includes(number));
        return h(
          "button",
          {
            key: number,
            type: "button",
            class: `join-card${owner >= 0 ? " owned" : ""}`,
            style: {
              "--hue": String(Math.round(212 + number * 1.9)),
              "--seat": owner >= 0 ? COLOURS[colourOf(app, made.players[owner], owner)] : "transparent",
            },
            "aria-label": _("card {card}: {where}", {
              card: number,
              where: owner >= 0 ? made.players[owner] : _("on the table"),
            }),
            onClick: () => move(number),
          },
          number,
        );
      }),
    ),
  );
}
