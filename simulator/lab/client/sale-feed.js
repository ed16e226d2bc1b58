// @ts-check

/** @typedef {import("./sale-figures.js").Point} Point */
/** @typedef {import("../../sale-room/crowd.ts").CrowdState} CrowdState */
/** @typedef {{activityId: string, title: string | null, from: number, to: number, arrived: number, accepted: number}} Sale */
/** @typedef {{points: (points: Point[]) => void, crowd: (state: CrowdState) => void, state: (state: "live" | "polling" | "lost") => void}} Listeners */

/** How often seconds are asked for where no stream comes through, ms. */
const POLL = 2_000;
/** Failed attempts after which the stream is given up for a while. */
const TRIES = 2;
/** How long it is given up, ms. */
const REST = 20_000;

/**
 * Reads a path of the room.
 * @param {string} path
 * @returns {Promise<any>} its data
 */
export async function readSaleData(path) {
  const answer = await fetch(`/lab/sale/${path}`, { cache: "no-store" });
  const { data, message } = await answer.json();
  if (!answer.ok) throw new Error(`${message}（${answer.status}）`);
  return data;
}

/** The seconds of a sale as they come: by the stream, or asked for every two seconds where it does not come through. */
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
    this.isOver = false;
    this.#open();
  }
  close() {
    this.isOver = true;
    clearTimeout(this.timer);
    this.stream?.close();
  }
  #open() {
    if (this.isOver) return;
    const stream = new EventSource(`/lab/sale/stream?activityId=${this.activityId}`);
    this.stream = stream;
    stream.addEventListener("open", () => {
      this.failures = 0;
      this.listeners.state("live");
      // What was missed meanwhile.
      void this.#ask();
    });
    stream.addEventListener("seconds", ({ data }) => this.#take(JSON.parse(data)));
    stream.addEventListener("crowd", ({ data }) => this.listeners.crowd(JSON.parse(data)));
    stream.addEventListener("error", () => {
      if (this.isOver) return;
      this.listeners.state("lost");
      if (++this.failures < TRIES && stream.readyState !== EventSource.CLOSED) return;
      stream.close();
      void this.#poll(Date.now() + REST);
    });
  }
  /** @param {Point[]} points */
  #take(points) {
    const last = points.at(-1);
    // The last few may still grow.
    if (last) this.from = Math.max(this.from, last.second - 4);
    this.listeners.points(points);
  }
  /** @returns {Promise<boolean>} whether the server answered */
  async #ask() {
    try {
      const { points, crowd } = await readSaleData(`seconds?activityId=${this.activityId}&from=${this.from}`);
      if (this.isOver) return true;
      this.#take(points);
      this.listeners.crowd(crowd);
      return true;
    } catch {
      return false;
    }
  }
  /** @param {number} until when the stream is tried again */
  async #poll(until) {
    if (this.isOver) return;
    const isThere = await this.#ask();
    if (this.isOver) return;
    this.listeners.state(isThere ? "polling" : "lost");
    if (Date.now() >= until) return this.#open();
    this.timer = setTimeout(() => void this.#poll(until), POLL);
  }
}
