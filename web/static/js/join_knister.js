// Joining Knister: the boards as they are filled, which of several games it is, earlier points.

import { h } from "./dom.js";
import { _ } from "./words.js";

// Which game it is can be asked only where several are played.
export function settleGames(made) {
  const { position } = made;
  if (made.options.games === 3) {
    position.game ||= 1;
    position.earlier = made.players.map((name, seat) =>
      position.game > 1 ? position.earlier?.[seat] || 0 : 0,
    );
  } else {
    delete position.game;
    delete position.earlier;
  }
}

export function boards(app, made) {
  const { position } = made;
  return h(
    "div",
    {},
    position.game && whichGame(app, position),
    h("p", { class: "hint" }, _("Type what stands on each board; all boards hold the same numbers.")),
    h(
      "div",
      { class: "join-boards" },
      made.players.map((name, seat) =>
        h(
          "fieldset",
          { key: seat },
          h("legend", {}, name),
          h(
            "div",
            { class: "join-board" },
            position.boards[seat].map((row, r) => row.map((number, c) => cell(app, row, number, r, c))),
          ),
          position.game > 1 && earlierPoints(app, position, name, seat),
        ),
      ),
    ),
  );
}

function whichGame(app, position) {
  return h(
    "label",
    { class: "rule", for: "join-game" },
    h("span", {}, _("Which game is being played?")),
    h(
      "select",
      {
        id: "join-game",
        onChange: (event) => ((position.game = event.target.selectedIndex + 1), app.draw()),
      },
      [1, 2, 3].map((game) =>
        h("option", { key: game, selected: position.game === game }, _("game {game} of {games}", { game, games: 3 })),
      ),
    ),
  );
}

function earlierPoints(app, position, name, seat) {
  return h(
    "label",
    { key: "earlier", class: "join-points" },
    h("span", {}, _("points of the games before")),
    h("input", {
      type: "text",
      inputmode: "numeric",
      maxlength: 4,
      "aria-label": _("{name}: points of the games before", { name }),
      value: position.earlier[seat] || "",
      onInput: (event) => (position.earlier[seat] = Number(event.target.value.replace(/\D/g, ""))),
    }),
  );
}

function cell(app, row, number, r, c) {
  return h("input", {
    key: `${r}${c}`,
    type: "text",
    inputmode: "numeric",
    maxlength: 2,
    "aria-label": _("row {row}, column {column}", { row: r + 1, column: c + 1 }),
    value: number ?? "",
    onInput: (event) => {
      row[c] = boardNumber(event.target);
      event.target.setAttribute("aria-invalid", String(event.target.value !== "" && row[c] === null));
    },
  });
}

function boardNumber(input) {
  const number = Number(input.value);
  return Number.isInteger(number) && number >= 2 && number <= 12 ? number : null;
}
