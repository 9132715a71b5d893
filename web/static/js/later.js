// Parts of the page that are fetched when they are needed first, and drawn once they are there.

const AGAIN_MS = 1000;
const KEY = "fetched anew";

// Takes what fetches parts, by name, or one that fetches by a name; returns what gives a part by its
// name, null until then. What could not be fetched is tried again, for nothing else may happen at
// the table for minutes.
export function later(parts) {
  const get = typeof parts === "function" ? parts : (name) => parts[name]();
  const loaded = {};
  const load = (app, name) => {
    get(name).then(
      (part) => {
        loaded[name] = part;
        app.draw();
      },
      () => setTimeout(() => load(app, name), AGAIN_MS),
    );
  };
  return (app, name) => {
    if (!(name in loaded)) {
      loaded[name] = null;
      load(app, name);
    }
    return loaded[name];
  };
}

// The module in this file. Where the network was away for a moment, a browser remembers that the
// file could not be had and never asks again: so it is asked for by another address, and where one
// of those that it imports is remembered so, the page begins anew (the table keeps everything).
export async function fetched(file) {
  const address = new URL(file, import.meta.url).href;
  try {
    const part = await import(address);
    isHere(file);
    return part;
  } catch {
    await there(address);
  }
  try {
    return await import(`${address}?again`);
  } catch {
    await there(address);
    beginAnew(file);
    return new Promise(() => {});
  }
}

// Returns once the file can be had.
async function there(address) {
  for (;;) {
    await new Promise((soon) => setTimeout(soon, AGAIN_MS));
    try {
      if ((await fetch(address, { cache: "no-store" })).ok) return;
    } catch {
      // not yet
    }
  }
}

// Once, until that file can be had: what a browser cannot read does not become better by it.
function beginAnew(file) {
  try {
    if (sessionStorage.getItem(KEY) === file) return;
    sessionStorage.setItem(KEY, file);
    location.reload();
  } catch {
    // this device keeps nothing, so it would begin anew for ever
  }
}

function isHere(file) {
  try {
    if (sessionStorage.getItem(KEY) === file) sessionStorage.removeItem(KEY);
  } catch {
    // then nothing was kept either
  }
}

// A part that has a style sheet of its own: the module, once both are there.
export async function styled(sheet, module) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../css/${sheet}.css`, import.meta.url);
  const drawn = new Promise((done, failed) => {
    link.onload = done;
    link.onerror = failed;
    document.head.append(link);
  });
  try {
    return (await Promise.all([module, drawn]))[0];
  } catch (trouble) {
    link.remove(); // it is asked for again
    throw trouble;
  }
}
