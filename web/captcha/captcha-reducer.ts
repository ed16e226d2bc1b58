import type { CaptchaChallenge } from "#contract/captcha/captcha.ts";

/**
 * loading: requested, or picture not displayed yet · ready · moving · checking · working (no picture: the
 * device computes) · failed: displayed before the next puzzle · unloaded: network or server failure · locked:
 * too many attempts · passed.
 */
export type CaptchaPhase =
  | "loading"
  | "ready"
  | "moving"
  | "checking"
  | "working"
  | "failed"
  | "unloaded"
  | "locked"
  | "passed";
export type CaptchaState = {
  readonly phase: CaptchaPhase;
  readonly challenge: CaptchaChallenge | null;
  /** Left edge of the piece, px of a 320 px wide picture. */
  readonly x: number;
  /** Whether the previous puzzle failed. */
  readonly isRepeat: boolean;
  /** Number of solved proof-of-work puzzles. */
  readonly solved: number;
  readonly minutesToWait: number | null;
  /** Time the picture was displayed, ms on the clock of events. */
  readonly shownTime: number;
  /** Duration of the successful drag, ms; null by keyboard or without a picture. */
  readonly duration: number | null;
  /** Verification id; null until solved. */
  readonly verifyId: string | null;
};
export type CaptchaEvent =
  | { readonly type: "load" }
  | { readonly type: "loaded"; readonly challenge: CaptchaChallenge }
  | { readonly type: "shown"; readonly time: number }
  | { readonly type: "moved"; readonly x: number; readonly isHeld: boolean }
  | { readonly type: "check" }
  | { readonly type: "solved"; readonly solved: number }
  | { readonly type: "failed" }
  | { readonly type: "unloaded" }
  | { readonly type: "locked"; readonly minutesToWait: number | null }
  | { readonly type: "passed"; readonly verifyId: string; readonly duration: number | null };

export const initialCaptchaState: CaptchaState = {
  phase: "loading",
  challenge: null,
  x: 0,
  isRepeat: false,
  solved: 0,
  minutesToWait: null,
  shownTime: 0,
  duration: null,
  verifyId: null,
};

/** Next state of the sheet. */
export function captchaReducer(state: CaptchaState, event: CaptchaEvent): CaptchaState {
  switch (event.type) {
    case "load":
      return { ...initialCaptchaState, isRepeat: state.isRepeat };
    case "loaded": {
      const phase = event.challenge.way === "work" ? "working" : "loading";
      return { ...initialCaptchaState, isRepeat: state.isRepeat, challenge: event.challenge, phase };
    }
    case "shown":
      return state.phase === "loading" ? { ...state, phase: "ready", shownTime: event.time } : state;
    case "moved":
      return { ...state, phase: event.isHeld ? "moving" : "ready", x: event.x };
    case "check":
      return state.phase === "working" ? state : { ...state, phase: "checking" };
    case "solved":
      return { ...state, solved: event.solved };
    case "failed":
      return { ...state, phase: "failed", isRepeat: true };
    case "unloaded":
      return { ...state, phase: "unloaded", challenge: null };
    case "locked":
      return { ...state, phase: "locked", challenge: null, minutesToWait: event.minutesToWait };
    case "passed":
      return { ...state, phase: "passed", verifyId: event.verifyId, duration: event.duration };
  }
}

/** Largest x position of the piece, px. */
export const maxPieceX = ({ width, pieceWidth }: CaptchaChallenge): number => width - pieceWidth;
