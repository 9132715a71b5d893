// Stepping through a recorded match: the same table, drawn for each line of its log.

import { h } from "./dom.js";
import { icon } from "./drawings.js";
import { pause } from "./later.js";
import { beforeMoment, playMoment } from "./moments.js";
import { _, say } from "./words.js";

export async function startReplay(app) {
  app.replay = { steps: [], at: 0, trouble: "" };
  const { ok, body } = await stepsOf(`${location.pathname}/steps.json${location.search}`);
  if (!ok) {
    app.replay.trouble = body.message ? say(body.message, []) : _("This log cannot be played.");
    app.draw();
    return;
  }
  app.replay.steps = body;
  goTo(app, Number(location.hash.slice(1)) || 0);
  window.addEventListener("hashchange", () => goTo(app, Number(location.hash.slice(1)) || 0));
}

// Why there is nothing to step through, and where to try again.
export function trouble(app) {
  const [href, way] = location.pathname.startsWith("/position")
    ? ["/record#position", _("Open a position")]
    : ["/record", _("Matches played")];
  return [h("p", {}, app.replay.trouble), h("p", {}, h("a", { class: "button go", href }, way))];
}

// The answer, once there is one: the network may be away for a moment.
async function stepsOf(address) {
  for (;;) {
    try {
      const answer = await fetch(address);
      return { ok: answer.ok, body: await answer.json() };
    } catch {
      await pause();
    }
  }
}

export function goTo(app, wanted) {
  const { steps } = app.replay;
  const at = Math.max(0, Math.min(steps.length - 1, wanted));
  const before = app.snapshot;
  const places = beforeMoment();
  const forward = at === app.replay.at + 1;
  app.replay.at = at;
  app.snapshot = steps[at];
  history.replaceState(history.state, "", `#${at}`);
  app.draw();
  if (forward) playMoment(app, before, places);
}

// The next step after this one by which one of `codes` happened.
function next({ steps, at }, codes) {
  const found = steps.findIndex(
    (step, place) => place > at && step.match.events.some((event) => codes.includes(event.code)),
  );
  return found < 0 ? null : found;
}

const BUSTS = ["bust"];
const STEALS = ["steal", "steal-hen", "stolen"];

export function replayBar(app) {
  const { steps, at } = app.replay;
  if (!steps.length) return null;
  const copied = app.replay.copied === at;
  const jump = (label, codes) => {
    const to = next(app.replay, codes);
    return (
      to !== null && h("button", { type: "button", class: "button", onClick: () => goTo(app, to) }, label)
    );
  };
  const step = (name, label, to) =>
    h(
      "button",
      {
        type: "button",
        class: "button step",
        "aria-label": label,
        disabled: to === at,
        onClick: () => goTo(app, to),
      },
      icon(name),
    );
  const walk = steps.length > 1 && [
    step("first", _("to the beginning"), 0),
    step("left", _("one step back"), Math.max(0, at - 1)),
    h("input", {
      type: "range",
      min: 0,
      max: steps.length - 1,
      value: String(at),
      "aria-label": _("step"),
      onInput: (event) => goTo(app, Number(event.target.value)),
    }),
    h("span", { class: "step-count" }, `${at} / ${steps.length - 1}`),
    step("right", _("one step on"), Math.min(steps.length - 1, at + 1)),
    step("last", _("to the end"), steps.length - 1),
    jump(_("Next bust"), BUSTS),
    jump(_("Next steal"), STEALS),
  ];
  return [
    walk &&
      h("nav", { key: "replay", class: "replay-bar", "aria-label": _("Steps of the match") }, walk),
    notation(app, copied),
  ];
}

// Needed once in a while: below the bar that stays in sight, so that this takes less of the table.
function notation(app, copied) {
  return h(
    "div",
    { key: "notation", class: "notation-row" },
    h(
      "p",
      { class: "notation-use" },
      !app.match.id && // a line knows no names, and nobody plays on in it
        `${_("This is a copied position, to look at only: the names of the players are not part of it.")} `,
      _("“Copy” takes this position as one line: send it on, or open it again under"),
      " ",
      h("a", { href: "/record#position" }, _("Matches played")),
      ".",
    ),
    h("p", { class: "notation", title: app.match.notation }, app.match.notation),
    h(
      "button",
      {
        type: "button",
        class: "button small-button copy",
        "aria-label": copied ? undefined : _("Copy this position"),
        onClick: (event) => copy(app, event.currentTarget),
      },
      copied ? _("Copied") : _("Copy"),
    ),
  );
}

// A page without HTTPS has no clipboard of its own: the line is selected and copied as by hand.
async function copy(app, button) {
  const line = button.parentElement.querySelector(".notation");
  try {
    await navigator.clipboard.writeText(line.textContent);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(line);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    document.execCommand("copy");
  }
  app.replay.copied = app.replay.at;
  app.draw();
}

export function replayKey(app, key) {
  if (!app.replay?.steps.length) return false;
  const { at, steps } = app.replay;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: steps.length - 1 }[key];
  if (to === undefined) return false;
  goTo(app, to);
  return true;
}
