import { isServerUnreachable } from "../http/network-errors.ts";
import { serverTime } from "../time/server-time.ts";
import { database } from "./client-database.ts";

const STORE = "interface_data_cache";
/** How long an answer is worth showing without a network, ms. */
const KEPT = 7 * 86_400_000;
/** More answers than this are not kept: the oldest go. */
const MOST = 60;

/** An answer, and when it was given where it is a kept one: ms since epoch, null for a fresh one. */
export type CachedAnswer<T> = { readonly answer: T; readonly asOf: number | null };
type Kept = { readonly answer: unknown; readonly asOf: number };

let tidied: Promise<void> | null = null;
/** Once a visit: reading all of them deletes those that are over. */
async function tidy(): Promise<void> {
  const kept = await database.getAll(STORE);
  kept.sort((one, other) => other.created_time - one.created_time);
  for (const { key } of kept.slice(MOST)) await database.remove(STORE, key);
}

/**
 * Keeps an answer for a time without a network.
 * @param key one text per content; no point, mobile or token of a person in it
 * @param asOf when it was given, ms by the server's clock
 */
export async function cacheAnswer(key: string, answer: unknown, asOf: number): Promise<void> {
  await database.put(STORE, key, { answer, asOf } satisfies Kept, { expiresIn: KEPT });
  tidied ??= tidy();
}

/** The kept answer; null where there is none. */
export async function readCachedAnswer<T>(key: string): Promise<{ answer: T; asOf: number } | null> {
  const record = await database.get(STORE, key);
  return record && (record.value as { answer: T; asOf: number });
}

/**
 * The network's answer, or the last one where the network fails (requirement Q13). For a
 * clientLoader of public content:
 *
 *     const { answer, asOf } = await keptAnswer(`detail ${id}`, () => send(showNearby, { id }));
 *
 * A page shows `asOf` ("离线内容，更新于 …") where it is not null.
 * @param key as of `keepAnswer`
 * @param publicPart what may be kept of an answer: nothing that tells where somebody is
 * @throws what `load` throws, where nothing is kept or the refusal is about the content itself
 */
export async function networkFirst<T>(
  key: string,
  load: () => Promise<T>,
  publicPart: (answer: T) => T = (all) => all,
): Promise<CachedAnswer<T>> {
  try {
    const answer = await load();
    // Nobody waits for it to be kept.
    void cacheAnswer(key, publicPart(answer), serverTime.now());
    return { answer, asOf: null };
  } catch (error) {
    const kept = isServerUnreachable(error) ? await readCachedAnswer<T>(key) : null;
    if (kept === null) throw error;
    return kept;
  }
}
