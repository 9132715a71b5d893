// Joining the Deluxe game: where each specialist is, and the round worms that were won.

import { specialistName } from "./deluxe.js";
import { h } from "./dom.js";
import { _ } from "./words.js";

const FIRST_TILE = { red_worm: 11, hen: 21, raven: 23, weasel: 25, golden_die: 27, apple: 29 };
const ROUND_WORMS = 7;

// What people said about a specialist holds as long as it can be; else it is on its tile, or with
// whoever has that tile, who most likely took it along.
export function settleSpecialists(made) {
  const { position } = made;
  if (made.options.extended === false) {
    for (const field of ["specialists", "round_worms", "supply"]) delete position[field];
    return;
  }
  const places = {};
  const free = (name, place) => !Object.values(places).includes(place) && possible(made, name, place);
  const settle = (name, wishes) => {
    if (!(name in places)) places[name] = wishes.find((place) => place && (place === "box" || free(name, place)));
  };
  for (const name of Object.keys(FIRST_TILE)) {
    const said = made.places[name];
    if (said && (said === "box" || free(name, said))) places[name] = said;
  }
  for (const name of Object.keys(FIRST_TILE)) settle(name, [`tile ${FIRST_TILE[name]}`, ownerOf(made, name), "box"]);
  position.specialists = places;
  position.round_worms ||= made.players.map(() => 0);
  position.supply = ROUND_WORMS - position.round_worms.reduce((sum, one) => sum + one, 0);
}

function ownerOf(made, name) {
  const seat = made.position.stacks.findIndex((stack) => stack.includes(FIRST_TILE[name]));
  return seat >= 0 ? `seat ${seat}` : null;
}

// The raven is nobody's, and but for the hen no specialist stays with somebody without a tile.
function possible(made, name, place) {
  const [kind, at] = place.split(" ");
  const { grill, face_down, stacks } = made.position;
  if (kind === "seat") return name !== "raven" && (name === "hen" || stacks[at].length > 0);
  const stays = made.options.specialist_on_flipped_tile === "stays";
  return grill.includes(Number(at)) || (stays && face_down.includes(Number(at)));
}

export function specialists(app, made) {
  const { position } = made;
  return [
    h("p", { key: "who", class: "hint" }, _("Where is each specialist?")),
    h("div", { key: "places", class: "join-places" }, Object.keys(FIRST_TILE).map((name) => place(app, made, name))),
    h(
      "p",
      { key: "round", class: "hint" },
      _("Round worms that each player has won"),
      ": ",
      _("{supply} round {supply:worm|worms} left", { supply: position.supply }),
    ),
    h(
      "div",
      { key: "worms", class: "join-places" },
      made.players.map((name, seat) => roundWorms(app, position, name, seat)),
    ),
  ];
}

function place(app, made, name) {
  const { grill, face_down, specialists } = made.position;
  const now = specialists[name];
  const tiles = [...grill, ...face_down].sort((one, other) => one - other);
  const ways = [
    ...tiles.map((tile) => [`tile ${tile}`, _("on tile {tile}", { tile })]),
    ...made.players.map((player, seat) => [`seat ${seat}`, player]),
    ["box", _("in the box")],
  ].filter(
    ([way]) =>
      way === "box" ||
      way === now ||
      (possible(made, name, way) && !Object.values(specialists).includes(way)),
  );
  return h(
    "label",
    { key: name, class: "rule", for: `join-${name}` },
    h("svg", { class: "token", viewBox: "0 0 32 32", "aria-hidden": "true" }, h("use", { href: `#s-${name}` })),
    h("span", {}, specialistName(name)),
    h(
      "select",
      {
        id: `join-${name}`,
        onChange: (event) => ((made.places[name] = ways[event.target.selectedIndex][0]), app.draw()),
      },
      ways.map(([way, said]) => h("option", { key: way, selected: way === now }, said)),
    ),
  );
}

function roundWorms(app, position, name, seat) {
  const most = position.supply + position.round_worms[seat];
  return h(
    "label",
    { key: seat, class: "rule", for: `join-round-${seat}` },
    h("span", {}, name),
    h(
      "select",
      {
        id: `join-round-${seat}`,
        onChange: (event) => ((position.round_worms[seat] = event.target.selectedIndex), app.draw()),
      },
      Array.from({ length: most + 1 }, (unused, worms) =>
        h("option", { key: worms, selected: worms === position.round_worms[seat] }, worms),
      ),
    ),
  );
}
