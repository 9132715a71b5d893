// During a lesson: what to lay down, the faces with their examples, the last picture, the check.

import { h } from "./dom.js";
import { die, faceName, icon, outlines } from "./drawings.js";
import { _, say } from "./words.js";

export function teachLesson(app) {
  const { lesson } = app;
  const busy = app.busy !== "" || lesson.working;
  return h(
    "div",
    { key: "lesson", class: "teach-lesson" },
    h("p", { class: "teach-name" }, _("The dice {name}", { name: lesson.name })),
    h("p", { class: "teach-says", role: "status", "aria-live": "polite" }, doing(app) || say(lesson.says)),
    h(
      "div",
      { class: "teach-press" },
      mainButton(app, busy),
      lesson.can_go_back &&
        button("undo", _("Take the last picture back"), () => app.step("back"), busy),
    ),
    faces(app, busy),
    picture(app),
    lesson.checked && confusions(app),
    h(
      "div",
      { class: "teach-end" },
      !lesson.checked &&
        lesson.due !== "" &&
        lesson.faces.some((one) => one.examples > 0) &&
        button("check", _("That is enough: check it"), () => app.step("check"), busy),
      button("close", _("Stop and keep nothing"), () => app.step("cancel"), false),
    ),
  );
}

function doing({ busy, lesson }) {
  if (busy === "take") return _("Looking and learning…");
  if (busy === "check") return _("Every example is read by means of all the others: some seconds.");
  if (busy === "save") return _("Keeping it…");
  return lesson.working ? _("Looking and learning…") : "";
}

function mainButton(app, busy) {
  const { lesson, obstacle } = app;
  const [wish, label] = lesson.checked
    ? ["save", _("Keep these dice")]
    : lesson.due
      ? ["take", _("CONFIRM: take the picture")]
      : ["check", _("Check how sure it is")];
  return h(
    "button",
    {
      type: "button",
      class: "button go teach-go",
      disabled: busy || (Boolean(obstacle) && wish !== "save"),
      onClick: () => app.step(wish),
    },
    label,
  );
}

function button(name, label, onClick, disabled) {
  return h("button", { key: name, type: "button", class: "button small-button", disabled, onClick }, icon(name), label);
}

function faces(app, busy) {
  const { lesson } = app;
  return h(
    "ul",
    { class: "teach-faces", "aria-label": _("Faces") },
    lesson.faces.map((one) =>
      h(
        "li",
        { key: one.face, class: one.face === lesson.due ? "due" : "" },
        h(
          "button",
          {
            type: "button",
            class: "teach-face",
            disabled: busy,
            "aria-current": one.face === lesson.due ? "step" : undefined,
            "aria-label": `${faceName(one.face)}: ${examples(one)}`,
            onClick: () => app.step("face", { face: one.face }),
          },
          die(one.face.length === 1 ? one.face : "?", { label: false }),
          h("span", { class: verdict(one) }, examples(one)),
        ),
        one.examples > 0 &&
          h(
            "button",
            {
              type: "button",
              class: "small forget",
              disabled: busy,
              "aria-label": _("Forget {face} and teach it anew", { face: faceName(one.face) }),
              title: _("Forget {face} and teach it anew", { face: faceName(one.face) }),
              onClick: () => app.step("forget", { face: one.face }),
            },
            icon("close"),
          ),
      ),
    ),
  );
}

function examples(one) {
  if (one.right !== null) return _("{right} of {count} right", { right: one.right, count: one.examples });
  return one.examples ? _("{count} {count:example|examples}", { count: one.examples }) : _("not yet");
}

function verdict(one) {
  if (one.right === null) return one.examples ? "some" : "none";
  return one.right === one.examples ? "right" : "weak";
}

function picture(app) {
  const { lesson } = app;
  if (lesson.still === null) return null;
  const face = faceName(lesson.still_face);
  const count = lesson.taught.length;
  return h(
    "figure",
    { class: "teach-picture", key: `still${lesson.still}` },
    h(
      "div",
      { class: "still" },
      h("img", {
        src: `/teach/still/${lesson.still}.jpg`,
        alt: _("{count} {count:die|dice} learnt as {face}", { count, face }),
      }),
      outlines(lesson.taught.map(({ corners }) => ({ corners }))), // what was learnt is sure
    ),
    h(
      "figcaption",
      {},
      _("{count} {count:die|dice} learnt as {face}", { count, face }),
      h(
        "small",
        {},
        _("If a line runs round anything but a die with this face on top, take the picture back."),
      ),
    ),
  );
}

function confusions(app) {
  return h(
    "ul",
    { class: "teach-confused" },
    app.lesson.confused.map(([face, other, times]) =>
      h(
        "li",
        { key: face + other },
        _("{face} was taken for {other}, {count} {count:time|times}: teach both once more.", {
          face: faceName(face),
          other: faceName(other),
          count: times,
        }),
      ),
    ),
  );
}
