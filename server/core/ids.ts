import { randomInt } from "node:crypto";
import { Refusal } from "#contract/core/errors.ts";

/** Epoch of ids, 2015-01-01: keeps them at 19 digits, and below 2^63 until 2084. */
const START = 1_420_070_400_000;
/** Number of different process numbers: 12 bits. */
export const PROCESS_NUMBERS = 1 << 12;

/** A number that this process holds alone in its installation (server/database/process-number). */
export type ProcessNumber = {
  readonly number: number;
  /** Whether no other process can have taken the number. @param now Date.now() */
  isHeld(now: number): boolean;
};

/** Numbers in use, the newest last: a process of tests holds one for each of its servers. */
const held: ProcessNumber[] = [];
/** Replaces the leased number where there is no database that could give one: unit tests, benches. */
const unleased: ProcessNumber = { number: randomInt(PROCESS_NUMBERS), isHeld: () => true };
let current = unleased;
let lastMs = 0;
let count = 0;

/** Creates ids with this number from now on. @returns ends that; the number held before is used again */
export function adoptProcessNumber(number: ProcessNumber): () => void {
  held.push(number);
  current = number;
  return () => {
    held.splice(held.indexOf(number), 1);
    current = held.at(-1) ?? unleased;
  };
}

/** The number that ids of this process contain now. */
export const currentProcessNumber = (): number => current.number;

/**
 * Creates an id of 19 decimal digits, whose text order is their order in time: 41 bits of ms, 12 of the process, 10 of a
 * counter. Uses the machine's time instead of the settable clock, so that a test that sets the clock back repeats none.
 * @throws Refusal "unreachable" while the process number's lease is over: another process may use the number
 */
export function newId(): string {
  const now = Date.now();
  if (!current.isHeld(now)) throw new Refusal("unreachable");
  if (now > lastMs) {
    lastMs = now;
    count = 0;
  } else if (++count === 1 << 10) {
    // Borrows the next millisecond after 1,024 ids in one.
    lastMs++;
    count = 0;
  }
  return String((BigInt(lastMs - START) << 22n) | BigInt((current.number << 10) | count));
}
