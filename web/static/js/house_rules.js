// The house rules of a game in words, each a switch or a short list.

import { h } from "./dom.js";
import { oddsRule } from "./odds.js";
import { _ } from "./words.js";

export function houseRules(app, made, game) {
  const rules = game.options.filter((option) => option.values.length > 0);
  if (!rules.length) return null;
  const odds = game.name.startsWith("pickomino");
  const changed =
    rules.filter((option) => option.name in made.options && made.options[option.name] !== option.values[0])
      .length + (odds && made.odds ? 1 : 0);
  return h(
    "details",
    { class: "fold", key: `rules ${game.name}` },
    h(
      "summary",
      {},
      _("House rules"),
      h("small", {}, changed ? _("{count} changed", { count: changed }) : _("as in the rulebook")),
    ),
    h(
      "div",
      { class: "rules" },
      rules.map((option) => rule(app, made, option)),
      odds && oddsSwitch(app, made),
    ),
  );
}

function rule(app, made, option) {
  const value = option.name in made.options ? made.options[option.name] : option.values[0];
  const set = (next) => {
    made.options = { ...made.options, [option.name]: next };
    app.draw();
  };
  const id = `rule-${option.name}`;
  if (option.values.length === 2 && option.values.every((one) => typeof one === "boolean"))
    return onOff(id, value, _(option.text), set);
  return h(
    "label",
    { key: option.name, class: "rule", for: id },
    h("span", {}, _(option.text)),
    h(
      "select",
      { id, onChange: (event) => set(option.values[event.target.selectedIndex]) },
      option.values.map((one) =>
        h(
          "option",
          { key: String(one), selected: one === value },
          typeof one === "boolean" ? (one ? _("yes") : _("no")) : _(String(one)),
        ),
      ),
    ),
  );
}

// Not a rule of the game but of this table: the shelf keeps it for the next match.
function oddsSwitch(app, made) {
  return onOff("rule-odds", Boolean(made.odds), oddsRule(), (on) => {
    made.odds = on;
    app.draw();
  });
}

function onOff(id, on, text, set) {
  return h(
    "label",
    { key: id, class: "rule switch", for: id },
    h("input", {
      id,
      type: "checkbox",
      role: "switch",
      checked: on,
      onChange: (event) => set(event.target.checked),
    }),
    h("span", { class: "switch-track", "aria-hidden": "true" }),
    h("span", {}, text),
  );
}
