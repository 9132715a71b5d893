// How the game goes, for who never played it: the rules' own few sentences, fetched in the page's
// language with the first look at them.

import { h } from "./dom.js";
import { later } from "./later.js";
import { _, currentLanguage } from "./words.js";

const part = later(async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(path);
  return answer.json();
});

export function primer(app) {
  const { match, boot } = app;
  const told = part(app, `/primer/${boot.version}/${currentLanguage()}/${match.game}.json`);
  return { title: _("How it goes"), inside: told ? toldParts(told, match) : [h("p", {}, _("Setting the table…"))] };
}

// What holds under the house rules of this match.
function toldParts(told, { options }) {
  const parts = [
    ["aim", _("What you want")],
    ["turn", _("A turn")],
    ["extended", _("The small tiles and the specialists")],
    ["end", _("The end")],
    ["page", _("On this page")],
  ];
  return parts.map(([part, title]) => {
    const said = told.filter(({ code }) => code === part && (code !== "extended" || options.extended !== false));
    return (
      said.length > 0 &&
      h(
        "section",
        { key: part, class: "primer-part" },
        h("h3", {}, title),
        h("ul", {}, said.map(({ text }) => h("li", { key: text }, text))),
      )
    );
  });
}
