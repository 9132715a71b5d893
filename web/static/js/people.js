// The people of this table: remembered on this device and from the record, the latest first.

const KEY = "people";

export function remembered(app) {
  let own = [];
  try {
    own = JSON.parse(localStorage.getItem(KEY) || "[]");
  } catch {
    own = []; // nothing is kept on this device
  }
  const names = [...own, ...app.boot.people].filter((name) => typeof name === "string" && name);
  return [...new Set(names)].slice(0, 24);
}

export function remember(app, names) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...names, ...remembered(app)])].slice(0, 24)));
    localStorage.setItem("lastPlayers", JSON.stringify(names));
  } catch {
    // a browser that keeps nothing: the record still knows the names
  }
}

export function lastPlayers() {
  try {
    const names = JSON.parse(localStorage.getItem("lastPlayers") || "[]");
    return names.filter((name) => typeof name === "string" && name);
  } catch {
    return [];
  }
}
