/** SQLSTATEs of errors, as both drivers report them. */
const states = {
  duplicate: "23505",
  missing: "23503",
  deadlock: "40P01",
  locked: "55P03",
  readOnly: "25006",
} as const;

const stateOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** Whether the database failed for one of these reasons. */
export const hasSqlState = (error: unknown, ...reasons: readonly (keyof typeof states)[]): boolean => {
  const state = stateOf(error);
  return reasons.some((reason) => state === states[reason]);
};

/**
 * Whether the database rejected a statement because of one row, so that the others may be written without it:
 * invalid data (class 22), a constraint (23), such as a deleted person, or a deadlock with another
 * transaction on one of the rows, which is over by then.
 */
export const isRowError = (error: unknown): boolean => {
  const state = stateOf(error);
  return typeof state === "string" && /^(2[23]...|40P01)$/.test(state);
};
