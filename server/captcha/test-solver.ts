import { hash } from "node:crypto";
import { SUB_PUZZLES } from "./proof-of-work.ts";

/** Solves a proof of work for tests; implemented independently of the check. */
export function solveWork(seed: string, bits: number): number[] {
  return Array.from({ length: SUB_PUZZLES }, (_, index) => {
    for (let nonce = 0; ; nonce++) {
      // Uses hex text, because a buffer for each of a million hashes would take twice the time.
      const start = Number.parseInt(hash("sha256", `${seed}:${index}:${nonce}`, "hex").slice(0, 8), 16);
      if (start >>> (32 - bits) === 0) return nonce;
    }
  });
}
