import { isServerUnreachable } from "../../platform/http/network-errors.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";

/** Stored answer and the time of the server's answer: ms, the server's clock. */
export type StoredAnswer<T> = { readonly answer: T; readonly fetchedAt: number };

/** Copy of one answer in the browser's database, for reading without a network (requirement Q13). */
export type OfflineCopy<T> = {
  /** Stores the answer once the first screen is complete. */
  save(answer: T, fetchedAt: number): void;
  /**
   * Reads the stored answer if the load failed because of the network; else null, also if nothing is stored.
   */
  read(reason: unknown): Promise<StoredAnswer<T> | null>;
};

/** Loaded with the database, since the first screen needs neither. */
const cache = () => import("../../platform/storage/response-cache.ts");

/**
 * @param key one per content; must not contain a person's point, mobile or token
 * @param publicPart part of the answer that may be stored: nothing that reveals the person's location
 */
export const offlineCopy = <T>(key: string, publicPart: (answer: T) => T = (all) => all): OfflineCopy<T> => ({
  save: (answer, fetchedAt) =>
    void firstScreenDone
      .then(cache)
      .then(({ cacheAnswer: keepAnswer }) => keepAnswer(key, publicPart(answer), fetchedAt))
      .catch(() => {}), // offline before the script was ever loaded: the copy is skipped
  read: async (reason) => {
    if (!isServerUnreachable(reason)) return null;
    return cache().then(
      ({ readCachedAnswer: readAnswer }) => readAnswer<T>(key),
      () => null,
    );
  },
});
