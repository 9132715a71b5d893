// The lane with the kept dice and their total, and the tray with the last roll.

import { open } from "./bar.js";
import { h } from "./dom.js";
import { die, splitDie, thrownName } from "./drawings.js";
import { askedReading, openChoices } from "./turn.js";
import { _ } from "./words.js";

export function lane(app) {
  const { match } = app;
  if (match.turn.kind === "over") return null;
  if (match.bust) return bustedLane(app);
  const kept = match.state.kept || [];
  return h(
    "section",
    { class: "lane", "aria-label": _("Kept dice") },
    h(
      "div",
      { class: "total" },
      h("b", { class: "total-number" }, match.state.total),
      h("span", { class: "total-label" }, _("kept")),
    ),
    h(
      "div",
      { class: "kept" },
      kept.length
        ? keptDice(kept)
        : h("span", { class: "hint" }, _("Dice that are kept lie here.")),
    ),
    tray(app),
  );
}

// After a bust its dice stay in sight, dimmed and by the name of who threw them, until the next
// player has rolled: so everybody can check why it was one.
export function bustedLane(app) {
  const { match } = app;
  const { seat, kept } = match.bust.params;
  const name = match.players[seat];
  return h(
    "section",
    { class: "lane busted", "aria-label": _("Dice of the bust") },
    h(
      "div",
      { class: "total" },
      h("b", { class: "total-number", "aria-hidden": "true" }, "✕"),
      h("span", { class: "total-label" }, _("bust")),
    ),
    h(
      "div",
      { class: "busted-kept" },
      h("span", { class: "tray-label" }, _("Kept by {name}", { name })),
      h("div", { class: "kept" }, keptDice(kept.split(" "))), // without a kept face nothing busts
    ),
    tray(app, _("Rolled by {name}", { name })),
  );
}

function keptDice(kept) {
  return groups(kept).map((group, at) =>
    h(
      "span",
      { key: `${group[0]}${at}`, class: "group" },
      group.map((symbol) => die(symbol)),
    ),
  );
}

function groups(dice) {
  const out = [];
  for (const symbol of dice) {
    const last = out[out.length - 1];
    if (last && splitDie(last[0]).face === splitDie(symbol).face) last.push(symbol);
    else out.push([symbol]);
  }
  return out;
}

// The last roll; a tap on a die corrects it. While a throw is asked about, that throw.
export function tray(app, label = _("Last roll")) {
  const { match } = app;
  const asked = askedReading(app);
  if (asked) return lyingThere(app, asked);
  if (!match.last_roll.length) return null;
  const keepable = new Set(
    openChoices(app)
      .map(({ choice }) => /^keep (.)$/.exec(choice)?.[1])
      .filter(Boolean),
  );
  const choosing = keepable.size > 0;
  return h(
    "div",
    { class: `tray${choosing ? " fresh" : ""}` },
    h("span", { class: "tray-label" }, label),
    h(
      "div",
      { class: "rolled" },
      match.last_roll.map((symbol, at) => {
        const dull = choosing && !keepable.has(splitDie(symbol).face);
        const drawn = die(symbol, { label: false, className: dull ? "dull" : "" });
        // while a reading waits for a word, it is that reading which a correction would change
        const fixed = app.presses && match.can_correct && !app.snapshot.ask;
        const fix = () => open(app, "correct", { rolled: at, symbol });
        return thrownDie(at, symbol, drawn, fixed && fix);
      }),
    ),
  );
}

// The throw that waits for a word, the dice in question in the colour of the question.
function lyingThere(app, dice) {
  return h(
    "div",
    { key: "lying", class: "tray fresh lying" },
    h("span", { class: "tray-label" }, _("Lying in the tray")),
    h(
      "div",
      { class: "rolled" },
      dice.map((one, at) => {
        const symbol = one.face ?? "?";
        const fix = () => open(app, "correct", { die: at, symbol, others: one.others });
        const mark = one.sure ? "" : " in-question";
        return thrownDie(at, symbol, die(symbol, { label: false }), app.presses && fix, mark);
      }),
    ),
  );
}

// One die of a throw; `fix` opens its correction, where a tap may correct it.
function thrownDie(at, symbol, drawn, fix, mark = "") {
  const name = thrownName(symbol, { sure: !mark, fix: Boolean(fix) });
  if (!fix) return h("span", { key: at, class: mark || undefined, role: "img", "aria-label": name }, drawn);
  return h(
    "button",
    {
      key: at,
      type: "button",
      class: `die-button${mark}`,
      "aria-label": name,
      title: _("Read wrongly? Tap the die."),
      onClick: fix,
    },
    drawn,
  );
}
