// Asks the bot, and hears from it when something has changed.

const PATIENCE = 30_000; // milliseconds that an answer may take
const SILENCE = 4_500; // the bot says every 2.5 seconds that it's there
export const AGAIN = 1_000; // before the first new try
const SLOWER = 1.4; // each further try comes so much later
const RAREST = 4_000;

// The bot has understood, and says no: "status" and a sentence.
export class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

// Throws Refused, and any other error where there is no connection.
export async function ask(path, body, signal = AbortSignal.timeout(PATIENCE)) {
  const options = { cache: "no-cache", credentials: "same-origin", signal };
  if (body) Object.assign(options, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await fetch(`api/${path}`, options);
  const data = await answer.json().catch(() => null);
  if (answer.status >= 500 || data === null) throw new Error(`no answer: ${answer.status}`);
  if (!answer.ok) throw new Refused(answer.status, data.error);
  return data;
}

// Keeps a connection as long as the page is there. "refresh" gets what is shown: after each change, and whenever a
// connection begins, so that nothing is missed between two. It throws what "ask" does.
export class Live {
  constructor({ refresh, games, state, refused }) {
    Object.assign(this, { refresh, games, state, refused, path: null, isStale: false, pause: AGAIN });
    for (const name of ["online", "pageshow"]) addEventListener(name, () => this.wake());
    addEventListener("offline", () => this.lost());
    addEventListener("pagehide", () => this.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
  }

  // Listens to what happens to one game, and to all of them if there is none.
  open(path) {
    this.path = path;
    this.connect();
    this.update(); // sooner than the connection
  }

  connect() {
    this.close();
    this.asking?.abort(); // it may wait for an answer from before the gap
    if (this.path === null) return;
    const source = (this.source = new EventSource(`api/${this.path}`));
    const heard = () => {
      this.heardAt = Date.now();
      clearTimeout(this.silent);
      this.silent = setTimeout(() => this.lost(0), SILENCE); // it has waited long enough
    };
    heard();
    source.onopen = () => {
      heard();
      this.pause = AGAIN;
      this.update(); // what is asked for from now on misses nothing
      this.games();
    };
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      this.lost();
      if (isRefused) this.update(); // which learns why
    };
    source.addEventListener("alive", heard);
    source.addEventListener("game", (event) => {
      heard();
      this.update(JSON.parse(event.data).version);
    });
    source.addEventListener("games", () => {
      heard();
      this.games();
    });
  }

  // Gets what is stored, and once more if that has changed meanwhile.
  async update(version) {
    if (this.updating) {
      this.isStale = true;
      return this.updating;
    }
    this.updating = this.updated(version);
    try {
      return await this.updating;
    } finally {
      this.updating = null;
    }
  }

  async updated(version) {
    try {
      do {
        this.isStale = false;
        this.asking = new AbortController();
        const late = setTimeout(() => this.lost(0), PATIENCE); // the answer got lost
        await this.refresh(version, this.asking.signal).finally(() => clearTimeout(late));
        version = undefined;
      } while (this.isStale);
      this.state(true);
    } catch (error) {
      if (this.asking.signal.aborted) return; // asked again when the new connection is there
      if (error instanceof Refused && error.status !== 429) {
        this.path = null;
        this.close();
        this.refused(error);
      } else this.lost();
    }
  }

  lost(pause = this.pause) {
    this.close();
    if (this.path === null) return;
    this.state(false);
    this.again = setTimeout(() => this.connect(), pause * (1 + Math.random() / 4));
    this.pause = Math.min(this.pause * SLOWER, RAREST);
  }

  // After a sleep a connection may look alive and be dead.
  wake() {
    if (this.path === null) return;
    if (!this.source || Date.now() - this.heardAt > SILENCE / 2) this.connect();
    else this.update();
  }

  close() {
    clearTimeout(this.again);
    clearTimeout(this.silent);
    this.source?.close();
    this.source = null;
  }
}
