import type { CallResponse } from "../request.ts";
import type { GuardRemoval } from "../races/guard-removal.ts";
import type { RaceEnvironment } from "../races/race-environment.ts";

/** A limit that twice as many actions as it leaves try to exceed at once, on two servers. */
export type LimitRace = {
  /** Name that rows of the table of limits refer to. */
  readonly name: string;
  /** Actions that are left. */
  readonly left: number;
  /** Removal of the guard that keeps the limit. */
  readonly guardRemoval: GuardRemoval;
  /** Prepares a new subject of the limit, with `left` actions, and tries so many at once. @returns how many succeed */
  fire(field: RaceEnvironment, times: number): Promise<number>;
};

/** Runs so many actions at once, alternating between the servers. */
export const atOnce = <T>(times: number, each: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_none, at) => each(at)));
export const countSuccesses = (answers: readonly CallResponse<unknown>[]): number =>
  answers.filter(({ code }) => code === "00").length;
/** Rewrites the guard's clause of a statement. */
export const rewritten = (from: RegExp, to: string): GuardRemoval => ({
  rewrite: (statement) => statement.replace(from, to),
});
