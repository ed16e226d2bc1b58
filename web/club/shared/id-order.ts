/** Whether an id was given before another: ids are decimal and in the order of time. */
export const isBefore = (one: string, other: string): boolean =>
  one.length < other.length || (one.length === other.length && one < other);
