// Parts of the page that are fetched when they are needed first, and drawn once they are there.

import { reached } from "./command.js";

const AGAIN_MS = 1000;

export const pause = () => new Promise((soon) => setTimeout(soon, AGAIN_MS));

// Takes what fetches parts, by name, or one that fetches by a name; returns what gives a part by its
// name, null until then. What could not be fetched is tried again.
export function later(parts) {
  const get = typeof parts === "function" ? parts : (name) => parts[name]();
  const loaded = {};
  const load = (app, name) =>
    get(name).then(
      (part) => {
        loaded[name] = part;
        app.draw();
      },
      (trouble) => trouble instanceof SyntaxError || pause().then(() => load(app, name)),
    );
  return (app, name) => {
    if (!(name in loaded)) {
      loaded[name] = null;
      load(app, name);
    }
    return loaded[name];
  };
}

// The module in this file. A browser remembers that a file could not be had and never asks again, so
// it is asked for by another name; where what it imports is remembered so, the page begins anew.
// A file that this browser cannot read does not become better by that.
export async function fetched(file) {
  const address = new URL(file, import.meta.url).href;
  for (const name of [address, `${address}?again`]) {
    try {
      return await import(name);
    } catch (trouble) {
      if (trouble instanceof SyntaxError) throw trouble;
      await window.onceThere(address, AGAIN_MS);
    }
  }
  window.beginAnew(address);
  return new Promise(() => {});
}

// The module that a press asks for, null where it cannot be had now: nobody waits for it in silence,
// and what was pressed long ago does not open by itself.
export async function pressed(file) {
  return (await reached(new URL(file, import.meta.url))) && fetched(file);
}

// A part that has a style sheet of its own: the module, once both are there.
export async function styled(sheet, module) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.dataset.later = "yes"; // see anew.js
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
