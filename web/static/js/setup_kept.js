// A set-up that is half made outlasts a reload of this page, until a match begins.

const KEY = "setup";

export function keepSetup(app) {
  try {
    const { twice, ...made } = app.ui.setup; // said of a name just typed
    sessionStorage.setItem(KEY, JSON.stringify({ ...made, version: app.boot.version }));
  } catch {
    // this device keeps nothing; it lasts until the page is closed
  }
}

// What was kept, as far as this program has that game still; {} where nothing was.
export function keptSetup(app) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY)) || {};
    const known = !kept.game || app.boot.games.some(({ name }) => name === kept.game);
    if (!known || !Array.isArray(kept.players)) return {};
    // a table as another version of the program lays it out is laid out anew
    if (kept.version !== app.boot.version) kept.position = null;
    return kept;
  } catch {
    return {};
  }
}

export function forgetSetup() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // then nothing was kept either
  }
}
