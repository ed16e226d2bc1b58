import { memoizedServerSecret } from "../database/shared-tables/server-secret.ts";
import type { AppContext } from "../core/app-context.ts";
import { isShareReference, newShareReference } from "./reference.ts";
import type { ShareStore } from "./store.ts";

/** The format of ids from `newOpenId`. */
const OPEN_ID = /^o[A-Za-z0-9_-]{27}$/;

/** People's links of activities. */
export function createShareLinks(context: AppContext, store: ShareStore) {
  const secretOf = memoizedServerSecret(context, "share");
  const sharer = async (
    activityId: string,
    reference: string,
  ): Promise<{ userId: string; nickname: string } | null> =>
    isShareReference(await secretOf(), activityId, reference) ? store.sharer(activityId, reference) : null;
  return {
    /** Returns the person's link of an activity, created if missing; concurrent calls store one. */
    async findOrCreate(activityId: string, userId: string): Promise<{ reference: string; isNew: boolean }> {
      const reference = newShareReference(await secretOf(), activityId);
      const created_time = new Date(context.clock.now());
      const isNew = await store.addLink({
        reference,
        activity_id: activityId,
        user_id: userId,
        created_time,
      });
      if (isNew) return { reference, isNew };
      const existing = await store.referenceOf(activityId, userId);
      if (existing === null) throw new Error("share link not stored");
      return { reference: existing, isNew };
    },
    /** Finds the sharer of a signed reference of this activity; null for any other text. */
    sharer,
    /** Finds the sharer's user id by a signed reference or by the sharer's openId. */
    async sharerId(activityId: string, from: string): Promise<string | null> {
      const found = await sharer(activityId, from);
      if (found !== null) return found.userId;
      return OPEN_ID.test(from) ? store.userOfOpenId(from) : null;
    },
  };
}
export type ShareLinks = ReturnType<typeof createShareLinks>;
