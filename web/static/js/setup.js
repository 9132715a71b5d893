// The start page: a game, the players in order, start. House rules and joining a table that is
// already being played are one fold away.

import { COLOURS, colourOf } from "./colours.js";
import { commands, send } from "./command.js";
import { chosenDice, diceRow, tapsIn } from "./dice_sets.js";
import { h } from "./dom.js";
import { die, icon, tile } from "./drawings.js";
import { houseRules } from "./house_rules.js";
import { fetched, later, styled } from "./later.js";
import { lastPlayers, remember, remembered } from "./people.js";
import { onArrows, tabStop } from "./radios.js";
import { phonesIn } from "./phones.js";
import { keepSetup, keptSetup } from "./setup_kept.js";
import { _ } from "./words.js";

export function setup(app) {
  const made = (app.ui.setup ||= {
    game: null,
    players: lastPlayers(),
    options: {},
    position: null,
    typed: "",
    ways: {},
    odds: app.snapshot.odds,
    ...keptSetup(app),
  });
  keepSetup(app);
  const game = app.boot.games.find((one) => one.name === made.game) || null;
  return h(
    "main",
    { class: "setup", onInput: () => keepSetup(app) }, // what is typed draws nothing
    h(
      "div",
      { class: "setup-steps" },
      h("h1", { class: "setup-title" }, _("What shall we play?")),
      h(
        "div",
        { class: "game-cards", role: "radiogroup", "aria-label": _("Game"), onKeydown: onArrows },
        app.boot.games.map((one) => gameCard(app, made, one)),
      ),
      h("h2", {}, _("Who plays?"), h("small", {}, _("in the order of turns, the first begins"))),
      playersForm(app, made, game),
      game && needsCards(game) && part(app, "cards")?.cardValues(app, made, game),
      game && houseRules(app, made, game),
      game && made.players.length > 0 && part(app, "join")?.joinTable(app, made, game),
      diceRow(app, made),
    ),
    phonesIn(app),
    startRow(app, made, game),
  );
}

// Few need them, so they come after the page.
const part = later({
  join: () => fetched("./join_table.js"),
  signs: () => fetched("./name_signs.js"),
  cards: () => styled("card_values", fetched("./card_values.js")),
});

function gameCard(app, made, game) {
  const chosen = made.game === game.name;
  const [least, most] = game.seats;
  return h(
    "button",
    {
      key: game.name,
      type: "button",
      class: `game-card ${game.name}${chosen ? " chosen" : ""}`,
      role: "radio",
      tabindex: tabStop(app.boot.games.map(({ name }) => name), made.game, game.name),
      "aria-checked": String(chosen),
      onClick: () => change(app, { game: game.name, options: {}, position: null }),
    },
    h("span", { class: "game-art", "aria-hidden": "true" }, art(game.name)),
    h("b", {}, _(game.title)),
    h("span", { class: "game-seats" }, _("{least} to {most} players", { least, most })),
  );
}

function art(name) {
  const plain = { label: false };
  if (name === "pickomino") return [tile(24, plain), tile(28, plain), tile(33, plain)];
  if (name === "pickomino-deluxe") return [tile(11, plain), die("gw", plain), tile(36, plain)];
  if (name === "knister") return [die("3", plain), die("5", plain), h("span", { class: "art-sum" }, "8")];
  return [die("6", plain), die("b2", plain), h("span", { class: "art-card" }, "21")];
}

function change(app, some) {
  Object.assign(app.ui.setup, some);
  app.draw();
}

// A table that is being laid out stays with its players.
function seat(app, made, players) {
  const join = made.position && part(app, "join");
  if (made.position && !join) return; // a moment later
  const position = join && join.reseated(made, players);
  if (app.ui.brush >= players.length) app.ui.brush = 0;
  change(app, { players, position, twice: "" });
}

function playersForm(app, made, game) {
  const others = remembered(app).filter((name) => !made.players.includes(name));
  const most = game ? game.seats[1] : 12;
  const fault = made.twice
    ? _("{name} plays already: another player needs another name.", { name: made.twice })
    : unshown(app, made.typed);
  return h(
    "div",
    { class: "people" },
    h(
      "ol",
      { class: "chosen-people" },
      made.players.map((name, at) => chosenPerson(app, made, name, at)),
    ),
    made.players.length < most &&
      h(
        "form",
        { class: "add-person", onSubmit: (event) => addTyped(app, made, event) },
        h("input", {
          name: "name",
          type: "text",
          maxlength: 40,
          autocomplete: "off",
          placeholder: _("Name"),
          "aria-label": _("Name of a player"),
          "aria-describedby": fault ? "name-fault" : undefined,
          "aria-invalid": fault ? "true" : undefined,
          value: made.typed,
          onInput: ({ target }) => {
            made.typed = target.value;
            if (fault || unshown(app, made.typed)) change(app, { twice: "" });
          },
        }),
        h("button", { type: "submit", class: "button" }, icon("plus"), _("Add")),
        h(
          "p",
          { id: "name-fault", class: "name-fault", role: "status" },
          fault,
        ),
      ),
    others.length > 0 &&
      h(
        "div",
        { class: "known-people", role: "group", "aria-label": _("Played here before") },
        others.slice(0, 12).map((name) =>
          h(
            "button",
            {
              key: name,
              type: "button",
              class: "chip",
              disabled: made.players.length >= most,
              onClick: () => addPerson(app, made, name),
            },
            icon("plus"),
            name,
          ),
        ),
      ),
  );
}

function chosenPerson(app, made, name, at) {
  const colour = colourOf(app, name, at);
  const last = made.players.length - 1;
  const move = (to) => {
    const players = made.players.filter((one) => one !== name);
    players.splice(to, 0, name);
    seat(app, made, players);
  };
  return h(
    "li",
    { key: name, style: { "--seat": COLOURS[colour] } },
    h("span", { class: "order", "aria-hidden": "true" }, at + 1),
    h("button", {
      type: "button",
      class: "colour",
      "aria-label": _("Next colour for {name}", { name }),
      title: _("Colour"),
      onClick: () => nextColour(app, name, colour),
    }),
    h("span", { class: "name" }, name),
    h(
      "button",
      {
        type: "button",
        class: "small",
        disabled: at === 0,
        "aria-label": _("{name} earlier", { name }),
        onClick: () => move(at - 1),
      },
      icon("up"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "small",
        disabled: at === last,
        "aria-label": _("{name} later", { name }),
        onClick: () => move(at + 1),
      },
      icon("down"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "small",
        "aria-label": _("{name} does not play", { name }),
        onClick: () =>
          seat(app, made, made.players.filter((one) => one !== name)),
      },
      icon("close"),
    ),
  );
}

function nextColour(app, name, colour) {
  const names = Object.keys(COLOURS);
  const next = names[(names.indexOf(colour) + 1) % names.length];
  app.boot.shelf.colours = { ...app.boot.shelf.colours, [name]: next };
  send("/shelf/colours", app.boot.shelf.colours);
  app.draw();
}

function addTyped(app, made, event) {
  event.preventDefault();
  const input = event.target.elements.name;
  addPerson(app, made, input.value);
  const refused = made.twice || unshown(app, made.typed);
  if (refused) input.select();
  else {
    made.typed = input.value = "";
    keepSetup(app);
  }
  input.focus();
  if (refused) document.getElementById("name-fault").scrollIntoView({ block: "nearest" });
}

// A name as it will be called.
const tidy = (typed) => typed.trim().replace(/\s+/g, " ");

const unshown = (app, typed) => part(app, "signs")?.nameFault(tidy(typed));

function addPerson(app, made, typed) {
  const name = tidy(typed);
  const twice = made.players.find((one) => one.toLocaleLowerCase() === name.toLocaleLowerCase()) || "";
  if (unshown(app, name)) change(app, { typed: name, twice: "" }); // said beside the field
  else if (twice) change(app, { twice });
  else if (name) seat(app, made, [...made.players, name]);
}

function startRow(app, made, game) {
  const { kind } = app.snapshot.camera;
  const reads = kind === "recording" ? _("The recording shows the dice") : _("The camera reads the dice");
  const missing = whatIsMissing(app, made, game);
  return h(
    "div",
    { key: "start", class: "start-row" },
    kind !== "none" &&
      h(
        "div",
        { class: "two-ways", role: "radiogroup", "aria-label": _("Dice"), onKeydown: onArrows },
        way(app, made, false, "camera", reads),
        way(app, made, true, "hand", _("We tap in the dice")),
      ),
    h(
      "button",
      { type: "button", class: "button go start", disabled: missing !== "", onClick: () => start(app, made, game) },
      _("Start"),
    ),
    h("p", { class: "hint", "aria-live": "polite" }, missing),
  );
}

function way(app, made, hand, name, label) {
  return h(
    "button",
    {
      type: "button",
      role: "radio",
      tabindex: tabStop([false, true], tapsIn(app, made), hand),
      "aria-checked": String(tapsIn(app, made) === hand),
      class: tapsIn(app, made) === hand ? "chosen" : "",
      onClick: () => change(app, { ways: { ...made.ways, [app.snapshot.camera.kind]: hand } }),
    },
    icon(name),
    label,
  );
}

function whatIsMissing(app, made, game) {
  if (!game) return _("Choose a game.");
  const [least, most] = game.seats;
  const count = made.players.length;
  if (count < least) return _("{count} more {count:player|players} needed.", { count: least - count });
  if (count > most) return _("At most {most} can play this game.", { most });
  if (!needsCards(game)) return "";
  const cards = part(app, "cards");
  return cards ? cards.lacks(app, made, game) : _("Setting the table…");
}

function needsCards(game) {
  return game.options.some((option) => option.name === "card_values");
}

async function start(app, made, game) {
  const values = needsCards(game) ? { card_values: part(app, "cards").readValues(app, made, game).values } : {};
  const data = { game: made.game, players: made.players, options: { ...made.options, ...values } };
  if (app.snapshot.camera.kind !== "none") data.profile = chosenDice(app, made);
  if (made.position) data.position = made.position;
  remember(app, made.players);
  const list = [["start", { data }]];
  const on = tapsIn(app, made);
  if (app.snapshot.camera.kind !== "none" && on !== app.snapshot.hand) list.push(["hand", { data: { on } }]);
  if (made.odds !== app.snapshot.odds) await send("/shelf/table-rules", { odds: made.odds ? 1 : 0 });
  await commands(list);
}
