// How the game goes, for who never played it: the rules' own few sentences.

import { open } from "./bar.js";
import { h } from "./dom.js";
import { _, say } from "./words.js";

// The sentences of the game being played that hold under its house rules.
function sentencesOf(app) {
  const { match, boot } = app;
  const game = boot.games.find((one) => one.name === match?.game);
  return (game?.primer || []).filter(({ code }) => code !== "extended" || match.options.extended !== false);
}

export function primer(app) {
  const all = sentencesOf(app);
  if (!all.length) return null;
  const parts = [
    ["aim", _("What you want")],
    ["turn", _("A turn")],
    ["extended", _("The small tiles and the specialists")],
    ["end", _("The end")],
    ["page", _("On this page")],
  ];
  return {
    title: _("How it goes"),
    inside: parts.map(([code, title]) => {
      const said = all.filter((one) => one.code === code);
      return (
        said.length > 0 &&
        h(
          "section",
          { key: code, class: "primer-part" },
          h("h3", {}, title),
          h("ul", {}, said.map((one) => h("li", { key: one.text }, say(one)))),
        )
      );
    }),
  };
}

export function primerButton(app, className) {
  return (
    sentencesOf(app).length > 0 &&
    h(
      "button",
      { key: "primer", type: "button", class: className, onClick: () => open(app, "primer") },
      _("How it goes"),
    )
  );
}

// Under the sentence of the first turn, before anything has happened.
export function firstTurn(app) {
  const { match, boot } = app;
  if (!match || boot.view === "board" || boot.view === "replay" || match.seq > 1) return null;
  const button = primerButton(app, "primer-link");
  return button && h("p", { key: "first-turn", class: "first-turn" }, button);
}
