// When players come, go or change places while a table is laid out, what lies there stays with them.

const BY_SEAT = { stacks: () => [], hands: () => [], round_worms: () => 0, earlier: () => 0, boards: emptyBoard };

function emptyBoard() {
  return Array.from({ length: 5 }, () => Array(5).fill(null));
}

// The table of `made` for other `players`, who are known by their names: a new one has nothing yet,
// the tiles of one who goes are on the grill again. Changes what was said of the specialists as well.
export function reseated(made, players) {
  const { position, players: before } = made;
  const now = before.map((name) => players.indexOf(name));
  const moved = (seat) => Math.max(0, now[seat]);
  const after = { ...position, seat: moved(position.seat) };
  for (const [field, empty] of Object.entries(BY_SEAT)) {
    if (!(field in position)) continue;
    after[field] = players.map((name) => position[field][before.indexOf(name)] ?? empty());
  }
  if (position.grill) {
    const left = position.stacks.filter((unused, seat) => now[seat] < 0).flat();
    after.grill = [...position.grill, ...left].sort((one, other) => one - other);
  }
  made.places = Object.fromEntries(
    Object.entries(made.places || {})
      .map(([name, place]) => {
        const [kind, at] = place.split(" ");
        if (kind !== "seat") return [name, place];
        return [name, now[at] < 0 ? "" : `seat ${now[at]}`];
      })
      .filter(([, place]) => place),
  );
  return after;
}
