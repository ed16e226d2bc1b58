import type { Activity } from "#contract/activity/activity.ts";
import type { Benefit, Coupon, SentBenefit } from "#contract/benefit/benefit.ts";
import type { Send, SendOptions } from "#contract/core/call.ts";
import type { Channel } from "#contract/core/fields.ts";
import type { FlowKeys } from "../platform/activity/flow-keys.ts";
import { cancellationIn, notFoundResponse } from "../ui/feedback/cancelled.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";

/** The calls with their schemas, loaded with the first one made: coupons come rendered. */
const calls = () => import("#contract/benefit/benefit.ts");
const quiet = { isSilent: true } as const;

/** So many others are offered. */
const SHOWN = 2;

/** What the result page is rendered with; null where the address names no activity. */
export type BenefitPageData = {
  readonly activity: Pick<Activity, "activityId" | "activityMode" | "title">;
  readonly benefits: readonly Benefit[];
  /** Others to go on to. */
  readonly others: readonly Pick<Activity, "activityId" | "activityMode" | "title" | "coverUrl">[];
  /** The server's clock, ISO 8601. */
  readonly serverTime: string;
};

/** Others to go on to, where one is: what shows there, and is not over. */
const othersOf = (found: readonly Activity[], activityId: string): Activity[] =>
  found.filter((one) => one.activityId !== activityId && one.status !== 3).slice(0, SHOWN);

/**
 * An activity's benefits, and where to go on in a city; null for an activity that there is not.
 * @throws a 404 with its words where it was called off; else Refusal
 */
export async function loadBenefitPage(
  send: Send,
  activityId: string,
  cityCode: string,
): Promise<BenefitPageData | null> {
  try {
    const { listNearby, showNearby } = await import("#contract/activity/activity.ts");
    const [activity, benefits, online] = await Promise.all([
      send(showNearby, { id: activityId }, quiet),
      loadBenefits(send, activityId),
      send(listNearby, { activityType: "online", cityCode, size: SHOWN + 1 }, quiet),
    ]);
    return {
      activity: { activityId, activityMode: activity.activityMode, title: activity.title },
      benefits,
      others: othersOf(online.list, activityId).map(({ activityId: id, activityMode, title, coverUrl }) => ({
        activityId: id,
        activityMode,
        title,
        coverUrl,
      })),
      serverTime: activity.serverTime,
    };
  } catch (error) {
    if (cancellationIn(error) !== null) throw notFoundResponse(error);
    if (asRefusal(error)?.refusal === "notFound") return null;
    throw error;
  }
}

/** What an activity gives; in preview mode the draft that the keys name. @throws Refusal notFound */
export const loadBenefits = async (
  send: Send,
  activityId: string,
  draft: FlowKeys | null = null,
): Promise<Benefit[]> =>
  send(
    (await calls()).listBenefits,
    draft ? { activityId: "00", preview: "1", ...draft } : { activityId },
    quiet,
  );

/** The logged-in person's own coupons, of one activity where one is named. @throws Refusal */
export const loadUserCoupons = async (send: Send, activityId?: string): Promise<Coupon[]> =>
  send((await calls()).listCoupons, activityId === undefined ? {} : { activityId }, quiet);

/** One coupon of the logged-in person's own as it stands by now; null where they have no such. @throws Refusal */
export const loadUserCoupon = async (send: Send, couponId: string): Promise<Coupon | null> =>
  (await send((await calls()).listCoupons, { couponId }, quiet))[0] ?? null;

/** Has a benefit sent; slider and login come in between where they must (requirement M11). @throws Refusal */
export const claimBenefit = async (
  send: Send,
  benefitId: string,
  channel: Channel,
  options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
): Promise<SentBenefit> => send((await calls()).sendBenefit, { id: benefitId, channel }, options);

/** Where an activity's page is. */
export const activityPagePath = ({
  activityId,
  activityMode,
}: Pick<Activity, "activityId" | "activityMode">): string => `/${activityMode}/${activityId}`;
