// The television has nothing to press but its own menu: the key M, or a button that is seen while the
// pointer moves. Where its browser is mute until somebody touches it, it says so once.

import { canSound, soundOn } from "./sound.js";
import { voiceOn } from "./voice.js";

const REST_MS = 3000;
const HINT_MS = 20000;

export function startTelevision(app) {
  const { dataset } = document.documentElement;
  let rest = 0;
  const wake = (event) => {
    if (event.type !== "pointermove") unmuted(app);
    dataset.pointer = "moves";
    clearTimeout(rest);
    rest = setTimeout(() => delete dataset.pointer, REST_MS);
  };
  for (const sign of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(sign, wake);
  if (soundOn(app) || voiceOn()) sayHowToHear(app);
}

async function sayHowToHear(app) {
  if (await canSound()) return;
  app.ui.mute = true;
  app.draw();
  setTimeout(() => unmuted(app), HINT_MS);
}

function unmuted(app) {
  if (!app.ui.mute) return;
  app.ui.mute = false;
  app.draw();
}
