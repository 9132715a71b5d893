// The page of one view: keeps the last snapshot, draws it, and plays the moment between two.

import { dialogShown, hearBack } from "./back.js";
import { PATIENCE_MS, bar, lostBadge, open } from "./bar.js";
import { onPin, onTrouble, seenRevision } from "./command.js";
import { h, render } from "./dom.js";
import { keepTyped, keptTyped, sameThrow, throwOf } from "./hand.js";
import { hearKeys } from "./keys.js";
import { fetched } from "./later.js";
import { fetchOdds } from "./odds.js";
import { beforeMoment, letPressesSkip, playMoment } from "./moments.js";
import { overlay } from "./overlay.js";
import { sentence, spoken } from "./sentence.js";
import { setup } from "./setup.js";
import { forgetSetup } from "./setup_kept.js";
import { stage } from "./stage.js";
import { follow } from "./stream.js";
import { _, loadWords, say } from "./words.js";

const page = document.getElementById("page");
const read = (id) => JSON.parse(document.getElementById(id).textContent);

const app = {
  boot: { ...read("boot"), view: document.documentElement.dataset.view },
  snapshot: read("snapshot"),
  line: "live",
  // what this page alone knows: dice being typed, an open dialog, a half-made set-up
  ui: { typed: [], dialog: null, setup: null },
  draw,
  get match() {
    return this.snapshot.match;
  },
  get presses() {
    return this.boot.view === "table" || (this.boot.view === "seat" && !sitsOut(this));
  },
};

function draw() {
  const { match, boot } = app;
  if (boot.view === "replay" && !app.replay?.steps.length) {
    const waiting = app.replay?.trouble ? app.stepping.trouble(app) : _("Setting the table…");
    render(page, bar(app), h("div", { class: "waiting" }, waiting));
    return;
  }
  document.documentElement.dataset.game = match ? match.game : "none";
  page.dataset.seq = match ? match.seq : "";
  seenRevision(app.snapshot.revision, match?.players || []);
  const empty = emptyTable(app);
  const inside = empty ? [empty] : match ? [sentence(app), stage(app)] : [setup(app)];
  render(page, bar(app), ...inside, app.replay ? app.stepping.replayBar(app) : lostBadge(app));
  render(document.getElementById("overlay"), ...overlay(app));
  keepTyped(app);
  dialogShown(app); // what is open now, after what does not belong here any more was closed
}

// Whether this is the phone of a seat that the match has not: its owner plays the next one again.
function sitsOut({ match, boot }) {
  return Boolean(match) && boot.view === "seat" && boot.seat >= match.players.length;
}

// What a phone or a screen shows that has no part in what is played now, and will in the next match.
function emptyTable(app) {
  const { match, boot } = app;
  if (match ? !sitsOut(app) : boot.view === "table") return null;
  const said = match
    ? _("Nobody sits at this seat in this match: it has fewer players.")
    : _("No match is being played. The next begins on the table's own page.");
  return h(
    "main",
    { class: "empty" },
    h("h1", { class: "empty-line" }, said),
    h("a", { class: "button", href: "/" }, _("Go to the table's own page")),
  );
}

function onSnapshot(snapshot) {
  if (snapshot.version !== app.boot.version) {
    location.reload(); // the program was renewed while this page stood open
    return;
  }
  const before = app.snapshot;
  if (snapshot.revision === before.revision && snapshot.match?.id === before.match?.id) {
    onState("live");
    return;
  }
  forget(before, snapshot);
  if (snapshot.match?.marked > 0) app.ui.keys = true; // somebody uses NEXT
  const places = beforeMoment();
  app.snapshot = snapshot;
  app.boot.shelf.colours = snapshot.colours; // chosen on whatever page
  app.line = "live";
  draw();
  if (before.match?.id !== snapshot.match?.id) scrollTo(0, 0); // another page, as it were
  fetchOdds(app);
  spoken(app, before);
  playMoment(app, before, places);
}

// Typed dice belong to one throw, an open correction to one moment of the game. Typed dice that
// somebody's press elsewhere makes useless do not go without a word.
function forget(before, snapshot) {
  // A die of a picture is named by its place there: in another picture that is another die.
  const otherPicture = before.camera.still !== snapshot.camera.still;
  if (otherPicture && app.ui.dialog?.die !== undefined) app.ui.dialog = null;
  const sameMoment = before.match?.id === snapshot.match?.id && before.match?.seq === snapshot.match?.seq;
  if (sameMoment) return;
  if (app.ui.typed.length && !sameThrow(throwOf(before.match), throwOf(snapshot.match))) {
    const { typed, sending } = app.ui;
    // they are the roll now, though another page sent it, or this one before it was loaded anew
    const rolled = String(typed) === String(snapshot.match?.last_roll);
    if (typed !== sending && !rolled) tell(_("The table has moved on: the dice tapped in so far are taken out."));
    app.ui.typed = [];
  }
  if (["correct", "misread"].includes(app.ui.dialog?.name)) app.ui.dialog = null;
  if (!before.match && snapshot.match) {
    app.ui.setup = null;
    forgetSetup();
    hushTrouble(); // it spoke of what was set up
  }
}

function onState(state) {
  if (state === app.line) return;
  app.line = state;
  if (state === "lost") {
    app.lostAt = Date.now();
    setTimeout(draw, PATIENCE_MS);
  }
  draw();
}

onPin(() => open(app, "pin"));

let told = 0;
const troubleBox = document.getElementById("trouble");
const hushTrouble = () => render(troubleBox);

function tell(text) {
  const mine = ++told;
  render(troubleBox, h("p", { key: mine, class: "trouble" }, text));
  setTimeout(() => mine === told && hushTrouble(), 7000);
}
onTrouble((trouble) => tell(trouble.plain || say(trouble.message, trouble.players)));

await loadWords(app.boot.language, app.boot.version);
app.ui.typed = keptTyped(app);
draw();
fetchOdds(app);
hearKeys(app);
hearBack(app);
letPressesSkip();
if (app.boot.view === "board") fetched("./television.js").then(({ startTelevision }) => startTelevision(app));
if (app.boot.view === "replay") {
  app.stepping = await fetched("./replay.js"); // a table in play needs none of it
  await app.stepping.startReplay(app);
} else follow(page.dataset.worker, app.snapshot.revision, onSnapshot, onState);
document.documentElement.dataset.ready = "yes";
