// One EventSource that is replaced whenever it falls silent: a laptop that slept, a router that
// forgot the connection, a server that was started anew.

const SILENCE_MS = 25000; // the server beats every ten seconds

export class Line {
  constructor(onSnapshot, onState, revision = -1) {
    this.onSnapshot = onSnapshot;
    this.onState = onState;
    this.revision = revision;
    this.source = null;
    this.retry = 0;
    this.heardAt = 0;
    setInterval(() => this.watch(), 5000);
  }

  wake() {
    if (this.source === null || Date.now() - this.heardAt > SILENCE_MS) this.open();
  }

  open() {
    this.close();
    const source = new EventSource("/events");
    this.source = source;
    this.heardAt = Date.now();
    source.addEventListener("snapshot", (event) => {
      this.heard();
      const snapshot = JSON.parse(event.data);
      this.revision = snapshot.revision;
      this.onSnapshot(snapshot);
    });
    source.addEventListener("beat", () => this.heard());
    source.onerror = () => {
      this.onState("lost");
      if (source.readyState === EventSource.CLOSED) this.again();
    };
  }

  heard() {
    this.heardAt = Date.now();
    this.retry = 0;
    this.onState("live");
  }

  again() {
    this.close();
    this.retry = Math.min(this.retry + 1, 6);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), 500 * 2 ** this.retry);
  }

  watch() {
    if (this.source && Date.now() - this.heardAt > SILENCE_MS) {
      this.onState("lost");
      this.open();
    }
  }

  close() {
    this.source?.close();
    this.source = null;
  }
}
