// The page of a lesson: which dice, then face by face, then how sure it is, then kept.

import { onPin, onTrouble, send } from "./command.js";
import { h, render } from "./dom.js";
import { teachBegin } from "./teach_begin.js";
import { teachLesson } from "./teach_lesson.js";
import { _, loadWords, say } from "./words.js";

const LOOK_MS = 1000; // how often the page looks whether a button of the table moved the lesson on

const boot = JSON.parse(document.getElementById("boot").textContent);
const page = document.getElementById("teach");
const app = {
  boot,
  lesson: boot.lesson,
  obstacle: boot.obstacle,
  made: { name: "", kind: "worm dice", dice: 8 },
  busy: "",
  kept: null,
  draw,
  step,
};

function draw() {
  const { lesson } = app;
  render(
    page,
    app.obstacle && h("p", { key: "obstacle", class: "teach-obstacle", role: "status" }, say(app.obstacle)),
    app.kept && h("p", { key: "kept", class: "teach-kept", role: "status" }, say(app.kept)),
    lesson ? teachLesson(app) : teachBegin(app),
  );
  document.body.dataset.step = lesson ? lesson.step : "";
}

// One wish; while it is worked on nothing else can be pressed.
async function step(wish, data = {}) {
  if (app.busy && wish !== "cancel") return;
  app.busy = wish;
  app.kept = null;
  draw();
  const answer = await send(`/teach/${wish}`, data);
  app.busy = "";
  if ("lesson" in answer) take(answer);
  if (answer.ok && wish === "save") app.kept = answer.message;
  draw();
}

function take(state) {
  app.lesson = state.lesson;
  app.obstacle = state.obstacle;
}

async function look() {
  if (document.hidden || app.busy) return;
  try {
    const answer = await fetch("/teach/lesson.json");
    const state = await answer.json();
    if (app.busy || !answer.ok) return;
    const same =
      state.lesson?.step === app.lesson?.step &&
      state.lesson?.working === app.lesson?.working &&
      state.obstacle?.code === app.obstacle?.code;
    if (same) return;
    take(state);
    draw();
  } catch {
    // the line is lost: the next look may find it again
  }
}

let hush = 0;
onTrouble((trouble) => {
  const box = document.getElementById("trouble");
  render(box, h("p", { key: ++hush, class: "trouble" }, trouble.plain || say(trouble.message)));
  const mine = hush;
  setTimeout(() => mine === hush && render(box), 9000);
});
onPin(() => {
  const text = _("This table asks for its PIN: press something on the table's own page first.");
  render(document.getElementById("trouble"), h("p", { key: ++hush, class: "trouble" }, text));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !app.lesson || app.busy) return;
  if (event.target.closest?.("input, select, button, a")) return;
  if (event.key === "Enter") {
    event.preventDefault();
    step(app.lesson.checked ? "save" : app.lesson.due ? "take" : "check");
  }
});

await loadWords(boot.language, boot.version);
draw();
setInterval(look, LOOK_MS);
document.documentElement.dataset.ready = "yes";
