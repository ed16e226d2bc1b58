import type { Send } from "#contract/call.ts";
import type { Challenge } from "#contract/captcha.ts";
import { Refusal } from "#contract/errors.ts";
import { checkChallenge, createChallenge, minutesToWait, nextChallenge, type Ask } from "./api.ts";
import type { Event } from "./captcha-state.ts";
import type { Step } from "./drag-track.ts";
import type { Work } from "./proof-of-work.ts";
import { startSolving, type Solving } from "./solver.ts";

/** How long a failure is shown before the next puzzle, ms. */
const FAILED_SHOWN = 1_000;

export type Move = {
  readonly x: number;
  readonly track: Step[];
  readonly way: "pointer" | "keyboard" | "work";
  /** ms; null by keyboard or without a picture */
  readonly duration: number | null;
};

const eventOf = (error: unknown): Event =>
  error instanceof Refusal && error.refusal === "tooMany"
    ? { type: "locked", minutesToWait: minutesToWait(error) }
    : { type: "unloaded" };

/**
 * The course of one captcha: a puzzle, its proof of work while the person drags, the check, and
 * after a failure the next puzzle. Tells everything as events.
 */
export class CaptchaCourse {
  readonly #ask: Ask;
  readonly #send: Send;
  readonly #tell: (event: Event) => void;
  #solving: Solving | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was begun; the answer to an older one is ignored. */
  #turn = 0;
  constructor(ask: Ask, send: Send, tell: (event: Event) => void) {
    this.#ask = ask;
    this.#send = send;
    this.#tell = tell;
  }

  /** Asks for a puzzle, with a picture or without. */
  async load(way: "pointer" | "work"): Promise<void> {
    const turn = this.#begin();
    this.#tell({ type: "load" });
    try {
      const challenge = await createChallenge(this.#send, this.#ask, way);
      if (turn === this.#turn) this.#start(challenge);
    } catch (error) {
      if (turn === this.#turn) this.#tell(eventOf(error));
    }
  }

  /** A piece moved by keyboard asks for more work; called at the first key. */
  workMore({ proofOfWork: { seed, count, keyboardBits } }: Challenge): void {
    this.#work({ seed, count, bits: keyboardBits });
  }

  /** Has a solution judged, once its work is done. */
  async check(challenge: Challenge, { x, track, way, duration }: Move): Promise<void> {
    const turn = ++this.#turn;
    this.#tell({ type: "check" });
    try {
      const nonces = (await this.#solving?.nonces) ?? [];
      if (turn !== this.#turn) return;
      const verifyId = await checkChallenge(this.#send, challenge, { x, track, way, nonces });
      if (turn === this.#turn) this.#tell({ type: "passed", verifyId, duration });
    } catch (error) {
      if (turn !== this.#turn) return;
      if (error instanceof Refusal && error.refusal === "captchaFailed")
        this.#fail(challenge, nextChallenge(error));
      else this.#tell(eventOf(error));
    }
  }

  /** Forgets whatever is under way. */
  stop(): void {
    this.#begin();
  }

  #begin(): number {
    clearTimeout(this.#timer);
    this.#solving?.stop();
    return ++this.#turn;
  }
  #start(challenge: Challenge): void {
    this.#tell({ type: "loaded", challenge });
    this.#work(challenge.proofOfWork);
    if (challenge.way === "work")
      void this.check(challenge, { x: 0, track: [], way: "work", duration: null });
  }
  #work(work: Work): void {
    this.#solving?.stop();
    this.#solving = startSolving(work, (solved) => this.#tell({ type: "solved", solved }));
  }
  #fail({ way }: Challenge, next: Challenge | null): void {
    this.#begin();
    this.#tell({ type: "failed" });
    // Without a picture the person says when to go on: nothing should work on and on unasked.
    if (way === "work") return;
    this.#timer = setTimeout(() => (next ? this.#start(next) : void this.load("pointer")), FAILED_SHOWN);
  }
}
