import { database } from "./client-database.ts";

/** How long what somebody has of their own is worth showing without a network, ms. */
const KEPT = 30 * 86_400_000;

type Kept = { readonly openId: string; readonly answer: unknown; readonly asOf: number };
const keyOf = (key: string): string => `own ${key}`;

/**
 * Keeps something of one person in store `cache`, which is emptied when they log out (requirements
 * Q13, Q14). @param asOf when the server said it, ms by its clock
 */
export const cachePersonalData = (
  openId: string,
  key: string,
  answer: unknown,
  asOf: number,
): Promise<void> =>
  database.put("cache", keyOf(key), { openId, answer, asOf } satisfies Kept, { expiresIn: KEPT });

/** What is kept of this person; null where nothing is, or it is somebody else's. */
export async function readPersonalData<T>(
  openId: string,
  key: string,
): Promise<{ answer: T; asOf: number } | null> {
  const kept = (await database.get("cache", keyOf(key)))?.value as (Kept & { answer: T }) | undefined;
  return kept?.openId === openId ? { answer: kept.answer, asOf: kept.asOf } : null;
}
