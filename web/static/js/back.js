// The browser's Back closes an open dialog and leaves the page only where none is open. A dialog has
// an entry of its own; once closed by other means it stays for the next one and is passed over.

let onEntry = false;

export function hearBack(app) {
  addEventListener("popstate", () => {
    const left = onEntry;
    onEntry = Boolean(history.state?.dialog);
    if (!left || onEntry) return;
    if (!app.ui.dialog) {
      history.back();
      return;
    }
    app.ui.dialog = null;
    app.draw();
  });
}

export function dialogShown(app) {
  if (app.ui.dialog && !history.state?.dialog) history.pushState({ dialog: true }, "");
  onEntry = Boolean(history.state?.dialog);
}
