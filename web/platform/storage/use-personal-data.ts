import { useEffect, useEffectEvent, useState } from "react";
import { isServerUnreachable } from "../http/network-errors.ts";
import { currentSession } from "../session/session.ts";
import { useUser } from "../session/use-user.ts";
import { onReconnect } from "../browser/network.ts";
import { serverTime } from "../time/server-time.ts";
import { cachePersonalData, readPersonalData } from "./personal-data-cache.ts";

type Found<T> = {
  /** Whose it is. */
  readonly openId: string;
  readonly answer: T | null;
  /** When the server said it, ms, where no newer one could be reached; null while it is fresh or on its way. */
  readonly asOf: number | null;
  /** Why there is nothing; null while nothing failed. */
  readonly reason: unknown;
};
/** Something of the logged-in person's own, as far as it is known. */
export type PersonalData<T> = Omit<Found<T>, "openId"> & {
  readonly isVisitor: boolean;
  readonly reload: () => Promise<void>;
};

/**
 * Loads something of the logged-in person's own. What the browser kept of it is shown until the
 * server answers, and stays, with its time, where the server can not be reached (requirement Q13).
 * Another person's is never shown, not for a moment.
 * @param key one text per content, the same on all pages that show it
 * @param options isFresh: nothing kept while the server may still answer, for what is written on from there
 */
export function usePersonalData<T>(
  key: string,
  load: () => Promise<T>,
  { isFresh = false } = {},
): PersonalData<T> {
  const openId = useUser()?.openId ?? null;
  const [found, setFound] = useState<Found<T> | null>(null);
  const ask = async (of: string): Promise<Found<T>> => {
    try {
      const answer = await load();
      // Nothing of somebody who has logged out meanwhile is kept.
      if (currentSession.user()?.openId === of) void cachePersonalData(of, key, answer, serverTime.now());
      return { openId: of, answer, asOf: null, reason: null };
    } catch (error) {
      const kept = isServerUnreachable(error) ? await readPersonalData<T>(of, key) : null;
      if (kept) return { openId: of, answer: kept.answer, asOf: kept.asOf, reason: null };
      return { openId: of, answer: null, asOf: null, reason: error };
    }
  };
  const begin = useEffectEvent(async (of: string, isCurrent: () => boolean) => {
    const asking = ask(of);
    void readPersonalData<T>(of, key).then((kept) => {
      if (kept && !isFresh && isCurrent())
        setFound((before) =>
          before?.openId === of ? before : { openId: of, answer: kept.answer, asOf: null, reason: null },
        );
    });
    const answer = await asking;
    if (isCurrent()) setFound(answer);
  });
  useEffect(() => {
    if (openId === null) return;
    let isHere = true;
    const start = () => void begin(openId, () => isHere);
    start();
    const stop = onReconnect(start);
    return () => {
      isHere = false;
      stop();
    };
  }, [openId, key]);
  const own = found?.openId === openId ? found : null;
  return {
    answer: own?.answer ?? null,
    asOf: own?.asOf ?? null,
    reason: own?.reason ?? null,
    isVisitor: openId === null,
    reload: async () => {
      if (openId !== null) setFound(await ask(openId));
    },
  };
}
