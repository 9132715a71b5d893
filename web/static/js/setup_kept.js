// A set-up that is half made outlasts a reload of this page, until a match begins.

const KEY = "setup";

export function keepSetup({ game, players, options, hand, odds }) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ game, players, options, hand, odds }));
  } catch {
    // this device keeps nothing; it lasts until the page is closed
  }
}

// What was kept, as far as this program has that game still; {} where nothing was.
export function keptSetup(app) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY)) || {};
    const known = !kept.game || app.boot.games.some(({ name }) => name === kept.game);
    return known && Array.isArray(kept.players) ? kept : {};
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
