// Where the reading of each die stands in a still: beside its die, over no face and no other
// reading, as near and as far up as that leaves room. All in pixels of the picture as it is shown.

const DIRECTIONS = Array.from({ length: 24 }, (unused, at) => ((at * 15 - 90) * Math.PI) / 180);
const RINGS = [0, 0.05, 0.1, 0.17, 0.25, 0.35, 0.47, 0.6]; // further out, in widths of the picture
const STEP = 2;

// `dice` have `corners` (parts of the picture) and `wide` (of their label, px), `size` its width and
// height. Returns for each die {x, y, dx, dy, from}: its middle, the way from there to the middle of
// the label, and the length of that way which lies over the die itself; null where it has no place.
export function placeLabels(dice, size, high = 18) {
  const shapes = dice.map(({ corners }) =>
    corners?.length ? corners.map(([x, y]) => [x * size.width, y * size.height]) : null,
  );
  const labels = dice.map((die) => ({ wide: die.wide || 18, high }));
  const ways = orders(shapes, labels).map((order) => placed(order, shapes, labels, size));
  return ways.reduce((best, one) => (one.cost < best.cost ? one : best)).places;
}

// What comes first has the choice.
function placed(order, shapes, labels, size) {
  const taken = [];
  const places = shapes.map(() => null);
  let cost = 0;
  for (const at of order) {
    const [place, paid] = nearest(shapes, at, labels[at], taken, size);
    taken.push(box(place, labels[at]));
    const [x, y] = middle(shapes[at]);
    places[at] = { x, y, dx: place[0] - x, dy: place[1] - y, from: place[2], far: place[3] };
    cost += paid;
  }
  return { places, cost };
}

// The dice with the least room first, the widest labels first, and from the top down and up.
function orders(shapes, labels) {
  const there = shapes.map((shape, at) => (shape ? at : -1)).filter((at) => at >= 0);
  const room = (at) =>
    there
      .filter((other) => other !== at)
      .map((other) => 1 / (1 + distance(middle(shapes[at]), middle(shapes[other])) ** 2))
      .reduce((sum, one) => sum + one, 0);
  const crowded = new Map(there.map((at) => [at, room(at)]));
  const close = (a, b) => crowded.get(b) - crowded.get(a);
  const down = (a, b) => middle(shapes[a])[1] - middle(shapes[b])[1];
  const widest = (a, b) => labels[b].wide - labels[a].wide || close(a, b);
  return [close, widest, down, (a, b) => down(b, a)].map((by) => [...there].sort(by));
}

// The cheapest place round one die; what hides a face costs more than any way.
function nearest(shapes, at, label, taken, size) {
  const own = shapes[at];
  const others = shapes.filter((shape, other) => shape && other !== at).map(bounded);
  const around = bounded(own);
  const [x, y] = middle(own);
  let best = null;
  let least = Infinity;
  for (const [turn, angle] of DIRECTIONS.entries()) {
    const way = [Math.cos(angle), Math.sin(angle)];
    const turned = Math.min(turn, DIRECTIONS.length - turn);
    let from = 0;
    while (covers(around, box([x + way[0] * from, y + way[1] * from], label))) from += STEP;
    for (const ring of RINGS) {
      const more = ring * size.width;
      if (from + more + turned >= least) break;
      const place = [x + way[0] * (from + more), y + way[1] * (from + more)];
      const here = box(place, label);
      const hides = others.filter((shape) => covers(shape, here)).length;
      const hidden = taken.filter((one) => crosses(one, here)).length;
      const crossed = more < label.high / 2 ? 0 : onTheWay([x, y], way, from, from + more, [...others, ...taken]);
      const lost = 4 * outside(here, size) + 3 * hidden + 2 * hides + crossed;
      const cost = size.width * lost + from + more + turned;
      if (cost < least) [least, best] = [cost, [...place, from, more]];
    }
  }
  return [best, least];
}

// Whether the line from a die to its label runs over another die or another label.
function onTheWay([x, y], way, from, to, things) {
  for (let along = from; along < to; along += STEP) {
    const point = box([x + way[0] * along, y + way[1] * along], { wide: 1, high: 1 });
    if (things.some((one) => (one.shape ? covers(one, point) : crosses(one, point)))) return 1;
  }
  return 0;
}

function box([x, y], { wide, high }) {
  return { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
}

function bounded(shape) {
  const [across, down] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
  const edges = { left: Math.min(...across), right: Math.max(...across) };
  return { ...edges, top: Math.min(...down), bottom: Math.max(...down), shape };
}

function outside({ left, right, top, bottom }, { width, height }) {
  return left < 0 || top < 0 || right > width || bottom > height ? 1 : 0;
}

function middle(shape) {
  const sum = shape.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  return sum.map((one) => one / shape.length);
}

function distance([ax, ay], [bx, by]) {
  return Math.hypot(ax - bx, ay - by);
}

function crosses(one, other) {
  return (
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  );
}

// A die and a label meet where neither the label's sides nor a side of the die part them.
function covers(die, label) {
  if (!crosses(die, label)) return false;
  const { left, right, top, bottom } = label;
  const ends = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return !die.shape.some(([ax, ay], at) => {
    const [bx, by] = die.shape[(at + 1) % die.shape.length];
    return ends.every(([x, y]) => (bx - ax) * (y - ay) <= (by - ay) * (x - ax));
  });
}
