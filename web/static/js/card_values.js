// Oh Fortuna's numbers, typed in once from the cards themselves and kept for good.

import { send } from "./command.js";
import { h } from "./dom.js";
import { _ } from "./words.js";

const CARDS = Array.from({ length: 43 }, (unused, number) => number);

export function isFortunaCard(number) {
  return number > 10 && number < 32;
}

export function keptValues(app) {
  const kept = app.boot.shelf["fortuna-cards"];
  return kept && CARDS.every((number) => Number.isInteger(kept[number])) ? kept : null;
}

export function cardValues(app, made) {
  const typed = (app.ui.values ||= { ...app.boot.shelf["fortuna-cards"] });
  const missing = CARDS.filter((number) => !Number.isInteger(typed[number])).length;
  return h(
    "details",
    {
      key: "values",
      class: "fold",
      open: app.ui.valuesOpen ?? keptValues(app) === null,
      onToggle: (event) => (app.ui.valuesOpen = event.target.open),
    },
    h(
      "summary",
      {},
      _("Numbers on the cards"),
      h("small", {}, missing ? _("{count} to type in", { count: missing }) : _("kept")),
    ),
    h(
      "p",
      { class: "values-note" },
      _("They are printed on your cards only. Type them in once; this table keeps them."),
    ),
    h(
      "div",
      { class: "values" },
      CARDS.map((number) => value(app, made, typed, number)),
    ),
  );
}

function value(app, made, typed, number) {
  const kind = isFortunaCard(number)
    ? _("Fortuna card {card}", { card: number })
    : _("card {card}", { card: number });
  return h(
    "label",
    { key: number, class: "value", style: { "--hue": String(Math.round(212 + number * 1.9)) } },
    number,
    h("input", {
      type: "text",
      inputmode: "numeric",
      maxlength: 2,
      "aria-label": kind,
      value: typed[number] ?? "",
      onInput: (event) => change(app, made, typed, number, event.target),
    }),
  );
}

function change(app, made, typed, number, input) {
  const digits = input.value.replace(/\D/g, "");
  if (digits !== input.value) input.value = digits;
  if (digits === "") delete typed[number];
  else typed[number] = Number(digits);
  app.boot.shelf["fortuna-cards"] = { ...typed };
  clearTimeout(app.ui.valuesTimer);
  app.ui.valuesTimer = setTimeout(() => send("/shelf/fortuna-cards", typed), 600);
  app.draw();
}
