/** Whether an id is older than another: ids are decimal strings that are ordered by time. */
export const isBefore = (one: string, other: string): boolean =>
  one.length < other.length || (one.length === other.length && one < other);
