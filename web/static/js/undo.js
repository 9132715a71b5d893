// The button that takes back: a die that was just tapped in first, then the last choice, in the words
// in which it was said when it was made; a phone takes back only what its own seat chose.

import { command } from "./command.js";
import { h } from "./dom.js";
import { faceName, icon } from "./drawings.js";
import { untype } from "./hand.js";
import { typingNow } from "./turn.js";
import { _, sayDeed } from "./words.js";

// The choice that an undo takes back on this page, null where there is none.
export function takenBack(app) {
  const { match, boot } = app;
  if (!match.can_undo) return null;
  const own = match.undoable.filter(({ seat }) => boot.view !== "seat" || seat === boot.seat);
  return own[own.length - 1] || null;
}

// Take back one thing; says whether there was one.
export function takeBack(app) {
  if (typingNow(app).typing && app.ui.typed.length) {
    untype(app);
    return true;
  }
  const last = takenBack(app);
  if (last) command("undo", { seat: app.boot.view === "seat" ? app.boot.seat : null });
  return last !== null;
}

export function undoButton(app) {
  const { match, ui } = app;
  const laid = typingNow(app).typing ? ui.typed[ui.typed.length - 1] : undefined;
  const last = takenBack(app);
  if (laid === undefined && !last) return null;
  const what =
    laid === undefined
      ? sayDeed(last.deed, match.players)
      : _("the last die: {face}", { face: faceName(laid) });
  return h(
    "button",
    {
      key: "undo",
      type: "button",
      class: "undo",
      "aria-label": `${_("Undo")}: ${what}`,
      title: what,
      onClick: () => takeBack(app),
    },
    icon("undo"),
    h("span", { class: "undo-words" }, h("b", {}, _("Undo")), h("small", {}, what)),
  );
}
