// The dock: legal choices as large buttons with their consequence, dice to type, undo.

import { command } from "./command.js";
import { h } from "./dom.js";
import { die, icon, tile } from "./drawings.js";
import { handPad } from "./hand.js";
import { oddsHeard, oddsOf, oddsSaid } from "./odds.js";
import { actingSeat, isMarked, showsMark, typingNow } from "./turn.js";
import { undoButton } from "./undo.js";
import { _, say } from "./words.js";

export { undoButton };

export function choices(app) {
  const { match } = app;
  if (!app.presses) return [];
  const { seat, list, throws, typing } = typingNow(app);
  const parts = [];
  const shown = typing && throws ? list.filter(({ choice }) => choice !== "throw") : list;
  const undo = undoButton(app);
  const buttons =
    shown.length > 0 &&
    h(
      "div",
      {
        key: "choices",
        class: `choices n${Math.min(shown.length, 7)}`,
        role: "group",
        "aria-label": _("Choices"),
      },
      shown.map((one) => choiceButton(app, seat, one)),
    );
  if (buttons) parts.push(markHint(app));
  if (buttons || typing) parts.push(oddsSaid(app));
  if (buttons || (undo && !typing))
    parts.push(h("div", { key: "row", class: "choices-row" }, buttons, typing ? null : undo));
  if (typing) parts.push(handPad(app, seat, throws, undo, shown.length === 0));
  else if (match.turn.kind === "roll" && seat !== null && !app.snapshot.ask) parts.push(waiting(app));
  return parts.filter(Boolean);
}

// What the mark means, where it is shown.
export function markHint(app) {
  if (app.match.turn.kind !== "choice" || !showsMark(app)) return null;
  if (actingSeat(app) !== app.match.turn.seats[0]) return null;
  return h(
    "p",
    { key: "mark", class: "mark-hint" },
    h("span", { "aria-hidden": "true" }, "▸ "),
    app.boot.buttons
      ? _("CONFIRM or Enter takes the marked choice, NEXT or N marks the next one.")
      : _("Enter takes the marked choice, N marks the next one."),
  );
}

export function choiceButton(app, seat, { choice, meaning }) {
  const marked = isMarked(app, seat, choice);
  const said = say(meaning, app.match.players);
  return h(
    "button",
    {
      key: choice,
      type: "button",
      class: `choice ${choice.split(" ")[0]}${marked ? " marked" : ""}`,
      "aria-label": `${said} ${oddsHeard(app, choice)}`.trim(),
      "aria-current": marked ? "true" : undefined,
      "data-choice": choice,
      onClick: () => command("choose", { seat, data: { choice } }),
    },
    h("span", { class: "choice-mark", "aria-hidden": "true" }, "▸"),
    picture(app, choice, meaning),
    h("span", { class: "choice-text", "aria-hidden": "true" }, shortly(choice, meaning) || said),
    oddsOf(app, choice),
  );
}

// Beside drawn dice the words "keep 5 5 5" say nothing new; what they come to does.
function shortly(choice, meaning) {
  const { total } = meaning.params;
  return choice.startsWith("keep ") && total !== undefined ? `→ ${total}` : null;
}

function picture(app, choice, meaning) {
  const keep = /^keep (.)$/.exec(choice);
  if (keep) {
    const dice = String(meaning.params.dice || keep[1]).split(" ");
    return h(
      "span",
      { class: `choice-dice${dice.length > 2 ? " many" : ""}` },
      dice.map((symbol) => die(symbol, { label: false })),
    );
  }
  const take = /^(?:take|steal) (\d+)/.exec(choice);
  if (take && app.match.game.startsWith("pickomino")) {
    return h("span", { class: "choice-tile" }, tile(Number(take[1]), { label: false }));
  }
  return null;
}

function waiting(app) {
  const live = ["pi", "usb"].includes(app.snapshot.camera.kind);
  return h(
    "p",
    { key: "waiting", class: "waiting-throw" },
    icon("camera"),
    live ? _("Roll them in the tray: the camera reads them.") : _("The recording shows the roll."),
  );
}
