// Short sounds for a bust, a steal and a win, made by the browser itself. The table and the television
// sound, phones are silent; each device can be told otherwise.

const KEY = "sound";
// [frequency in Hz, start in s, length in s]
const TUNES = {
  bust: [
    [220, 0, 0.16],
    [165, 0.14, 0.28],
  ],
  steal: [
    [440, 0, 0.09],
    [660, 0.09, 0.14],
  ],
  win: [
    [523, 0, 0.12],
    [659, 0.11, 0.12],
    [784, 0.22, 0.3],
  ],
};
let speaker = null;

export function soundOn(app) {
  let chosen = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch {
    // this device keeps nothing: the view decides
  }
  if (chosen) return chosen === "on";
  return app.boot.view === "table" || app.boot.view === "board";
}

export function switchSound(app, on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    return; // this device keeps nothing
  }
  if (on) play(app, "steal");
  app.draw();
}

// Browsers are mute until somebody touches the page, unless they were started otherwise.
function mayBeHeard() {
  if (!("AudioContext" in window)) return false;
  speaker ||= new AudioContext();
  const touched = Boolean(navigator.userActivation?.hasBeenActive);
  if (touched && speaker.state === "suspended") speaker.resume();
  return touched || speaker.state === "running";
}

// Some browsers need a moment until they know.
export async function canSound() {
  if (!mayBeHeard()) await new Promise((done) => setTimeout(done, 1000));
  return mayBeHeard();
}

export function play(app, name) {
  if (!TUNES[name] || !soundOn(app) || !mayBeHeard()) return;
  for (const [frequency, start, length] of TUNES[name]) {
    const tone = speaker.createOscillator();
    const volume = speaker.createGain();
    const at = speaker.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(speaker.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
