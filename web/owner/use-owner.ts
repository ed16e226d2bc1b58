import { useEffect, useEffectEvent, useState } from "react";
import type { Series } from "#contract/activity/activity.ts";
import type { OwnerState } from "#contract/owner/owner.ts";
import { send } from "../platform/http/send.ts";
import { isPageVisible } from "../platform/browser/page-visibility.ts";
import { refreshUser } from "../platform/session/refresh-user.ts";
import { useUser } from "../platform/session/use-user.ts";
import { loadOwnerState, loadSeriesChoices } from "./api.ts";

/** Polling interval while an application is under review, ms. */
const POLL_INTERVAL = 5_000;

type Loaded = {
  readonly of: string | null;
  readonly state: OwnerState | null;
  readonly series: readonly Series[];
  readonly error: unknown;
};
const nothing: Loaded = { of: null, state: null, series: [], error: null };

/** The user's owner state, polled during a review while the page is visible. */
export function useOwnerState() {
  const user = useUser();
  const openId = user?.openId ?? null;
  const [reloadCount, setReloadCount] = useState(0);
  const [loaded, setLoaded] = useState(nothing);
  const own = loaded.of === openId ? loaded : nothing;
  const isUnderReview = own.state?.application?.status === "review";
  const update = (state: OwnerState) => {
    // Updates the session's user, which other screens display.
    if (state.isOwner !== user?.owner) void refreshUser();
    setLoaded((before) => ({ ...before, of: openId, state, error: null }));
  };
  const updateAll = useEffectEvent(([state, series]: [OwnerState, Series[]]) => {
    update(state);
    setLoaded((before) => ({ ...before, series }));
  });
  useEffect(() => {
    if (openId === null) return;
    let isCurrent = true;
    Promise.all([loadOwnerState(send), loadSeriesChoices(send)]).then(
      (loaded) => isCurrent && updateAll(loaded),
      (error: unknown) => isCurrent && setLoaded({ ...nothing, of: openId, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [openId, reloadCount]);
  const poll = async (): Promise<void> => update(await loadOwnerState(send));
  const pollIfVisible = useEffectEvent(() => {
    // A failed poll is repeated; the button shows the error.
    if (isPageVisible()) poll().catch(() => {});
  });
  useEffect(() => {
    if (!isUnderReview) return;
    const timer = setInterval(pollIfVisible, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [isUnderReview]);
  return { user, ...own, update, poll, reload: () => setReloadCount((before) => before + 1) };
}
