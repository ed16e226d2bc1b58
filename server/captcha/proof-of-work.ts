import { sha256 } from "../core/secrets.ts";

/** How many sub-puzzles a proof of work has: many small ones take a steadier time than one big one. */
export const SUB_PUZZLES = 16;
const LEAST_BITS = 12;
const MOST_BITS = 18;
/** Without a picture, and for a piece moved by keyboard, whose pointer rules are skipped. */
const EXTRA_BITS = 2;
/** Without a picture, for a text message, where no second proof is possible yet. */
const SMS_BITS = 16;

/** How hard a proof is: leading zero bits for a pointer, a keyboard, and the way without a picture. */
export function bitsFor(risk: number, isSms: boolean): { pointer: number; keyboard: number; work: number } {
  const pointer = Math.min(MOST_BITS, LEAST_BITS + risk);
  const more = Math.min(MOST_BITS, pointer + EXTRA_BITS);
  return { pointer, keyboard: more, work: isSms ? Math.max(SMS_BITS, more) : more };
}

/** Leading zero bits of a hex digest, counted up to 32. */
const leadingZeros = (hex: string): number => Math.clz32(Number.parseInt(hex.slice(0, 8), 16));

/** Whether every nonce solves its sub-puzzle (contract/captcha/captcha.ts, `proofOfWork`). */
export const isProofOfWorkValid = (seed: string, bits: number, nonces: readonly number[]): boolean =>
  nonces.length === SUB_PUZZLES &&
  nonces.every((nonce, index) => leadingZeros(sha256(`${seed}:${index}:${nonce}`)) >= bits);
