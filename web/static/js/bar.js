// The thin bar above everything, and the corner that says the line is lost.

import { h } from "./dom.js";
import { icon, wormIcon } from "./drawings.js";
import { _ } from "./words.js";

export function bar(app) {
  const { match, boot } = app;
  const title = match ? gameTitle(app, match.game) : "dice-table";
  const seatName = boot.view === "seat" && match ? match.players[boot.seat] : null;
  return h(
    "header",
    { class: "bar" },
    h("span", { class: "brand" }, wormIcon(), h("b", {}, title)),
    seatName && h("span", { class: "bar-seat" }, seatName),
    boot.view === "watch" && h("span", { class: "bar-seat" }, _("watching")),
    h("span", { class: "bar-gap" }),
    boot.view === "replay" && pages(),
    app.ui.mute &&
      h(
        "span",
        { key: "mute", class: "bar-hint" },
        _("This screen makes sounds once a key was pressed or it was touched."),
      ),
    match &&
      boot.view === "table" &&
      barButton("phone", _("Phones and screens"), () => open(app, "phones")),
    barButton("menu", boot.view === "board" ? _("Menu (key M)") : _("Menu"), () => open(app, "menu")),
  );
}

// The ways of the record's own pages: a replay is one of them.
function pages() {
  return h(
    "nav",
    { key: "pages", "aria-label": _("Pages") },
    h("a", { class: "bar-page", href: "/" }, _("To the table")),
    h("a", { class: "bar-page", href: "/record" }, _("Matches played")),
    h("a", { class: "bar-page", href: "/statistics" }, _("Statistics")),
  );
}

export function open(app, name, more = {}) {
  app.ui.dialog = { name, ...more };
  app.draw();
}

function barButton(name, label, onClick) {
  return h(
    "button",
    { class: "bar-button", type: "button", "aria-label": label, title: label, onClick },
    icon(name),
  );
}

export function gameTitle(app, name) {
  const game = app.boot.games.find((one) => one.name === name);
  return _(game ? game.title : name);
}

// A line that is lost for a moment comes back by itself; after a while somebody has to look.
export const PATIENCE_MS = 4000;

export function lostBadge(app) {
  if (app.line !== "lost") return null;
  const gone = Date.now() - app.lostAt >= PATIENCE_MS;
  return h(
    "div",
    { key: "lost", class: `line-lost${gone ? " gone" : ""}`, role: "status" },
    h("span", { class: "line-lost-dot" }),
    gone
      ? h(
          "p",
          { key: "gone" },
          h("b", {}, _("The table does not answer.")),
          " ",
          _("Nothing is lost: every step is kept."),
          " ",
          _("See whether dice-table runs and has power, and start it again. This page then goes on by itself."),
        )
      : h("p", { key: "short" }, _("Reconnecting… Until then nothing can be pressed.")),
  );
}
