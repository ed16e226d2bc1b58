import { randomInt } from "node:crypto";

/** 2015-01-01: keeps ids at 19 digits, and below 2^63 until 2084. */
const START = 1_420_070_400_000;
/** Tells processes apart without a shared sequence. */
const node = BigInt(randomInt(1 << 12));
let lastMs = 0;
let count = 0;

/**
 * A new id: 19 decimal digits whose text order is their order in time. 41 bits of ms,
 * 12 of process, 10 of count. Uses the machine's time, not the settable clock, so that
 * a clock set back by a test never repeats one.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    count = 0;
  } else if (++count === 1 << 10) {
    lastMs++; // more than 1,024 in one ms: borrow the next
    count = 0;
  }
  return String((BigInt(lastMs - START) << 22n) | (node << 10n) | BigInt(count));
}
