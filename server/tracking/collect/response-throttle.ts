/** How long after a request of the mall it counts as busy, ms. */
const BUSY = 250;
/** So many requests within that time are a flood. */
const FLOOD = 250;
/** While the mall is busy: answers every so many ms, and how many at a time; some 2,000 a second. */
const TICK = 2;
const AT_ONCE = 4;
/** Answers that wait at most; whoever comes then is sent away at once. */
const WAITING_MOST = 4_000;

/**
 * The collector yields to the mall (requirement X15). A client that waits for its answer sends no
 * next event, so answers that come slowly slow down whoever sends much; nobody looks at them. As
 * long as nobody asks anything of the mall, they go out at once.
 */
export class ResponseThrottle {
  readonly #waiting: (() => void)[] = [];
  readonly #lastRequest: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isEnding = false;
  #taken = 0;
  #countedSince = -Infinity;
  /** Of the last whole span of time. */
  #takenBefore = 0;
  #floodedSince: number | null = null;

  /** @param lastRequest when the mall was last asked something, of performance.now() */
  constructor(lastRequest: () => number) {
    this.#lastRequest = lastRequest;
  }
  get isBusy(): boolean {
    return !this.#isEnding && performance.now() - this.#lastRequest() < BUSY;
  }

  /** For how long so many requests have come that taking them is enough to do, ms; null while they do not. */
  get floodedFor(): number | null {
    this.count(0);
    return this.#isEnding || this.#floodedSince === null ? null : performance.now() - this.#floodedSince;
  }
  /** So many requests came, paced or not. */
  count(more: number): void {
    const now = performance.now();
    if (now - this.#countedSince > BUSY) {
      this.#takenBefore = now - this.#countedSince > 2 * BUSY ? 0 : this.#taken;
      this.#taken = 0;
      this.#countedSince = now;
    }
    this.#taken += more;
    if (Math.max(this.#taken, this.#takenBefore) <= FLOOD) this.#floodedSince = null;
    else this.#floodedSince ??= now;
  }

  /** Answers now or later. @returns false where too many wait */
  take(answer: () => void): boolean {
    if (this.#waiting.length === 0 && !this.isBusy) {
      answer();
      return true;
    }
    if (this.#waiting.length >= WAITING_MOST) return false;
    this.#waiting.push(answer);
    this.#timer ??= setTimeout(() => this.#tick(), TICK);
    return true;
  }
  /** Nothing waits any more: the server ends. */
  end(): void {
    this.#isEnding = true;
    this.#tick();
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const count = this.isBusy ? AT_ONCE : this.#waiting.length;
    for (const answer of this.#waiting.splice(0, count)) answer();
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#tick(), TICK);
  }
}
