// Which dice lie on the table: the usual ones, or those that the table was taught, by their names.

import { h } from "./dom.js";
import { _ } from "./words.js";

// The dice that the set-up would begin with: the last ones, as long as they are still known.
export function chosenDice(app, made) {
  const wanted = made.dice ?? app.snapshot.dice;
  return app.boot.dice_sets.includes(wanted) ? wanted : "";
}

// Chosen beside a camera of this kind, else as the table has it.
export const tapsIn = (app, made) => made.ways[app.snapshot.camera.kind] ?? app.snapshot.hand;

export function diceRow(app, made) {
  if (app.snapshot.camera.kind === "none" || tapsIn(app, made)) return null;
  const chosen = chosenDice(app, made);
  const names = ["", ...app.boot.dice_sets];
  return h(
    "div",
    { class: "dice-row" },
    names.length > 1 &&
      h(
        "label",
        { class: "rule", for: "dice-set" },
        h("span", {}, _("Which dice lie on the table?")),
        h(
          "select",
          {
            id: "dice-set",
            onChange: (event) => {
              made.dice = names[event.target.selectedIndex];
              app.draw();
            },
          },
          names.map((name) =>
            h("option", { key: name, selected: name === chosen }, name || _("usual dice, pips or worms")),
          ),
        ),
      ),
    app.boot.teach && h("a", { class: "quiet-link", href: "/teach" }, _("Teach the table your own dice")),
  );
}
