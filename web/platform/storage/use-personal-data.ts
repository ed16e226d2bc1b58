import { useEffect, useEffectEvent, useState } from "react";
import { isServerUnreachable, isTemporaryFailure } from "../http/network-errors.ts";
import { currentSession } from "../session/session.ts";
import { useUser } from "../session/use-user.ts";
import { onReconnect } from "../browser/network.ts";
import { serverTime } from "../time/server-time.ts";
import { cachePersonalData, readPersonalData } from "./personal-data-cache.ts";

type LoadedData<T> = {
  /** The person whom the data belongs to. */
  readonly openId: string;
  readonly answer: T | null;
  /**
   * Time of the server's answer, ms, when no newer one could be loaded; null while the answer is fresh or
   * loading.
   */
  readonly fetchedAt: number | null;
  /** The error; null while nothing failed. */
  readonly reason: unknown;
};
/** Data of the logged-in person, as far as it is loaded. */
export type PersonalData<T> = Omit<LoadedData<T>, "openId"> & {
  readonly isVisitor: boolean;
  /** Loads again; what is shown stays when the server cannot answer now. */
  readonly reload: () => Promise<void>;
};

/**
 * Loads data of the logged-in person. Shows cached data until the server answers, and keeps it with its time
 * when the server cannot be reached (requirement Q13). Never shows another person's data.
 * @param key one text per content, the same on all pages that show it
 * @param options isFresh: no cached data while the server may still answer, for data that the person
 * continues to edit
 */
export function usePersonalData<T>(
  key: string,
  load: () => Promise<T>,
  { isFresh = false } = {},
): PersonalData<T> {
  const openId = useUser()?.openId ?? null;
  const [loaded, setLoaded] = useState<LoadedData<T> | null>(null);
  const request = async (owner: string): Promise<LoadedData<T>> => {
    try {
      const answer = await load();
      // Caches nothing of a person who has logged out meanwhile.
      if (currentSession.user()?.openId === owner)
        void cachePersonalData(owner, key, answer, serverTime.now());
      return { openId: owner, answer, fetchedAt: null, reason: null };
    } catch (error) {
      const cached = isServerUnreachable(error) ? await readPersonalData<T>(owner, key) : null;
      if (cached) return { openId: owner, answer: cached.answer, fetchedAt: cached.fetchedAt, reason: null };
      return { openId: owner, answer: null, fetchedAt: null, reason: error };
    }
  };
  const begin = useEffectEvent(async (owner: string, isCurrent: () => boolean) => {
    const requested = request(owner);
    void readPersonalData<T>(owner, key).then((cached) => {
      if (cached && !isFresh && isCurrent())
        setLoaded((before) =>
          before?.openId === owner
            ? before
            : { openId: owner, answer: cached.answer, fetchedAt: null, reason: null },
        );
    });
    const answer = await requested;
    if (isCurrent()) setLoaded(answer);
  });
  useEffect(() => {
    if (openId === null) return;
    let isMounted = true;
    const start = () => void begin(openId, () => isMounted);
    start();
    const stop = onReconnect(start);
    return () => {
      isMounted = false;
      stop();
    };
  }, [openId, key]);
  const own = loaded?.openId === openId ? loaded : null;
  return {
    answer: own?.answer ?? null,
    fetchedAt: own?.fetchedAt ?? null,
    reason: own?.reason ?? null,
    isVisitor: openId === null,
    reload: async () => {
      if (openId === null) return;
      const next = await request(openId);
      const isKept = next.answer === null && isTemporaryFailure(next.reason);
      setLoaded((before) => (isKept && before?.openId === openId && before.answer !== null ? before : next));
    },
  };
}
