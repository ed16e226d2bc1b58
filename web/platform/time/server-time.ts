import { HOME_PATH } from "../navigation/address.ts";

/** Answers are dated to the second, cut off, and take their time: less than this is no news, ms. */
const BLUR = 2_000;
/** What was cut off, on average. */
const CUT = 500;

/** The server's clock as far as it is known, so that a wrong phone clock changes nothing (requirement K22). */
export class ServerTime {
  /** Server's time minus the phone's, ms. */
  #offset = 0;
  /** Where it comes from: nothing yet, the page (which may come out of a cache), or an answer. */
  #source: "nothing" | "page" | "answer" = "nothing";
  #asking: Promise<boolean> | null = null;
  readonly #listeners = new Set<() => void>();

  /** Ms since the epoch. */
  readonly now = (): number => Date.now() + this.#offset;

  /** Called when it turns out to be another one. @returns stops it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes the time that a page was rendered at, where nothing has told a better one yet; ISO 8601. */
  readonly initialize = (time: string): void => {
    if (this.#source === "nothing") this.#set(Date.parse(time) - Date.now(), "page");
  };

  /** Learns it from an answer's Date header. */
  readonly updateFromHeader = (date: string | null): void => {
    const time = date === null ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(time)) this.#set(time + CUT - Date.now(), "answer");
  };

  /**
   * Asks the server what time it is, once while nothing has told. A rendered page is up to half a
   * minute old in the server's own cache, and up to a day in the browser's.
   * @returns whether the server answered
   */
  readonly synchronize = (): Promise<boolean> => {
    if (this.#source === "answer") return Promise.resolve(true);
    this.#asking ??= fetch(HOME_PATH, { method: "HEAD", cache: "no-store" })
      .then(
        ({ headers }) => this.updateFromHeader(headers.get("date")),
        () => this.#guess(),
      )
      .then(() => {
        this.#asking = null;
        return this.#source === "answer";
      });
    return this.#asking;
  };

  /** Without an answer the page's time is the least it can be; a phone that says later is believed. */
  #guess(): void {
    if (this.#source === "page" && this.#offset < 0) this.#set(0, "page");
  }

  #set(offset: number, source: "page" | "answer"): void {
    const isNews = this.#source !== source || Math.abs(offset - this.#offset) > BLUR;
    this.#source = source;
    if (!isNews) return;
    this.#offset = offset;
    for (const listener of this.#listeners) listener();
  }
}

/** The page's one. */
export const serverTime = new ServerTime();
