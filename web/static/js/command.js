// Commands to the table. Each carries the revision that this page shows.

import { _ } from "./words.js";

const LOST = { ok: false, error: "lost" };
let revision = 0;
let players = [];
let tellTrouble = () => {};

export function seenRevision(now, names) {
  revision = now;
  players = names;
}

let askPin = () => {};

export function onPin(listener) {
  askPin = listener;
}

export function onTrouble(listener) {
  tellTrouble = listener;
}

// Returns the server's answer ({ok, revision, message}); trouble is told in one sentence.
export async function command(kind, { seat = null, data = {}, seen = revision } = {}) {
  return send("/command", { kind, seat, data, seen });
}

// Several commands in a row, each seeing what the one before it left; stops at the first refusal.
export async function commands(list) {
  let seen = revision;
  let answer = { ok: true };
  for (const [kind, wish] of list) {
    answer = await command(kind, { ...wish, seen });
    if (!answer.ok) return answer;
    seen = answer.revision;
  }
  return answer;
}

export async function send(path, body) {
  let answer;
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    answer = LOST;
  }
  if (answer.message?.code === "web.pin" && path !== "/pin") askPin();
  else if (!answer.ok) tellTrouble(troubleText(answer), answer);
  return answer;
}

// What comes of asking for a file, null where the table cannot be reached: told as of any press.
export async function reached(file) {
  try {
    return await fetch(file);
  } catch {
    tellTrouble(troubleText(LOST));
    return null;
  }
}

export const noConnection = () => _("No connection to the table; nothing was changed.");

function troubleText(answer) {
  if (answer.error === "lost") return { plain: noConnection() };
  if (answer.error === "stale" && !answer.message) {
    return { plain: _("The table had moved on already: this is how it stands now.") };
  }
  return { message: answer.message, players };
}
