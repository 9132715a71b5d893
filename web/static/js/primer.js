// The button that says how the game goes, for who never played it.

import { open } from "./bar.js";
import { h } from "./dom.js";
import { pressed } from "./later.js";
import { _ } from "./words.js";

export function primerButton(app, className) {
  const { match, boot } = app;
  return (
    boot.games.some(({ name, primer }) => primer && name === match?.game) &&
    h(
      "button",
      { key: "primer", type: "button", class: className, onClick: () => openPrimer(app) },
      _("How it goes"),
    )
  );
}

async function openPrimer(app) {
  if (await pressed("./primer_told.js")) open(app, "primer");
}

// Under the sentence of the first turn, before anything has happened.
export function firstTurn(app) {
  const { match, boot } = app;
  if (!match || boot.view === "board" || boot.view === "replay" || match.seq > 1) return null;
  const button = primerButton(app, "primer-link");
  return button && h("p", { key: "first-turn", class: "first-turn" }, button);
}
