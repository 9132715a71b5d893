// The table of the game being played: each game's own drawing, the players, the camera, the dock.

import { camera } from "./camera.js";
import { choices } from "./choices.js";
import { grill } from "./grill.js";
import { lane } from "./lane.js";
import { players } from "./players.js";
import { standings } from "./standings.js";
import { h } from "./dom.js";

const own = { knister: () => import("./knister.js"), fortuna: () => import("./fortuna.js") };
const loaded = {};

export function stage(app) {
  const { match } = app;
  const over = match.turn.kind === "over";
  const load = own[match.game];
  if (load) {
    const game = loaded[match.game];
    if (!game) {
      load().then((module) => {
        loaded[match.game] = module;
        app.draw();
      });
      return h("main", { class: "stage waiting-stage" });
    }
    return h(
      "main",
      { class: `stage ${match.game}` },
      over && standings(app),
      game.table(app),
      dock(app, game),
    );
  }
  return h(
    "main",
    { class: "stage pickomino" },
    over && standings(app),
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
