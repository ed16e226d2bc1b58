import type { Refusal } from "#contract/core/errors.ts";

/** Text of a refusal for the person: the first field's error, which names what is wrong, or the message. */
export const refusalText = ({ fields, message }: Pick<Refusal, "fields" | "message">): string =>
  Object.values(fields)[0] ?? message;
