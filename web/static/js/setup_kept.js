// A set-up that is half made is kept until a match begins.

import { keep, kept } from "./tab.js";

const KEY = "setup";

export function keepSetup(app) {
  const { twice, ...made } = app.ui.setup; // said of a name just typed
  keep(KEY, { ...made, version: app.boot.version });
}

// What was kept, as far as this program has that game still; {} where nothing was.
export function keptSetup(app) {
  const made = kept(KEY);
  const known = !made.game || app.boot.games.some(({ name }) => name === made.game);
  if (!known || !Array.isArray(made.players)) return {};
  // a table as another version of the program lays it out is laid out anew
  if (made.version !== app.boot.version) made.position = null;
  return made;
}

export const forgetSetup = () => keep(KEY, null);
