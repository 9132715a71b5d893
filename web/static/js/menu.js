// The menu: language, light or dark, animations, ending the match, the record.

import { open } from "./bar.js";
import { command } from "./command.js";
import { h } from "./dom.js";
import { pressed } from "./later.js";
import { allowOdds, oddsOffered, oddsOn, oddsRule, oddsSwitchedOff, switchOdds } from "./odds.js";
import { scoresOf } from "./points.js";
import { primerButton } from "./primer.js";
import { spokenAnew } from "./sentence.js";
import { soundOn, switchSound } from "./sound.js";
import { switchVoice, voiceOn } from "./voice.js";
import { loadWords, currentLanguage, _ } from "./words.js";

export function menu(app, dialog) {
  const root = document.documentElement;
  const board = app.boot.view === "board"; // where nothing is pressed but what it looks and sounds like
  return {
    title: _("Menu"),
    inside: [
      row(
        _("Language"),
        Object.entries(app.boot.languages).map(([code, name]) => [
          name,
          currentLanguage() === code,
          () => speak(app, code),
          code,
        ]),
      ),
      row(_("Light"), [
        [_("as the device"), !root.dataset.theme, () => theme(app, null)],
        [_("dark"), root.dataset.theme === "dark", () => theme(app, "dark")],
        [_("light"), root.dataset.theme === "light", () => theme(app, "light")],
      ]),
      row(_("Animations"), [
        [_("on"), root.dataset.motion !== "off", () => motion(app, true)],
        [_("off"), root.dataset.motion === "off", () => motion(app, false)],
      ]),
      "speechSynthesis" in window &&
        row(_("Voice"), [
          [_("on"), voiceOn(), () => switchVoice(app, true)],
          [_("off"), !voiceOn(), () => switchVoice(app, false)],
        ]),
      row(_("Sounds"), [
        [_("on"), soundOn(app), () => switchSound(app, true)],
        [_("off"), !soundOn(app), () => switchSound(app, false)],
      ]),
      !board &&
        oddsOffered(app) &&
        row(touched() ? _("Odds") : _("Odds (key O)"), [
          [_("on"), oddsOn(), () => switchOdds(app, true)],
          [_("off"), !oddsOn(), () => switchOdds(app, false)],
        ]),
      !board && oddsOfTheTable(app),
      !board && links(app, dialog),
    ],
  };
}

// Fetched with the first press: hardly an evening needs it.
async function checkUp(app) {
  await (await pressed("./doctor.js"))?.openDoctor(app);
}

function links(app, dialog) {
  return h(
    "div",
    { class: "menu-links" },
    primerButton(app, "button"),
    correctRoll(app),
    h("a", { class: "button", href: "/record" }, _("Matches played")),
    h("a", { class: "button", href: "/statistics" }, _("Statistics")),
    scoresOf(app) &&
      h(
        "button",
        { type: "button", class: "button", onClick: () => open(app, "points") },
        _("What gives points"),
      ),
    app.boot.doctor &&
      h(
        "button",
        { type: "button", class: "button to-doctor", onClick: () => checkUp(app) },
        _("Check camera, light, mat and buttons"),
      ),
    app.boot.teach && h("a", { class: "button", href: "/teach" }, _("Teach the table your own dice")),
    app.match &&
      h(
        "a",
        { class: "button", href: `/record/${app.match.id}.ndjson`, download: true },
        _("Download the log"),
      ),
    app.match &&
      app.boot.view === "table" &&
      leave(app, dialog),
  );
}

// The house rule of odds: where the match is played it is switched here, for all pages at once.
function oddsOfTheTable(app) {
  const { match, boot } = app;
  if (match && !match.game.startsWith("pickomino"))
    return h(
      "p",
      { key: "odds-none", class: "hint menu-note" },
      h("b", {}, _("Odds")),
      " ",
      _("Only the games of Pickomino show them."),
    );
  if (match && boot.view === "table")
    return oddsSwitchedOff(app)
      ? [
          row(_("Odds"), [
            [_("on"), false, () => allowOdds(app, true)],
            [_("off"), true, () => {}],
          ]),
          h("p", { key: "odds-all", class: "hint menu-note" }, _("Then every page of this table may show them.")),
        ]
      : h(
          "button",
          { key: "odds-nobody", type: "button", class: "primer-link", onClick: () => allowOdds(app, false) },
          _("Switch the odds off for everybody"),
        );
  return oddsSwitchedOff(app) && oddsHint();
}

// A roll cannot be taken back as a choice can, so the menu says what can be done about one.
function correctRoll(app) {
  const { match, snapshot } = app;
  if (!app.presses || !match?.can_correct || !match.last_roll.length || snapshot.ask) return null;
  return h(
    "button",
    { key: "correct-roll", type: "button", class: "button correct-roll", onClick: () => open(app, "misread") },
    h("span", {}, _("Correct the roll")),
    h("small", {}, _("Undo takes back choices, not a roll; its dice can be corrected.")),
  );
}

// A finger has no keys.
function touched() {
  return matchMedia("(pointer: coarse)").matches;
}

// Where the house rule is off: what it is called, and where it is switched on.
function oddsHint() {
  const rule = oddsRule();
  return h(
    "p",
    { key: "odds-hint", class: "hint menu-note" },
    h("b", {}, _("Odds")),
    " ",
    _("Off at this table. A house rule of Pickomino allows them, at the set-up of a match: “{rule}”", { rule }),
    " ",
    touched() ? _("Then this menu shows them.") : _("Then the key O shows them, or this menu."),
  );
}

// A match that is left cannot be gone on with, so the button asks first; a finished one just goes.
function leave(app, dialog) {
  if (!dialog.leaving) {
    return h(
      "button",
      {
        key: "leave",
        type: "button",
        class: "button",
        onMount: (button) => dialog.stayed && focusSoon(button),
        onClick: () => (app.match.turn.kind === "over" ? end(app) : askLeaving(app, dialog, true)),
      },
      _("Leave this match"),
    );
  }
  return h(
    "div",
    {
      key: "leaving",
      class: "leaving",
      role: "group",
      "aria-labelledby": "leaving",
      "aria-describedby": "leaving-means",
    },
    h("p", { id: "leaving", class: "leaving-question" }, _("Leave this match?")),
    h("p", { id: "leaving-means" }, _("It stays in the record unfinished and cannot be gone on with.")),
    h(
      "div",
      { class: "leaving-ways" },
      h("button", { type: "button", class: "button ask-button", onClick: () => end(app) }, _("Leave")),
      h(
        "button",
        { type: "button", class: "button", onMount: focusSoon, onClick: () => askLeaving(app, dialog, false) },
        _("Stay"),
      ),
    ),
  );
}

function askLeaving(app, dialog, leaving) {
  Object.assign(dialog, { leaving, stayed: !leaving });
  app.draw();
}

// Once it stands in the page; the focus goes to the way that changes nothing.
function focusSoon(button) {
  queueMicrotask(() => {
    button.focus();
    (button.closest(".leaving") || button).scrollIntoView({ block: "nearest" });
  });
}

function row(title, ways) {
  return h(
    "div",
    { class: "menu-row", role: "group", "aria-label": title },
    h("span", { class: "menu-title" }, title),
    h(
      "div",
      { class: "ways" },
      ways.map(([label, on, act, lang]) =>
        h(
          "button",
          {
            key: label,
            type: "button",
            class: on ? "chosen" : "",
            "aria-pressed": String(on),
            lang,
            onClick: act,
          },
          label,
        ),
      ),
    ),
  );
}

async function speak(app, code) {
  document.cookie = `language=${code}; path=/; max-age=31536000; SameSite=Strict`;
  await loadWords(code, app.boot.version);
  document.documentElement.lang = code;
  spokenAnew(app);
  app.draw();
}

function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // this device keeps nothing; the choice lasts until the page is closed
  }
}

function theme(app, value) {
  if (value) document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
  keep("theme", value);
  app.draw();
}

function motion(app, on) {
  if (on) delete document.documentElement.dataset.motion;
  else document.documentElement.dataset.motion = "off";
  keep("motion", on ? null : "off");
  app.draw();
}

function end(app) {
  app.ui.dialog = null;
  app.draw();
  return command("end");
}
