import { Refusal } from "#contract/core/errors.ts";
import { activityMessages } from "../messages.ts";

/** Where a list goes on: after the row with this key and id, in the order as of `at`. */
export type NearbyCursor = {
  /** The first page's time, so that the order stays the same while pages are read; ms. */
  readonly at: number;
  /** 0: what is still on; 1: what has ended, which comes last. */
  readonly phase: 0 | 1;
  /** Metres or seconds, by the order. */
  readonly key: number;
  readonly id: string;
};

export const encodeNearbyCursor = ({ at, phase, key, id }: NearbyCursor): string =>
  Buffer.from(`${at}.${phase}.${key}.${id}`).toString("base64url");

/** @throws Refusal "invalid" for anything that `writeCursor` did not make */
export function decodeNearbyCursor(text: string): NearbyCursor {
  const found = /^(\d{13})\.([01])\.(-?\d{1,15})\.(\d{1,19}|)$/.exec(
    Buffer.from(text, "base64url").toString(),
  );
  if (!found) throw new Refusal("invalid", { fields: { cursor: activityMessages.brokenCursor } });
  return { at: Number(found[1]), phase: found[2] === "1" ? 1 : 0, key: Number(found[3]), id: found[4] ?? "" };
}
