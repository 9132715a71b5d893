// The moments: tiles fly from where they lay to where they lie, a bust shakes, a win lights up.
// Each takes under 600 ms, nothing waits for it, and reduced motion leaves it out.

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
  if (still() || !match || !before.match || before.match.id !== match.id) return;
  fly(places);
  const news = match.events.filter((event) => event.seq > before.match.seq);
  const codes = new Set(news.map((event) => event.code));
  if (codes.has("bust")) flash("bust");
  else if (codes.has("steal")) flash("steal");
  if (match.turn.kind === "over" && before.match.turn.kind !== "over") flash("win");
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
