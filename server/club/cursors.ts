import { Refusal } from "#contract/core/errors.ts";
import { clubMessages } from "./messages.ts";

const invalidCursor = () => new Refusal("invalid", { fields: { cursor: clubMessages.invalidCursor } });

/** Cursor of a list that is ordered by id: the last id of the page. */
const idCursor = (id: string): string => Buffer.from(`a${id}`).toString("base64url");
/** @throws Refusal "invalid" for text that `idCursor` did not create */
export function parseIdCursor(cursor: string): string {
  const found = /^a(\d{1,19})$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!found?.[1]) throw invalidCursor();
  return found[1];
}
/** Start of a list with the newest id first: no id is greater. */
export const MAX_ID = "9".repeat(19);

/**
 * One page of rows, with the cursor of the next page.
 * @param rows queried with a limit of `size + 1`, so that the extra row shows that there is a next page
 */
export function pageOfRows<R>(rows: readonly R[], size: number, idOf: (row: R) => string) {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > size && last ? idCursor(idOf(last)) : null };
}
/** Cursor of a list that is ordered by a number, then by an id. */
export const numberedCursor = (key: number, id: string): string =>
  Buffer.from(`n${key}.${id}`).toString("base64url");
/** @throws Refusal "invalid" for text that `numberedCursor` did not create */
export function parseNumberedCursor(cursor: string): { key: number; id: string } {
  const found = /^n(-?\d{1,15})\.(\d{1,19})$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!found) throw invalidCursor();
  return { key: Number(found[1]), id: found[2] ?? "" };
}
