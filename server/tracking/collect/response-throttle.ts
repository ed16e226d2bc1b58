/** Time after another request of the server during which it counts as busy, ms. */
const BUSY_PERIOD = 250;
/** Number of tracking requests within that time that counts as a flood. */
const FLOOD_REQUESTS = 250;
/** While the server is busy: interval of responses in ms, and their number at a time; some 2,000 a second. */
const TICK = 2;
const RESPONSES_PER_TICK = 4;
/** Maximum of responses that wait; further requests are refused. */
const MAX_WAITING = 4_000;

/**
 * Delays responses of the collector while the server handles other requests (requirement X15). A client sends
 * its next event only after the response, so slow responses slow down clients that send much, which no person
 * notices. While there are no other requests, responses are sent at once.
 */
export class ResponseThrottle {
  readonly #waiting: (() => void)[] = [];
  readonly #lastRequest: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isEnding = false;
  #requests = 0;
  #periodStart = -Infinity;
  /** Number of requests of the previous period. */
  #previousRequests = 0;
  #floodStart: number | null = null;

  /** @param lastRequest time of the last request that is not for the collector, of performance.now() */
  constructor(lastRequest: () => number) {
    this.#lastRequest = lastRequest;
  }
  get isBusy(): boolean {
    return !this.#isEnding && performance.now() - this.#lastRequest() < BUSY_PERIOD;
  }

  /** Duration of the current flood of tracking requests, ms; null: there is none. */
  get floodDuration(): number | null {
    this.countRequests(0);
    return this.#isEnding || this.#floodStart === null ? null : performance.now() - this.#floodStart;
  }
  /** Counts tracking requests, for the detection of floods. */
  countRequests(count: number): void {
    const now = performance.now();
    if (now - this.#periodStart > BUSY_PERIOD) {
      this.#previousRequests = now - this.#periodStart > 2 * BUSY_PERIOD ? 0 : this.#requests;
      this.#requests = 0;
      this.#periodStart = now;
    }
    this.#requests += count;
    if (Math.max(this.#requests, this.#previousRequests) <= FLOOD_REQUESTS) this.#floodStart = null;
    else this.#floodStart ??= now;
  }

  /** Sends a response now or later. @returns false if too many wait */
  schedule(respond: () => void): boolean {
    if (this.#waiting.length === 0 && !this.isBusy) {
      respond();
      return true;
    }
    if (this.#waiting.length >= MAX_WAITING) return false;
    this.#waiting.push(respond);
    this.#timer ??= setTimeout(() => this.#tick(), TICK);
    return true;
  }
  /** Sends all waiting responses, since the server shuts down. */
  end(): void {
    this.#isEnding = true;
    this.#tick();
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const count = this.isBusy ? RESPONSES_PER_TICK : this.#waiting.length;
    for (const respond of this.#waiting.splice(0, count)) respond();
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#tick(), TICK);
  }
}
