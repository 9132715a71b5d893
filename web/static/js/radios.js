// Choosing one of several by keyboard: Tab comes to the one that is chosen, the arrows to the others.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// Of a group the chosen one can be reached by Tab, before any is chosen the first.
export function tabStop(values, chosen, value) {
  return (values.includes(chosen) ? chosen : values[0]) === value ? "0" : "-1";
}

// For the group itself: an arrow chooses the next one, as a press would.
export function onArrows(event) {
  const all = [...event.currentTarget.querySelectorAll("[role=radio]")];
  const at = all.indexOf(document.activeElement);
  const to = { Home: 0, End: all.length - 1 }[event.key] ?? at + STEPS[event.key];
  if (at < 0 || Number.isNaN(to)) return;
  event.preventDefault();
  const next = all[(to + all.length) % all.length];
  next.click();
  next.focus();
}
