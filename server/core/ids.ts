import { randomInt } from "node:crypto";

/** Epoch of ids, 2015-01-01: keeps them at 19 digits, and below 2^63 until 2084. */
const START = 1_420_070_400_000;
/** Distinguishes processes without a shared sequence. */
const node = BigInt(randomInt(1 << 12));
let lastMs = 0;
let count = 0;

/**
 * Creates an id of 19 decimal digits, whose text order is their order in time: 41 bits of ms, 12 of the process, 10 of a
 * counter. Uses the machine's time instead of the settable clock, so that a test that sets the clock back repeats none.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    count = 0;
  } else if (++count === 1 << 10) {
    // Borrows the next millisecond after 1,024 ids in one.
    lastMs++;
    count = 0;
  }
  return String((BigInt(lastMs - START) << 22n) | (node << 10n) | BigInt(count));
}
