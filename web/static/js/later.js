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
