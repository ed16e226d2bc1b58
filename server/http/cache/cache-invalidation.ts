import { showShareInvitation } from "#contract/share/share.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";

/**
 * "content": anything that visitors see; "club": an item of the car club was removed or restored; "people": somebody
 * changed their nickname or picture; "seats": a full activity has a free seat again; "stock": a sold-out SKU has stock
 * again; "sessions": one session ended or its user changed; without a name, many.
 */
export type ContentChange =
  | { readonly topic: "content" }
  | { readonly topic: "club" }
  | { readonly topic: "people" }
  | { readonly topic: "seats"; readonly activityId: string }
  | { readonly topic: "stock"; readonly skuId: string }
  | { readonly topic: "sessions"; readonly name?: string };

export type ContentChangeListener = {
  onChange(change: ContentChange): void;
  /** @param asOf time of performance.now() up to which all changes have been reported */
  onPolled?(asOf: number): void;
};

/** The change that a topic of `content_change` names; an unknown one, of a later release, may be anything. */
export function parseTopic(topic: string): ContentChange {
  if (topic.startsWith("seats ")) return { topic: "seats", activityId: topic.slice(6) };
  if (topic.startsWith("stock ")) return { topic: "stock", skuId: topic.slice(6) };
  if (topic.startsWith("session ")) return { topic: "sessions", name: topic.slice(8) };
  return { topic: topic === "club" || topic === "people" || topic === "sessions" ? topic : "content" };
}
/** The only cached pages that show club content. */
const CLUB_PATH = `${WEB_BASE}club`;
/** Cached pages and responses that show nicknames or pictures of people. */
const PEOPLE_PATHS = [CLUB_PATH, ...showShareInvitation.paths];

type InvalidatableCache = {
  clear(): void;
  /** Removes the entries whose URL contains the name. */
  invalidate(name: string): void;
};
type InvalidatableSessions = { invalidate(name?: string): void; confirmUpTo(asOf: number): void };
/** Invalidates the cached data that a change affects. @param caches is called for each change, since pages are mounted last */
export const createCacheInvalidator = (
  caches: () => readonly InvalidatableCache[],
  invalidateSoldOut: { seats(activityId: string): void; stock(skuId: string): void },
  sessions: InvalidatableSessions,
): ContentChangeListener => ({
  onChange(change) {
    if (change.topic === "sessions") return sessions.invalidate(change.name);
    for (const cache of caches())
      if (change.topic === "content") cache.clear();
      else if (change.topic === "club") cache.invalidate(CLUB_PATH);
      else if (change.topic === "people") for (const path of PEOPLE_PATHS) cache.invalidate(path);
      else cache.invalidate(change.topic === "seats" ? change.activityId : change.skuId);
    if (change.topic === "seats") invalidateSoldOut.seats(change.activityId);
    if (change.topic === "stock") invalidateSoldOut.stock(change.skuId);
  },
  onPolled: (asOf) => sessions.confirmUpTo(asOf),
});
