import { sha256 } from "@noble/hashes/sha2.js";

/** As the challenge says it (contract/captcha/captcha.ts, `proofOfWork`). */
export type ProofOfWorkTask = { readonly seed: string; readonly count: number; readonly bits: number };

const HASHES_A_SLICE = 4096;

/**
 * Solves puzzle after puzzle, pausing after each slice of some milliseconds.
 * @yields how many puzzles are solved
 * @returns the nonces
 */
export function* solveInSlices({ seed, count, bits }: ProofOfWorkTask): Generator<number, number[]> {
  const nonces: number[] = [];
  const digest = new Uint8Array(32);
  const firstBits = new DataView(digest.buffer);
  let hashes = 0;
  for (let index = 0; index < count; index++) {
    const start = sha256.create().update(new TextEncoder().encode(`${seed}:${index}:`));
    const hash = start.clone();
    for (let nonce = 0; ; nonce++) {
      start._cloneInto(hash).update(digits(nonce)).digestInto(digest);
      if (Math.clz32(firstBits.getUint32(0)) >= bits) {
        nonces.push(nonce);
        break;
      }
      if (++hashes % HASHES_A_SLICE === 0) yield nonces.length;
    }
    yield nonces.length;
  }
  return nonces;
}

const buffer = new Uint8Array(16);
/** A whole number as ASCII digits; quicker than TextEncoder, which counts at millions. */
function digits(value: number): Uint8Array {
  const text = String(value);
  for (let at = 0; at < text.length; at++) buffer[at] = text.charCodeAt(at);
  return buffer.subarray(0, text.length);
}
