import { Refusal } from "#contract/core/errors.ts";

/** Position after a row of a list that is ordered by a time (ms) and an id. */
export type PagePosition = { readonly time: number; readonly id: string };

/** Writes a position as a cursor; it has no personal data. */
export const encodePosition = ({ time, id }: PagePosition): string =>
  Buffer.from(`${time}.${id}`).toString("base64url");

/** @throws Refusal "invalid" for a text that `encodePosition` did not write */
export function decodePosition(text: string | undefined): PagePosition | null {
  if (text === undefined) return null;
  const found = /^(\d{12,14})\.(\d{1,19})$/.exec(Buffer.from(text, "base64url").toString());
  if (!found) throw new Refusal("invalid");
  return { time: Number(found[1]), id: found[2] ?? "" };
}

/** Parses the moment of a list, which is that of its first page. @throws Refusal "invalid" */
export function momentOf(text: string | undefined, now: number): Date {
  const moment = text === undefined ? new Date(now) : new Date(text);
  // A moment ahead would show the states of a time that has not come.
  if (Number.isNaN(moment.getTime()) || moment.getTime() > now + 1_000) throw new Refusal("invalid");
  return moment;
}
