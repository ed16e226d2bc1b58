import { sha256 } from "../core/secrets.ts";

/** Number of sub-puzzles of a proof of work: the time for many small ones varies less than that of one big one. */
export const SUB_PUZZLES = 16;
const MIN_BITS = 12;
const MAX_BITS = 18;
/** Additional bits without a picture, and for the keyboard, for which the track is not checked. */
const EXTRA_BITS = 2;
/** Minimum without a picture for a text message, where there is no second factor yet. */
const SMS_BITS = 16;

/** Difficulty of a proof in leading zero bits: for a pointer, for a keyboard, and without a picture. */
export function bitsFor(risk: number, isSms: boolean): { pointer: number; keyboard: number; work: number } {
  const pointer = Math.min(MAX_BITS, MIN_BITS + risk);
  const harder = Math.min(MAX_BITS, pointer + EXTRA_BITS);
  return { pointer, keyboard: harder, work: isSms ? Math.max(SMS_BITS, harder) : harder };
}

/** Leading zero bits of a hex digest, at most 32. */
const leadingZeros = (hex: string): number => Math.clz32(Number.parseInt(hex.slice(0, 8), 16));

/** Whether every nonce solves its sub-puzzle (contract/captcha/captcha.ts, `proofOfWork`). */
export const isProofOfWorkValid = (seed: string, bits: number, nonces: readonly number[]): boolean =>
  nonces.length === SUB_PUZZLES &&
  nonces.every((nonce, index) => leadingZeros(sha256(`${seed}:${index}:${nonce}`)) >= bits);
