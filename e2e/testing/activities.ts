import { listNearby, showNearby, type ActivityDetail } from "#contract/activity/activity.ts";
import { contractClient } from "./contract-client.ts";

/** Condition on an activity that a test needs. */
export type ActivityFilter = (activity: ActivityDetail) => boolean;

/** Open to every person with a mobile number. */
const isForAll: ActivityFilter = ({ conditions = [] }) => conditions.length === 0;
const isOpen: ActivityFilter = (activity) => isForAll(activity) && takesSignUps(activity);
const takesSignUps: ActivityFilter = ({ activityType, pageType, status, remaining }) =>
  activityType === "localoffline" &&
  pageType === "signup" &&
  status === 2 &&
  (remaining === null || remaining > 30);

export const activityFilters = {
  /** Takes sign-ups without asking for series, dealer or session. */
  plain: (activity) =>
    isOpen(activity) && !activity.asks.series && !activity.asks.dealer && !activity.asks.session,
  /** Asks for series and session. */
  withSession: (activity) =>
    isOpen(activity) && activity.asks.series && activity.asks.session && activity.seriesCodes.length > 1,
  /** Has several dealers to choose from. */
  withDealer: (activity) => isOpen(activity) && activity.asks.dealer && activity.dealers.length > 1,
  online: (activity) => isForAll(activity) && activity.activityType === "online" && activity.status === 2,
  full: ({ activityType, pageType, status, remaining }) =>
    activityType === "localoffline" && pageType === "signup" && status === 2 && remaining === 0,
  soon: ({ activityType, pageType, status }) =>
    activityType === "localoffline" && pageType === "signup" && status === 1,
  ended: ({ activityType, status }) => activityType === "localoffline" && status === 3,
} as const satisfies Record<string, ActivityFilter>;

/**
 * Returns the first matching activity in Shanghai, the default city of a visitor. @throws Error if the demo
 * brand has none
 */
export async function findActivity(origin: string, filter: ActivityFilter): Promise<ActivityDetail> {
  const call = contractClient(origin);
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await call(listNearby, { cityCode: "310100", size: 50, ...(cursor && { cursor }) });
    for (const { activityId } of page.list) {
      const activity = await call(showNearby, { id: activityId });
      if (filter(activity)) return activity;
    }
    cursor = page.nextCursor;
  }
  throw new Error("the demo brand has no such activity in Shanghai");
}
