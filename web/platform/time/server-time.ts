import { HOME_PATH } from "../navigation/address.ts";

/** Differences below this are ignored, ms: the Date header has whole seconds, and answers take time. */
const TOLERANCE = 2_000;
/** Average of the fraction that the Date header cuts off, ms. */
const ROUNDING = 500;

/** The server's clock as far as known, so that a wrong phone clock has no effect (requirement K22). */
export class ServerTime {
  /** Server's time minus the phone's, ms. */
  #offset = 0;
  /** Source of the offset: none yet, the page (which may come from a cache), or an answer. */
  #source: "none" | "page" | "answer" = "none";
  #synchronizing: Promise<boolean> | null = null;
  readonly #listeners = new Set<() => void>();

  /** Ms since the epoch. */
  readonly now = (): number => Date.now() + this.#offset;

  /** Calls the listener when the time turns out to be different. @returns unsubscribe */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes the render time of the page, unless a better time is known. @param time ISO 8601 */
  readonly initialize = (time: string): void => {
    if (this.#source === "none") this.#set(Date.parse(time) - Date.now(), "page");
  };

  /** Takes the time of an answer's Date header. */
  readonly updateFromHeader = (date: string | null): void => {
    const time = date === null ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(time)) this.#set(time + ROUNDING - Date.now(), "answer");
  };

  /**
   * Asks the server for its time unless an answer has given it. A rendered page is up to half a minute old in
   * the server's cache, and up to a day in the browser's.
   * @returns whether the server answered
   */
  readonly synchronize = (): Promise<boolean> => {
    if (this.#source === "answer") return Promise.resolve(true);
    this.#synchronizing ??= fetch(HOME_PATH, { method: "HEAD", cache: "no-store" })
      .then(
        ({ headers }) => this.updateFromHeader(headers.get("date")),
        () => this.#guess(),
      )
      .then(() => {
        this.#synchronizing = null;
        return this.#source === "answer";
      });
    return this.#synchronizing;
  };

  /** Uses the phone's time when it is later than the page's, which is the lower limit without an answer. */
  #guess(): void {
    if (this.#source === "page" && this.#offset < 0) this.#set(0, "page");
  }

  #set(offset: number, source: "page" | "answer"): void {
    const hasChanged = this.#source !== source || Math.abs(offset - this.#offset) > TOLERANCE;
    this.#source = source;
    if (!hasChanged) return;
    this.#offset = offset;
    for (const listener of this.#listeners) listener();
  }
}

/** The server time of this page. */
export const serverTime = new ServerTime();
