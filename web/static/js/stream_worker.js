// The one stream of this browser: every open page hangs on it.

import { Line } from "./line.js";

const ALIVE_MS = 10000;

const ports = new Set();
let latest = null;
let state = null;

function tell(message) {
  for (const port of ports) port.postMessage(message);
}

const line = new Line(
  (snapshot) => {
    latest = snapshot;
    tell({ snapshot });
  },
  (now) => {
    if (now !== state) tell({ state: now });
    state = now;
  },
);

// Also while the table is silent: a page whose worker has died opens a line of its own.
setInterval(() => tell({}), ALIVE_MS);

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data === "bye") {
      ports.delete(port);
      if (ports.size === 0) line.close();
      return;
    }
    ports.add(port);
    line.wake();
    port.postMessage(latest ? { snapshot: latest, state: state || "live" } : {}); // it is here
  };
  port.start();
};
