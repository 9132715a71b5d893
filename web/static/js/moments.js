// The moments: tiles and cards fly to where they lie, tiles turn over, a bust shakes, a steal and a
// win light up. Under 600 ms each; nothing waits, a press ends it, reduced motion leaves it out.

import { render } from "./dom.js";
import { tile } from "./drawings.js";
import { play } from "./sound.js";

const FLY_MS = 480;
const TURN_MS = 500;
const HOMES = "li, .player, .hand, .card-row";
// What is shown of several things that happened at once: the first of these.
const MOMENTS = [
  ["bust", ["bust"]],
  ["steal", ["steal", "steal-hen", "stolen"]],
  ["weasel", ["weasel"]],
  ["worm", ["round-worm", "round-worm-taken"]],
];

function still() {
  return (
    document.documentElement.dataset.motion === "off" ||
    window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

// Where everything that can fly lies now, by name.
export function beforeMoment() {
  const places = new Map();
  if (still()) return places;
  for (const element of document.querySelectorAll("[data-fly]")) {
    places.set(element.dataset.fly, { from: element.getBoundingClientRect(), home: element.closest(HOMES) });
  }
  return places;
}

export function playMoment(app, before, places) {
  const { match } = app;
  if (!match || !before.match || before.match.id !== match.id) return;
  const name = momentOf(match, before.match);
  if (name) play(app, name);
  if (still()) return;
  fly(places);
  for (const number of turnedOver(match, before.match)) turnTile(number);
  if (name) flash(name);
}

function momentOf(match, before) {
  if (match.turn.kind === "over" && before.turn.kind !== "over") return "win";
  const codes = new Set(news(match, before).map((event) => event.code));
  return MOMENTS.find(([, these]) => these.some((code) => codes.has(code)))?.[0] || null;
}

function news(match, before) {
  return match.events.filter((event) => event.seq > before.seq);
}

function turnedOver(match, before) {
  return news(match, before)
    .filter((event) => event.code === "turn-over")
    .map((event) => event.params.tile);
}

// What stays with its player, or in its place of the grill, has only been shifted by the words above.
function fly(places) {
  for (const element of document.querySelectorAll("[data-fly]")) {
    const { from, home } = places.get(element.dataset.fly) || {};
    if (!from?.width || home === element.closest(HOMES)) continue;
    const to = element.getBoundingClientRect();
    const dx = from.left - to.left;
    const dy = from.top - to.top;
    if (Math.hypot(dx, dy) < 24 || !to.width) continue;
    element.animate(
      [
        {
          transform: `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`,
          transformOrigin: "0 0",
          zIndex: 5,
        },
        { transform: "none", transformOrigin: "0 0", zIndex: 5 },
      ],
      { duration: FLY_MS, easing: "cubic-bezier(.2,.8,.25,1)" },
    );
  }
}

// The face of the tile lies over its back and turns away, then the back comes round.
function turnTile(number) {
  const back = document.querySelector(`.tile.back[data-fly="t${number}"]`);
  if (!back) return;
  const { left, top, width, height } = back.getBoundingClientRect();
  const face = document.createElement("div");
  face.className = "turning";
  face.setAttribute("aria-hidden", "true");
  const place = { left, top, width, height };
  for (const side in place) face.style[side] = `${place[side]}px`;
  render(face, tile(number, { label: false }));
  document.body.append(face);
  const edge = { transform: "perspective(400px) rotateY(90deg)" };
  const flat = { transform: "perspective(400px) rotateY(0deg)" };
  const away = face.animate([flat, { ...edge, offset: 0.5 }, edge], TURN_MS);
  back.animate([edge, { ...edge, offset: 0.5 }, flat], TURN_MS);
  away.onfinish = () => face.remove();
}

function flash(name) {
  const root = document.documentElement;
  root.dataset.moment = name;
  setTimeout(() => root.dataset.moment === name && delete root.dataset.moment, 580);
}

// Whoever presses goes on at once: what still moves stands where it will stand.
export function letPressesSkip() {
  for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, skip, { capture: true });
}

function skip() {
  delete document.documentElement.dataset.moment;
  for (const moving of document.getAnimations()) {
    if (moving.effect.getComputedTiming().iterations === 1) moving.finish();
  }
  for (const face of document.querySelectorAll(".turning")) face.remove();
}
