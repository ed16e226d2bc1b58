import { sha256 } from "@noble/hashes/sha2.js";

/** Task as the challenge defines it (contract/captcha/captcha.ts, `proofOfWork`). */
export type ProofOfWorkTask = { readonly seed: string; readonly count: number; readonly bits: number };

const HASHES_A_SLICE = 4096;

/**
 * Solves the puzzles one by one, pausing after each slice of some milliseconds. @yields the number of solved
 * puzzles
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
/** An integer as ASCII digits; faster than TextEncoder, which matters for millions of calls. */
function digits(value: number): Uint8Array {
  const text = String(value);
  for (let at = 0; at < text.length; at++) buffer[at] = text.charCodeAt(at);
  return buffer.subarray(0, text.length);
}
