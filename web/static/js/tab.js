// What is half made outlasts a reload of this page, or a tablet that sleeps: kept for this tab alone.

export function keep(key, made) {
  try {
    if (made) sessionStorage.setItem(key, JSON.stringify(made));
    else sessionStorage.removeItem(key);
  } catch {
    // this device keeps nothing; it lasts until the page is closed
  }
}

// What was kept, {} where nothing was.
export function kept(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key)) || {};
  } catch {
    return {};
  }
}
