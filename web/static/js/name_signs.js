// What in a player's name cannot be shown, said while it is typed; the table refuses the same
// (rules/player_names.py).

import { _ } from "./words.js";

// Control signs, half characters and what turns the writing round; all of it where none is seen.
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|^[\p{C}\p{Zs}]+$/gu;

const code = (sign) => `U+${sign.codePointAt().toString(16).toUpperCase().padStart(4, 0)}`;

export function nameFault(name) {
  const hidden = [...new Set((name.match(HIDDEN) || []).join(""))];
  if (!hidden.length) return null;
  return _("“{name}” cannot be a player's name: {signs} cannot be shown. Type it anew.", {
    name: name.replace(HIDDEN, (signs) => [...signs].fill("□").join("")),
    signs: hidden.slice(0, 3).map(code).join(", "),
  });
}
