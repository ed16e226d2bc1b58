import { Refusal } from "#contract/core/errors.ts";
import { activityMessages } from "../messages.ts";

/** Position in a list: after the row with this key and id. */
export type NearbyCursor = {
  /** Time of the first page, ms; keeps the order stable while pages are read. */
  readonly at: number;
  /** 0: current activities; 1: ended ones, which come last */
  readonly phase: 0 | 1;
  /** Metres or seconds, depending on the sort order. */
  readonly key: number;
  readonly id: string;
};

export const encodeNearbyCursor = ({ at, phase, key, id }: NearbyCursor): string =>
  Buffer.from(`${at}.${phase}.${key}.${id}`).toString("base64url");

/** @throws Refusal "invalid" for a text that `encodeNearbyCursor` did not create */
export function decodeNearbyCursor(text: string): NearbyCursor {
  const found = /^(\d{13})\.([01])\.(-?\d{1,15})\.(\d{1,19}|)$/.exec(
    Buffer.from(text, "base64url").toString(),
  );
  if (!found) throw new Refusal("invalid", { fields: { cursor: activityMessages.brokenCursor } });
  return { at: Number(found[1]), phase: found[2] === "1" ? 1 : 0, key: Number(found[3]), id: found[4] ?? "" };
}
