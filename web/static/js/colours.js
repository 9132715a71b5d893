// Each player's colour: the one chosen for the name, else the seat's.

export const COLOURS = {
  tomato: "#e2583e",
  sky: "#4d94e8",
  leaf: "#4fa964",
  sun: "#e8ae2e",
  plum: "#a26bd0",
  teal: "#2ba6a0",
  rose: "#e27ba4",
  sand: "#b48e62",
  slate: "#8295a8",
  lime: "#9abf45",
  indigo: "#6c6ce0",
  brick: "#b5533f",
};
const NAMES = Object.keys(COLOURS);

export function colourOf(app, name, seat) {
  const chosen = app.boot.shelf.colours?.[name];
  return chosen in COLOURS ? chosen : NAMES[seat % NAMES.length];
}

export function seatColour(app, seat) {
  return COLOURS[colourOf(app, app.match.players[seat], seat)];
}
