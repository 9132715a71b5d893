// Parts of the page that are fetched when they are needed first, and drawn once they are there.

// Takes functions that import, by name, or one that fetches by a name; returns what gives a part by
// its name, null until then. What could not be fetched is tried again with the next drawing.
export function later(parts) {
  const get = typeof parts === "function" ? parts : (name) => parts[name]();
  const loaded = {};
  return (app, name) => {
    if (!(name in loaded)) {
      loaded[name] = null;
      get(name).then(
        (part) => {
          loaded[name] = part;
          app.draw();
        },
        () => delete loaded[name],
      );
    }
    return loaded[name];
  };
}

// A part that has a style sheet of its own: the module, once both are there.
export async function styled(sheet, module) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../css/${sheet}.css`, import.meta.url);
  await new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
  return module;
}
