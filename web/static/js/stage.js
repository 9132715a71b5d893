// The table of the game being played: each game's own drawing, the players, the camera, the dock.

import { camera } from "./camera.js";
import { choices } from "./choices.js";
import { grill } from "./grill.js";
import { lane } from "./lane.js";
import { fetched, later, styled } from "./later.js";
import { players } from "./players.js";
import { h } from "./dom.js";

// Fetched when they are needed first: the set-up does without, a table of Pickomino with a sheet.
const parts = {
  knister: () => styled("knister_flat", styled("knister_low", fetched("./knister.js"))),
  fortuna: () => styled("fortuna_low", fetched("./fortuna.js")),
  pickomino: () => styled("beside_flat", styled("beside", Promise.resolve({}))),
  standings: () => styled("standings_side", styled("standings_low", styled("standings", fetched("./standings.js")))),
};
const part = later(parts);

export function stage(app) {
  const { match } = app;
  const over = match.turn.kind === "over";
  const end = part(app, "standings"); // there before the match ends
  const standings = over && end?.standings(app);
  const name = match.game.split("-")[0];
  const game = part(app, name);
  if (!game) return h("main", { class: "stage waiting-stage" });
  // what hangs far away has sizes of its own
  const stands = `stage ${name}${app.boot.view === "board" ? "" : ` near-${name}`}`;
  if (game.table) {
    return h("main", { class: stands }, standings, game.table(app), dock(app, game));
  }
  return h(
    "main",
    { class: stands },
    standings,
    !(over && app.boot.view === "board") && grill(app),
    h("div", { class: "middle" }, lane(app), camera(app)),
    dock(app),
    !(over && app.boot.view === "board") && players(app),
  );
}

// After the end there is nothing to choose: the ways back stand with the standings.
function dock(app, game) {
  if (app.match.turn.kind === "over") return null;
  const parts = game?.dock ? game.dock(app) : choices(app);
  return parts && parts.length ? h("section", { class: "dock" }, ...parts) : null;
}
