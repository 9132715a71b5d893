// Before a lesson: the name of the dice, which faces they have, and how many lie in each picture.

import { h } from "./dom.js";
import { die } from "./drawings.js";
import { _ } from "./words.js";

const KINDS = {
  "worm dice": ["1", "2", "3", "4", "5", "w"],
  "pip dice": ["1", "2", "3", "4", "5", "6"],
  "the worm": ["w"],
};

function kindWords(kind) {
  if (kind === "worm dice") return _("1 to 5 and a worm: every face is taught");
  if (kind === "pip dice") return _("1 to 6: every face is taught");
  return _("Only the worm is unusual: the pips are read as they are");
}

export function teachBegin(app) {
  const { made, boot } = app;
  const change = (some) => {
    Object.assign(made, some);
    app.draw();
  };
  const known = boot.profiles.find((one) => one.name === made.name.trim());
  const begin = (event) => {
    event.preventDefault();
    app.step("begin", { name: made.name, faces: KINDS[made.kind], dice: made.dice });
  };
  return h(
    "form",
    { key: "begin", class: "teach-begin", onSubmit: begin },
    h(
      "p",
      { class: "hint" },
      _(
        "The table learns from a picture or two of each face. It takes a few minutes, and then the dice can be chosen by their name.",
      ),
    ),
    h(
      "label",
      { class: "field" },
      h("span", {}, _("What are the dice called?")),
      h("input", {
        name: "name",
        type: "text",
        maxlength: 40,
        autocomplete: "off",
        required: true,
        value: made.name,
        onInput: (event) => change({ name: event.target.value }),
      }),
    ),
    boot.profiles.length > 0 &&
      h(
        "div",
        { class: "known-people", role: "group", "aria-label": _("Dice that were taught before") },
        h("span", { class: "hint", "aria-hidden": "true" }, _("Dice that were taught before")),
        boot.profiles.map((one) =>
          h(
            "button",
            { key: one.name, type: "button", class: "chip bare", onClick: () => change({ name: one.name }) },
            one.name,
          ),
        ),
      ),
    known &&
      h(
        "p",
        { class: "hint", role: "status" },
        _("These dice are known already: what you teach now is added to it."),
      ),
    h(
      "fieldset",
      { class: "kinds" },
      h("legend", {}, _("Which faces do they have?")),
      Object.keys(KINDS).map((kind) =>
        h(
          "label",
          { key: kind, class: `kind${made.kind === kind ? " chosen" : ""}` },
          h("input", {
            type: "radio",
            name: "kind",
            value: kind,
            checked: made.kind === kind,
            onChange: () => change({ kind }),
          }),
          h(
            "span",
            { class: "kind-dice", "aria-hidden": "true" },
            KINDS[kind].map((face) => die(face, { label: false })),
          ),
          h("span", {}, kindWords(kind)),
        ),
      ),
    ),
    h(
      "label",
      { class: "field" },
      h("span", {}, _("How many dice lie in each picture?")),
      h("input", {
        name: "dice",
        type: "number",
        min: 1,
        max: 40,
        required: true,
        value: String(made.dice),
        onInput: (event) => change({ dice: Number(event.target.value) || 0 }),
      }),
    ),
    h(
      "button",
      { type: "submit", class: "button go", disabled: Boolean(app.obstacle) || app.busy !== "" },
      _("Begin"),
    ),
  );
}
