import { isServerUnreachable } from "../http/network-errors.ts";
import { serverTime } from "../time/server-time.ts";
import { database } from "./client-database.ts";

/** Stores of cached answers: details of activities, and all others (requirements Q02, Q07). */
const stores = ["activities", "interface_data_cache"] as const;
type Place = { readonly store: (typeof stores)[number]; readonly key: string };
/** Details have keys such as "detail 7", and are stored under the id of their activity. */
function placeOf(key: string): Place {
  const [, id] = /^detail (.+)$/.exec(key) ?? [];
  return id === undefined ? { store: "interface_data_cache", key } : { store: "activities", key: id };
}

/** Lifetime of a cached answer, ms. */
const LIFETIME = 7 * 86_400_000;
/** Number of cached answers in each store; older ones are deleted. */
const MAX_ANSWERS = 60;

/** An answer with its time when it is a cached one: ms since epoch, null for a fresh one. */
export type CachedAnswer<T> = { readonly answer: T; readonly fetchedAt: number | null };
type StoredAnswer = { readonly answer: unknown; readonly asOf: number };

let cleanup: Promise<void> | null = null;
/** Deletes expired and surplus answers, once a visit. Reading deletes the expired ones. */
async function cleanUp(): Promise<void> {
  for (const store of stores) {
    const records = await database.getAll(store);
    records.sort((one, other) => other.created_time - one.created_time);
    for (const { key } of records.slice(MAX_ANSWERS)) await database.remove(store, key);
  }
}

/**
 * Caches an answer for use without a network.
 * @param key one text per content, without location, mobile or token of a person
 * @param fetchedAt time of the answer, ms by the server's clock
 */
export async function cacheAnswer(key: string, answer: unknown, fetchedAt: number): Promise<void> {
  const place = placeOf(key);
  await database.put(place.store, place.key, { answer, asOf: fetchedAt } satisfies StoredAnswer, {
    expiresIn: LIFETIME,
  });
  cleanup ??= cleanUp();
}

/** The cached answer, or null. */
export async function readCachedAnswer<T>(key: string): Promise<{ answer: T; fetchedAt: number } | null> {
  const place = placeOf(key);
  const value = (await database.get(place.store, place.key))?.value as
    | (StoredAnswer & { answer: T })
    | undefined;
  return value === undefined ? null : { answer: value.answer, fetchedAt: value.asOf };
}

/**
 * The network's answer, or the cached one when the network fails (requirement Q13). For a clientLoader of
 * public content. A page shows `fetchedAt` ("离线内容，更新于 …") unless it is null.
 * @param key as of `cacheAnswer`
 * @param publicPart the part of an answer that may be cached: nothing that reveals a person's location
 * @throws the error of `load` when nothing is cached or the refusal is about the content
 */
export async function networkFirst<T>(
  key: string,
  load: () => Promise<T>,
  publicPart: (answer: T) => T = (all) => all,
): Promise<CachedAnswer<T>> {
  try {
    const answer = await load();
    // Not awaited: caching must not delay the answer.
    void cacheAnswer(key, publicPart(answer), serverTime.now());
    return { answer, fetchedAt: null };
  } catch (error) {
    const cached = isServerUnreachable(error) ? await readCachedAnswer<T>(key) : null;
    if (cached === null) throw error;
    return cached;
  }
}
