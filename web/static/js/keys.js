// The keyboard: faces to type dice, arrows to move the mark, Enter to confirm, Backspace to undo.

import { open } from "./bar.js";
import { command } from "./command.js";
import { sendTyped, typeFace } from "./hand.js";
import { oddsOffered, switchOdds } from "./odds.js";
import { showsMark, typingNow } from "./turn.js";
import { takeBack } from "./undo.js";

export function hearKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && app.ui.dialog) {
      app.ui.dialog = null;
      app.draw();
      return;
    }
    if (event.key.toLowerCase() === "m" && app.boot.view === "board" && !app.ui.dialog) {
      open(app, "menu");
      return;
    }
    const busy = event.target.closest?.("input, select, textarea, button, a, summary, dialog");
    const typing = event.target.closest?.("input, select, textarea, summary, dialog");
    if (app.replay && !typing && app.stepping.replayKey(app, event.key)) event.preventDefault();
    if (!app.match || app.ui.dialog || !app.presses) return;
    if (busy && (busy.matches("input, select, textarea") || event.key === "Enter" || event.key === " "))
      return;
    if (!onKey(app, event.key)) return;
    event.preventDefault();
    if (app.ui.keys) return;
    app.ui.keys = true; // who plays by keyboard sees what Enter takes
    app.draw();
  });
}

function onKey(app, key) {
  const { match } = app;
  const { seat, throws, typing } = typingNow(app);
  const low = key.toLowerCase();
  if (low === "o" && oddsOffered(app)) {
    switchOdds(app);
    return true;
  }
  if (typing && /^[1-6w]$/.test(low)) {
    typeFace(app, low, throws);
    return true;
  }
  if (key === "Backspace" || low === "u") {
    takeBack(app);
    return true;
  }
  const on = key === "ArrowRight" || key === "ArrowDown" || low === "n";
  if (on || key === "ArrowLeft" || key === "ArrowUp") {
    if (match.turn.kind !== "choice" || seat === null) return false; // then they scroll
    command("next", { seat, data: on ? {} : { back: true } });
    return true;
  }
  if (key === "Enter") {
    if (typing && app.ui.typed.length) sendTyped(app, seat, throws);
    else if (match.turn.kind === "choice" && !showsMark(app)) return true; // first it is shown
    else if (seat !== null || app.snapshot.ask) command("confirm", { seat });
    return true;
  }
  return false;
}
