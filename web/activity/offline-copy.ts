import { isUnreached } from "../platform/http/unreached.ts";
import { firstScreenOver } from "../platform/hydration.ts";

/** What was kept, and when the server said it: ms by the server's clock. */
export type Kept<T> = { readonly answer: T; readonly asOf: number };

/** A place in the browser's database for one answer, to be read without a network (requirement Q13). */
export type OfflineCopy<T> = {
  /** Keeps it, when the first screen is over. */
  keep(answer: T, asOf: number): void;
  /** What is kept, where a load failed on the way; null where it did not, or nothing is. */
  read(reason: unknown): Promise<Kept<T> | null>;
};

/** With the database: nothing of the first screen needs it. */
const cache = () => import("../platform/storage/interface-cache.ts");

/**
 * @param key one text per content; no point, mobile or token of a person in it
 * @param publicPart what may be kept of an answer: nothing that tells where somebody is
 */
export const offlineCopy = <T>(key: string, publicPart: (answer: T) => T = (all) => all): OfflineCopy<T> => ({
  keep: (answer, asOf) =>
    void firstScreenOver
      .then(cache)
      .then(({ keepAnswer }) => keepAnswer(key, publicPart(answer), asOf))
      .catch(() => {}), // offline before it was ever loaded: there is nothing to keep it with
  read: async (reason) => {
    if (!isUnreached(reason)) return null;
    return cache().then(
      ({ readAnswer }) => readAnswer<T>(key),
      () => null,
    );
  },
});
