// The stream of snapshots. One per browser through a SharedWorker where there is one; else one per
// visible page, so that the seventh tab works like the first.

import { Line } from "./line.js";

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
  worker.port.onmessage = ({ data }) => {
    if (data.snapshot) onSnapshot(data.snapshot);
    if (data.state) onState(data.state);
  };
  worker.port.start();
  worker.onerror = () => followAlone(-1, onSnapshot, onState);
  const hello = () => worker.port.postMessage("hello");
  hello();
  document.addEventListener("visibilitychange", () => document.hidden || hello());
  window.addEventListener("online", hello);
  window.addEventListener("pagehide", () => worker.port.postMessage("bye"));
  window.addEventListener("pageshow", hello);
}

function followAlone(startRevision, onSnapshot, onState) {
  const line = new Line(onSnapshot, onState, startRevision);
  const look = () => (document.hidden ? line.close() : line.wake());
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", () => line.wake());
  window.addEventListener("pageshow", look);
  look();
}
