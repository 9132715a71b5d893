// How the boards of Knister lie on this screen: all of them large enough to be written on, or one
// large and the others small beside it. It depends on the screen and the number of players alone,
// so that no field moves while a round is played.

const FINGER_PX = 44;
const READABLE_PX = 12;
const GAP_PX = 12;
// a line that a finger brings forward, with what is left between two
const CHIP_PX = 52;
// what a board needs beside its cells, across and down
const FRAME_PX = { usual: [96, 101], tiny: [34, 58] };

export function narrow() {
  return innerWidth <= 760;
}

// A small laptop or touchscreen: the number stands beside the boards.
const low = () => !narrow() && innerHeight <= 720;
// So small that the keypad stands beside the boards too; fields that all can touch are worth more than
// one large board (`knister_flat.css`).
const FLAT_PX = 40;
const flat = () => low() && (innerHeight <= 560 || innerWidth <= 1000);

// `kind` is "equal" (all alike), "one" (one large, the others small), "chips" (one large, the others
// as a line each) or "long" (too many for this screen: they are slid).
export function room(view, count, camera) {
  const [wide, high] = space(view, camera);
  const tight = view === "table" && flat();
  const all = arrange(count, wide, high, tight ? FINGER_PX : 30);
  if (view !== "table") return { kind: all.cell < READABLE_PX ? "long" : "equal", ...all };
  if (count === 1 || all.cell >= (tight ? FLAT_PX : FINGER_PX)) return { kind: "equal", ...all };
  if (narrow()) return { kind: "chips", across: count === 2 || count === 4 ? 2 : 3, down: 1 };
  const upright = innerHeight > innerWidth;
  if (tight) return beside(count, wide, high);
  const large = upright ? Math.min(0.6 * high, 480) : Math.min(1.1 * high, 0.5 * wide);
  const small = upright ? [wide, high - large - GAP_PX] : [wide - large - GAP_PX, high];
  return { kind: "one", large, upright, ...arrange(count, ...small) };
}

// The large board, and beside it the small ones, or where they could not be read a line for each.
function beside(count, wide, high) {
  const large = 0.56 * wide;
  const small = arrange(count, wide - large - GAP_PX, high);
  if (small.cell >= READABLE_PX) return { kind: "one", large, ...small };
  const tiny = count * CHIP_PX > high + GAP_PX; // two columns of narrower lines
  return { kind: "chips", large, across: tiny ? 2 : 1, down: 1, tiny };
}

// What is left for the boards, about as the style sheet leaves it.
function space(view, camera) {
  if (view === "seat") return besideOwn(camera);
  if (view === "end") return besideResult();
  if (view === "board") return [0.74 * innerWidth, 0.8 * innerHeight - 48];
  if (view === "table" && low()) return [innerWidth - 284, innerHeight - (flat() ? 122 : 232)];
  if (view === "watch" && low()) return [innerWidth - (flat() ? 244 : 284), innerHeight - 136];
  const taken = { table: narrow() ? 470 : innerWidth <= 1000 ? 405 : 355, watch: narrow() ? 340 : 270, replay: 400 }[view];
  return [innerWidth - (narrow() ? 24 : 32), innerHeight - taken];
}

// What the result leaves (`standings_low.css`); where it lies above them they take their own height.
function besideResult() {
  const beside = innerHeight <= 720 || (innerWidth > 1000 && innerHeight <= 840);
  if (narrow() || !beside) return space("watch");
  return [innerWidth - 44 - Math.min(440, Math.max(340, 0.36 * innerWidth)), innerHeight - 176];
}

// What a seat's own board leaves for the others': it is as high as the room, and about as wide.
function besideOwn(camera) {
  if (flat()) return [innerWidth - 296 - Math.min(innerHeight - 152, 0.44 * innerWidth), innerHeight - 128];
  const high = innerHeight - (low() ? 232 : innerWidth <= 1000 ? 322 : 266);
  const above = low() ? (camera ? 84 : 120) : camera ? 92 : 140;
  return [innerWidth - 44 - high - (camera ? 252 : 0), high - above];
}

// The rows and columns that leave the largest cells.
function arrange(count, wide, high, usual = 30) {
  const best = largest(count, wide, high, FRAME_PX.usual);
  return best.cell >= usual ? { ...best, tiny: false } : { ...largest(count, wide, high, FRAME_PX.tiny), tiny: true };
}

function largest(count, wide, high, [beside, above]) {
  let best = { cell: -Infinity, across: 1, down: count };
  for (let across = 1; across <= count; across++) {
    const down = Math.ceil(count / across);
    const cell = Math.min(
      ((wide - GAP_PX * (across - 1)) / across - beside) / 5,
      ((high - GAP_PX * (down - 1)) / down - above) / 5,
    );
    if (cell > best.cell) best = { cell, across, down };
  }
  return best;
}

// How a section of boards that share a room, or are too many for it, is marked for the style sheets.
export function shared({ kind, across, down, tiny }) {
  return {
    class: `boards ${kind === "long" ? "long" : "equal"}${tiny ? " tiny" : ""}`,
    style: { "--across": across, "--down": down },
  };
}

// Which board is the large one: the one that somebody touched, while its player has still to write,
// else that of whoever is due first; between two rounds the one who rolls.
const SAFE_MS = 600;
let shown = { match: null, seat: 0, since: -Infinity };

export function largeSeat(app) {
  const { match, ui } = app;
  const { kind, seats } = match.turn;
  const wanted = ui.board?.match === match.id ? ui.board : null;
  if (wanted && kind === "choice" && !seats.includes(wanted.seat) && wanted.seq !== match.seq) ui.board = null;
  const seat = (ui.board?.match === match.id ? ui.board.seat : seats[0]) ?? shown.seat;
  if (shown.match !== match.id || shown.seat !== seat) {
    const touched = ui.board?.seat === seat;
    shown = { match: match.id, seat, since: touched || shown.match !== match.id ? -Infinity : performance.now() };
  }
  return seat;
}

export function showBoard(app, seat) {
  app.ui.board = { match: app.match.id, seat, seq: app.match.seq };
  app.draw();
}

// A second tap of the same finger is not the first of the next player.
export function tooSoon() {
  return performance.now() - shown.since < SAFE_MS;
}
