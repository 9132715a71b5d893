// The browser's Back closes an open dialog, as people expect on a phone, and leaves the page only
// where none is open. An open dialog has an entry of its own; once closed by other means the entry
// stays for the next dialog and is passed over.

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
