// Parts of the page that are fetched when they are needed first, and drawn once they are there.

// Takes functions that import, by name; returns what gives a module by its name, null until then.
export function later(parts) {
  const loaded = {};
  return (app, name) => {
    if (!(name in loaded)) {
      loaded[name] = null;
      parts[name]().then((module) => {
        loaded[name] = module;
        app.draw();
      });
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
