// The moments: tiles fly from where they lay to where they lie, a bust shakes, a win lights up.
// Each takes under 600 ms, nothing waits for it, and reduced motion leaves it out.

import { play } from "./sound.js";

const FLY_MS = 480;

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
    places.set(element.dataset.fly, element.getBoundingClientRect());
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
  if (name) flash(name);
}

function momentOf(match, before) {
  if (match.turn.kind === "over" && before.turn.kind !== "over") return "win";
  const codes = match.events.filter((event) => event.seq > before.seq).map((event) => event.code);
  return ["bust", "steal"].find((code) => codes.includes(code)) || null;
}

function fly(places) {
  for (const element of document.querySelectorAll("[data-fly]")) {
    const from = places.get(element.dataset.fly);
    if (!from || !from.width) continue;
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

function flash(name) {
  const root = document.documentElement;
  root.dataset.moment = name;
  setTimeout(() => root.dataset.moment === name && delete root.dataset.moment, 580);
}
