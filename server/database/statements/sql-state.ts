/** What PostgreSQL refuses, by its SQLSTATE, as both drivers report it. */
const states = { duplicate: "23505", deadlock: "40P01", locked: "55P03" } as const;

const stateOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** Whether the database refused for one of these reasons. */
export const hasSqlState = (error: unknown, ...reasons: readonly (keyof typeof states)[]): boolean => {
  const state = stateOf(error);
  return reasons.some((reason) => state === states[reason]);
};

/**
 * Whether the database refused a statement for one of its rows, so that the others may be written without it: a
 * value that cannot be (class 22), a constraint (23), such as a person who is no more; or for somebody who held a row
 * and waited for another one of it (a deadlock, which is over by then).
 */
export const isRowError = (error: unknown): boolean => {
  const state = stateOf(error);
  return typeof state === "string" && /^(2[23]...|40P01)$/.test(state);
};
