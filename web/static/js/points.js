// What a line of Knister scores: the rules' own numbers, each combination with an example.

import { h } from "./dom.js";
import { _ } from "./words.js";

const NAMES = {
  nothing: "nothing",
  "one-pair": "one pair",
  "two-pairs": "two pairs",
  "three-equal": "three equal",
  "four-equal": "four equal",
  "five-equal": "five equal",
  "full-house": "full house",
  "straight-with-seven": "straight with a seven",
  straight: "straight without a seven",
};

export function combinationName(combination) {
  return _(NAMES[combination] || combination);
}

// The table of a game's description, null where nothing is to be listed.
export function scoresOf(app) {
  const game = app.boot.games.find((one) => one.name === app.match?.game);
  return game?.scores?.combinations ? game.scores : null;
}

export function points(app) {
  const scores = scoresOf(app);
  if (!scores) return null;
  return {
    title: _("What gives points"),
    inside: [
      h(
        "p",
        { class: "points-said" },
        _("Each full row, column and diagonal scores one of these, in whatever order its numbers stand."),
      ),
      h(
        "table",
        { class: "points-table" },
        h(
          "thead",
          { class: "unseen" },
          h("tr", {}, [_("Line"), _("Example"), _("Points")].map((one) => h("th", { scope: "col" }, one))),
        ),
        h(
          "tbody",
          {},
          scores.combinations.map((one) =>
            h(
              "tr",
              { key: one.combination },
              h("th", { scope: "row" }, combinationName(one.combination)),
              h("td", { class: "points-example" }, one.example.join(" ")),
              h("td", { class: "points-worth" }, one.points),
            ),
          ),
        ),
      ),
      h("p", { class: "points-diagonal" }, _("The two diagonals count ×{factor}.", { factor: scores.diagonal })),
    ],
  };
}
