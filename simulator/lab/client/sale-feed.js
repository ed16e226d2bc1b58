// @ts-check

/** @typedef {import("./sale-figures.js").Point} Point */
/** @typedef {import("../../sale-room/crowd.ts").CrowdState} CrowdState */
/** @typedef {{activityId: string, title: string | null, from: number, to: number, arrived: number, accepted: number}} Sale */
/** @typedef {{points: (points: Point[]) => void, crowd: (state: CrowdState) => void, state: (state: "live" | "polling" | "lost") => void}} Listeners */

/** Interval of polling while the stream does not connect, ms. */
const POLL_INTERVAL_MS = 2_000;
/** Failed connections after which the feed changes to polling. */
const MAX_STREAM_FAILURES = 2;
/** Time of polling before the stream is tried again, ms. */
const POLLING_PERIOD_MS = 20_000;

/**
 * Reads data of the sale room.
 * @param {string} path
 * @returns {Promise<any>} its data
 */
export async function readSaleData(path) {
  const response = await fetch(`/lab/sale/${path}`, { cache: "no-store" });
  const { data, message } = await response.json();
  if (!response.ok) throw new Error(`${message}（${response.status}）`);
  return data;
}

/**
 * Seconds of a running sale: from the event stream, or by polling every two seconds if the stream does not
 * connect.
 */
export class SaleFeed {
  /** @param {string} activityId @param {number} from @param {Listeners} listeners */
  constructor(activityId, from, listeners) {
    this.activityId = activityId;
    this.from = from;
    this.listeners = listeners;
    this.failures = 0;
    /** @type {EventSource | null} */
    this.stream = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.isClosed = false;
    this.#open();
  }
  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.stream?.close();
  }
  #open() {
    if (this.isClosed) return;
    const stream = new EventSource(`/lab/sale/stream?activityId=${this.activityId}`);
    this.stream = stream;
    stream.addEventListener("open", () => {
      this.failures = 0;
      this.listeners.state("live");
      // Fetches the seconds missed while disconnected.
      void this.#fetchSeconds();
    });
    stream.addEventListener("seconds", ({ data }) => this.#accept(JSON.parse(data)));
    stream.addEventListener("crowd", ({ data }) => this.listeners.crowd(JSON.parse(data)));
    stream.addEventListener("error", () => {
      if (this.isClosed) return;
      this.listeners.state("lost");
      if (++this.failures < MAX_STREAM_FAILURES && stream.readyState !== EventSource.CLOSED) return;
      stream.close();
      void this.#poll(Date.now() + POLLING_PERIOD_MS);
    });
  }
  /** @param {Point[]} points */
  #accept(points) {
    const last = points.at(-1);
    // The last few seconds may still grow.
    if (last) this.from = Math.max(this.from, last.second - 4);
    this.listeners.points(points);
  }
  /** @returns {Promise<boolean>} whether the server answered */
  async #fetchSeconds() {
    try {
      const { points, crowd } = await readSaleData(`seconds?activityId=${this.activityId}&from=${this.from}`);
      if (this.isClosed) return true;
      this.#accept(points);
      this.listeners.crowd(crowd);
      return true;
    } catch {
      return false;
    }
  }
  /** @param {number} until time of the next attempt to connect the stream */
  async #poll(until) {
    if (this.isClosed) return;
    const isReachable = await this.#fetchSeconds();
    if (this.isClosed) return;
    this.listeners.state(isReachable ? "polling" : "lost");
    if (Date.now() >= until) return this.#open();
    this.timer = setTimeout(() => void this.#poll(until), POLL_INTERVAL_MS);
  }
}
