// The voice: the browser reads what happened and the one sentence aloud, where somebody wants it.

import { currentLanguage } from "./words.js";

const KEY = "voice";

export function voiceOn() {
  try {
    return "speechSynthesis" in window && localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

export function switchVoice(app, on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    return; // this device keeps nothing
  }
  if (!on) window.speechSynthesis?.cancel();
  app.draw();
}

// A new sentence cuts the old one short: what counts is what is to be done now.
export function speakAloud(text) {
  if (!voiceOn() || !text) return;
  window.speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = currentLanguage();
  window.speechSynthesis.speak(spoken);
}
