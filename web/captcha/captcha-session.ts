import type { Send } from "#contract/core/call.ts";
import type { CaptchaChallenge } from "#contract/captcha/captcha.ts";
import { Refusal } from "#contract/core/errors.ts";
import {
  checkChallenge,
  createChallenge,
  minutesToWait,
  challengeInRefusal,
  type CaptchaRequest,
} from "./api.ts";
import type { CaptchaEvent } from "./captcha-reducer.ts";
import type { DragStep } from "./puzzle/drag-track.ts";
import type { ProofOfWorkTask } from "./proof-of-work/proof-of-work.ts";
import { startSolving, type SolvingJob } from "./proof-of-work/solver.ts";

/** Duration of the failure message before the next puzzle, ms. */
const FAILURE_DURATION = 1_000;

export type CaptchaAnswer = {
  readonly x: number;
  readonly track: DragStep[];
  readonly way: "pointer" | "keyboard" | "work";
  /** ms; null by keyboard or without a picture */
  readonly duration: number | null;
};

const failureEvent = (error: unknown): CaptchaEvent =>
  error instanceof Refusal && error.refusal === "tooMany"
    ? { type: "locked", minutesToWait: minutesToWait(error) }
    : { type: "unloaded" };

/**
 * Sequence of one captcha: a puzzle, its proof of work during the drag, the check, and the next puzzle after
 * a failure. Dispatches everything as events.
 */
export class CaptchaSession {
  readonly #request: CaptchaRequest;
  readonly #send: Send;
  readonly #dispatch: (event: CaptchaEvent) => void;
  #solving: SolvingJob | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the current step; answers to earlier steps are ignored. */
  #step = 0;
  constructor(request: CaptchaRequest, send: Send, dispatch: (event: CaptchaEvent) => void) {
    this.#request = request;
    this.#send = send;
    this.#dispatch = dispatch;
  }

  /** Requests a puzzle, with a picture or without. */
  async load(way: "pointer" | "work"): Promise<void> {
    const step = this.#begin();
    this.#dispatch({ type: "load" });
    try {
      const challenge = await createChallenge(this.#send, this.#request, way);
      if (step === this.#step) this.#start(challenge);
    } catch (error) {
      if (step === this.#step) this.#dispatch(failureEvent(error));
    }
  }

  /** Starts the larger proof of work that keyboard use requires; called on the first key. */
  startKeyboardWork({ proofOfWork: { seed, count, keyboardBits } }: CaptchaChallenge): void {
    this.#startWork({ seed, count, bits: keyboardBits });
  }

  /** Submits a solution once its proof of work is done. */
  async check(challenge: CaptchaChallenge, { x, track, way, duration }: CaptchaAnswer): Promise<void> {
    const step = ++this.#step;
    this.#dispatch({ type: "check" });
    try {
      const nonces = (await this.#solving?.nonces) ?? [];
      if (step !== this.#step) return;
      const verifyId = await checkChallenge(this.#send, challenge, { x, track, way, nonces });
      if (step === this.#step) this.#dispatch({ type: "passed", verifyId, duration });
    } catch (error) {
      if (step !== this.#step) return;
      if (error instanceof Refusal && error.refusal === "captchaFailed")
        this.#fail(challenge, challengeInRefusal(error));
      else this.#dispatch(failureEvent(error));
    }
  }

  /** Cancels everything in progress. */
  stop(): void {
    this.#begin();
  }

  #begin(): number {
    clearTimeout(this.#timer);
    this.#solving?.stop();
    return ++this.#step;
  }
  #start(challenge: CaptchaChallenge): void {
    this.#dispatch({ type: "loaded", challenge });
    this.#startWork(challenge.proofOfWork);
    if (challenge.way === "work")
      void this.check(challenge, { x: 0, track: [], way: "work", duration: null });
  }
  #startWork(work: ProofOfWorkTask): void {
    this.#solving?.stop();
    this.#solving = startSolving(work, (solved) => this.#dispatch({ type: "solved", solved }));
  }
  #fail({ way }: CaptchaChallenge, next: CaptchaChallenge | null): void {
    this.#begin();
    this.#dispatch({ type: "failed" });
    // Without a picture the user starts each attempt: the device must not keep computing unasked.
    if (way === "work") return;
    this.#timer = setTimeout(() => (next ? this.#start(next) : void this.load("pointer")), FAILURE_DURATION);
  }
}
