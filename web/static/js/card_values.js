// Oh Fortuna's numbers, typed in once from the cards themselves and kept for good. What is typed stays
// as it is: what cannot be right is said at its field, all of it at once.

import { send } from "./command.js";
import { h } from "./dom.js";
import { _ } from "./words.js";

const CARDS = Array.from({ length: 43 }, (unused, number) => number);
const LONGEST = 40; // of what the table keeps; so long a text is no number anyhow
// Ours, of card 0 to 42, for who has no box: they add up as the rules ask, and are no real card's.
const MADE_UP = [
  36, 34, 32, 30, 28, 27, 26, 25, 24, 23, 2, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 2, 23, 24,
  25, 26, 27, 28, 30, 32, 34, 36,
];

export function isFortunaCard(number) {
  return number > 10 && number < 32;
}

// What was typed at each card, by its number.
function typedAt(app) {
  return (app.ui.values ||= { ...app.boot.shelf["fortuna-cards"] });
}

// The typed text as a number, the text itself where it is none that a card could show.
function read(text, most) {
  const plain = String(text).trim();
  return /^\d+$/.test(plain) && Number(plain) <= most ? Number(plain) : String(text);
}

// `values` are the numbers of all cards, null until each is there and may be right; `faults` what
// cannot be, each with its cards and a sentence; `missing` how many are not typed yet.
export function readValues(app, made, game) {
  const { most, sums, targets } = game.printed;
  const typed = typedAt(app);
  const values = Object.fromEntries(
    CARDS.filter((card) => card in typed).map((card) => [card, read(typed[card], most)]),
  );
  const isNumber = (card) => typeof values[card] === "number";
  const total = (cards) => cards.reduce((sum, card) => sum + values[card], 0);
  const faults = CARDS.filter((card) => card in typed && !isNumber(card)).map((card) => ({
    cards: [card],
    says: _("The number of card {card} must be a whole number from 0 to {most}.", { card, most }),
  }));
  for (const [cards, sum, says] of sums)
    if (cards.every(isNumber) && total(cards) !== sum) faults.push({ cards, says: _(says) });
  const missing = CARDS.filter((card) => !(card in typed)).length;
  const target = targets[made.players.length];
  const golden = missing || faults.length ? target : total(CARDS.filter((card) => !isFortunaCard(card)));
  if (golden < target)
    faults.push({
      cards: [],
      says: _("All golden numbers together are {golden}, so nobody could reach {target}.", { golden, target }),
    });
  return { typed, faults, missing, values: missing || faults.length ? null : values };
}

// What keeps a match from being begun, "" for nothing.
export function lacks(app, made, game) {
  const { faults, values } = readValues(app, made, game);
  if (faults.length) return faults.length > 1 ? _("Look at the numbers of the cards again.") : faults[0].says;
  return values ? "" : _("Type in the numbers printed on the cards.");
}

export function cardValues(app, made, game) {
  const found = readValues(app, made, game);
  return h(
    "details",
    {
      key: "values",
      class: "fold",
      open: app.ui.valuesOpen ?? found.values === null,
      onToggle: (event) => (app.ui.valuesOpen = event.target.open),
    },
    h("summary", {}, _("Numbers on the cards"), h("small", {}, summary(app.ui, found))),
    h("p", { class: "values-note" }, note(app)),
    otherNumbers(app, found),
    h(
      "div",
      { class: "values" },
      CARDS.flatMap((number) => [field(app, game, found, number), ...faultsAfter(found, number)]),
      ...faultsAfter(found),
    ),
  );
}

function summary({ madeUp }, { faults, missing }) {
  if (faults.length) return _("To be mended: {count}.", { count: faults.length });
  if (missing) return _("{count} to type in", { count: missing });
  return madeUp ? _("made up") : _("kept");
}

function note(app) {
  return app.ui.madeUp
    ? _("These numbers are made up, to try the game: those on real cards are others.")
    : _("They are printed on your cards only. Type them in once; this table keeps them.");
}

// Who has no box may try the game. Numbers that are made up are never kept: nobody takes them for those of the cards.
function otherNumbers(app, { typed }) {
  if (!app.ui.madeUp && Object.keys(typed).length) return null;
  const text = app.ui.madeUp ? _("Type in the numbers of the cards") : _("Try it with made-up numbers");
  const press = () => {
    app.ui.madeUp = !app.ui.madeUp;
    app.ui.values = app.ui.madeUp ? { ...MADE_UP } : undefined;
    app.draw();
  };
  return h("p", { class: "values-note" }, h("button", { type: "button", class: "button", onClick: press }, text));
}

const idOf = ({ cards }) => `wrong-${cards.join("-")}`;

// A sentence stands below the row of its last card: no field before it moves while one types.
function faultsAfter({ faults }, number) {
  return faults
    .filter(({ cards }) => cards[cards.length - 1] === number)
    .map((fault) => h("p", { key: idOf(fault), id: idOf(fault), class: "value-wrong" }, fault.says));
}

function field(app, game, { typed, faults }, number) {
  const wrong = faults.filter(({ cards }) => cards.includes(number));
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
      autocomplete: "off",
      "aria-label": kind,
      "aria-invalid": wrong.length ? "true" : undefined,
      "aria-describedby": wrong.map(idOf).join(" ") || undefined,
      value: typed[number] ?? "",
      readonly: app.ui.madeUp,
      onInput: (event) => change(app, game, typed, number, event.target.value),
    }),
  );
}

function change(app, { printed }, typed, number, text) {
  if (text.trim() === "") delete typed[number];
  else typed[number] = text;
  const kept = Object.entries(typed).map(([card, one]) => [card, read(one, printed.most)]);
  const short = kept.map(([card, one]) => [card, typeof one === "string" ? one.slice(0, LONGEST) : one]);
  app.boot.shelf["fortuna-cards"] = Object.fromEntries(short);
  clearTimeout(app.ui.valuesTimer);
  app.ui.valuesTimer = setTimeout(() => send("/shelf/fortuna-cards", app.boot.shelf["fortuna-cards"]), 600);
  app.draw();
}
