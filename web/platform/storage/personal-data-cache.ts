import { database } from "./client-database.ts";

/** Lifetime of cached personal data, ms. */
const LIFETIME = 30 * 86_400_000;

type CachedData = { readonly openId: string; readonly answer: unknown; readonly asOf: number };
const keyOf = (key: string): string => `own ${key}`;

/**
 * Caches personal data in store `cache`, which is emptied at logout (requirements Q13, Q14).
 * @param fetchedAt time of the server's answer, ms by the server's clock
 */
export const cachePersonalData = (
  openId: string,
  key: string,
  answer: unknown,
  fetchedAt: number,
): Promise<void> =>
  database.put("cache", keyOf(key), { openId, answer, asOf: fetchedAt } satisfies CachedData, {
    expiresIn: LIFETIME,
  });

/** Cached data of this person; null without any, or when it belongs to another person. */
export async function readPersonalData<T>(
  openId: string,
  key: string,
): Promise<{ answer: T; fetchedAt: number } | null> {
  const cached = (await database.get("cache", keyOf(key)))?.value as (CachedData & { answer: T }) | undefined;
  return cached?.openId === openId ? { answer: cached.answer, fetchedAt: cached.asOf } : null;
}
