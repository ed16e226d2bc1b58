import { isServerUnreachable } from "../../platform/http/network-errors.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";

/** What was kept, and when the server said it: ms by the server's clock. */
export type StoredAnswer<T> = { readonly answer: T; readonly fetchedAt: number };

/** A place in the browser's database for one answer, to be read without a network (requirement Q13). */
export type OfflineCopy<T> = {
  /** Keeps it, when the first screen is over. */
  keep(answer: T, fetchedAt: number): void;
  /** What is kept, where a load failed on the way; null where it did not, or nothing is. */
  read(reason: unknown): Promise<StoredAnswer<T> | null>;
};

/** With the database: nothing of the first screen needs it. */
const cache = () => import("../../platform/storage/response-cache.ts");

/**
 * @param key one text per content; no point, mobile or token of a person in it
 * @param publicPart what may be kept of an answer: nothing that tells where somebody is
 */
export const offlineCopy = <T>(key: string, publicPart: (answer: T) => T = (all) => all): OfflineCopy<T> => ({
  keep: (answer, fetchedAt) =>
    void firstScreenDone
      .then(cache)
      .then(({ cacheAnswer: keepAnswer }) => keepAnswer(key, publicPart(answer), fetchedAt))
      .catch(() => {}), // offline before it was ever loaded: there is nothing to keep it with
  read: async (reason) => {
    if (!isServerUnreachable(reason)) return null;
    return cache().then(
      ({ readCachedAnswer: readAnswer }) => readAnswer<T>(key),
      () => null,
    );
  },
});
