// The stream of snapshots. One per browser through a SharedWorker where there is one; else one per
// visible page, so that the seventh tab works like the first.

import { Line } from "./line.js";

const ANSWER_MS = 5000; // a worker that is there answers a page at once
const SILENCE_MS = 25000; // and speaks every ten seconds

export function follow(workerUrl, startRevision, onSnapshot, onState) {
  if ("SharedWorker" in window) {
    try {
      return followShared(workerUrl, onSnapshot, onState);
    } catch {
      // a browser that has the name but refuses the thing
    }
  }
  return followAlone(startRevision, onSnapshot, onState);
}

function followShared(workerUrl, onSnapshot, onState) {
  const worker = new SharedWorker(workerUrl, { type: "module", name: `table ${workerUrl}` });
  const { port } = worker;
  const stopWatching = watch(port, onSnapshot, onState, alone);
  // Not every browser says that a worker could not be loaded, and none that one has died.
  worker.onerror = alone;

  function alone() {
    if (!stopWatching()) return;
    port.postMessage("bye");
    port.close();
    followAlone(-1, onSnapshot, onState);
  }
}

// Hear what the worker says at `port`; `onSilence` where it says nothing for too long. Returns what
// ends that: it says whether this is the first time that it was asked to.
function watch(port, onSnapshot, onState, onSilence) {
  const over = new AbortController();
  const { signal } = over;
  let timer = null;
  let dueAt = 0;
  const allow = (ms) => {
    clearTimeout(timer);
    dueAt = Date.now() + ms;
    timer = setTimeout(late, ms);
  };
  const hello = () => {
    port.postMessage("hello");
    allow(ANSWER_MS);
  };
  // A page that slept hears its alarm before what was said meanwhile.
  const late = () => (document.hidden || Date.now() > dueAt + ANSWER_MS ? hello() : onSilence());

  port.onmessage = ({ data }) => {
    allow(SILENCE_MS);
    if (data.snapshot) onSnapshot(data.snapshot);
    if (data.state) onState(data.state);
  };
  port.start();
  hello();
  document.addEventListener("visibilitychange", () => document.hidden || hello(), { signal });
  window.addEventListener("online", hello, { signal });
  window.addEventListener("pagehide", () => port.postMessage("bye"), { signal });
  window.addEventListener("pageshow", hello, { signal });
  return () => {
    if (signal.aborted) return false;
    clearTimeout(timer);
    port.onmessage = null;
    over.abort();
    return true;
  };
}

function followAlone(startRevision, onSnapshot, onState) {
  const line = new Line(onSnapshot, onState, startRevision);
  const look = () => (document.hidden ? line.close() : line.wake());
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", () => line.wake());
  window.addEventListener("pageshow", look);
  look();
}
