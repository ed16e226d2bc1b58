import type { Activity } from "#contract/activity/activity.ts";
import type { Benefit, Coupon, SentBenefit } from "#contract/benefit/benefit.ts";
import type { Send, SendOptions } from "#contract/core/call.ts";
import type { Channel } from "#contract/core/fields.ts";
import { draftArgs, type DraftKeys } from "../platform/activity/preview-address.ts";
import { cancellationIn, notFoundResponse } from "../ui/feedback/cancelled.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";

/** The calls with their schemas, imported on first use because the coupons come server-rendered. */
const calls = () => import("#contract/benefit/benefit.ts");
const quiet = { isSilent: true } as const;

/** Number of recommended activities. */
const RECOMMENDATION_COUNT = 2;

/** Data of the result page. */
export type BenefitPageData = {
  readonly activity: Pick<Activity, "activityId" | "activityMode" | "title">;
  readonly benefits: readonly Benefit[];
  /** Recommended activities. */
  readonly recommended: readonly Pick<Activity, "activityId" | "activityMode" | "title" | "coverUrl">[];
  /** The server's clock, ISO 8601. */
  readonly serverTime: string;
};

/** Recommended activities: all but the current one and those that are over. */
const selectRecommended = (found: readonly Activity[], activityId: string): Activity[] =>
  found.filter((one) => one.activityId !== activityId && one.status !== 3).slice(0, RECOMMENDATION_COUNT);

/**
 * Loads an activity's benefits and recommended activities of a city; null for an unknown activity.
 * @param draft preview mode: shows the draft that the keys identify
 * @throws a 404 with texts for a cancelled activity, and for an unknown draft; otherwise Refusal
 */
export async function loadBenefitPage(
  send: Send,
  activityId: string,
  cityCode: string,
  draft: DraftKeys | null = null,
): Promise<BenefitPageData | null> {
  try {
    const { listNearby, showNearby } = await import("#contract/activity/activity.ts");
    const [activity, benefits, online] = await Promise.all([
      send(showNearby, { id: activityId, ...draftArgs(draft) }, quiet),
      loadBenefits(send, activityId, draft),
      send(listNearby, { activityType: "online", cityCode, size: RECOMMENDATION_COUNT + 1 }, quiet),
    ]);
    return {
      activity: {
        activityId: activity.activityId,
        activityMode: activity.activityMode,
        title: activity.title,
      },
      benefits,
      recommended: selectRecommended(online.list, activityId).map(
        ({ activityId: id, activityMode, title, coverUrl }) => ({
          activityId: id,
          activityMode,
          title,
          coverUrl,
        }),
      ),
      serverTime: activity.serverTime,
    };
  } catch (error) {
    const isUnknown = asRefusal(error)?.refusal === "notFound";
    if (cancellationIn(error) !== null || (isUnknown && draft)) throw notFoundResponse(error);
    if (isUnknown) return null;
    throw error;
  }
}

/** Benefits of an activity; in preview mode of the draft that the keys identify. @throws Refusal notFound */
export const loadBenefits = async (
  send: Send,
  activityId: string,
  draft: DraftKeys | null = null,
): Promise<Benefit[]> =>
  send((await calls()).listBenefits, { activityId: draft ? "00" : activityId, ...draftArgs(draft) }, quiet);

/** The logged-in user's coupons, optionally of one activity. @throws Refusal */
export const loadUserCoupons = async (send: Send, activityId?: string): Promise<Coupon[]> =>
  send((await calls()).listCoupons, activityId === undefined ? {} : { activityId }, quiet);

/** The current state of one of the logged-in user's coupons; null if there is none. @throws Refusal */
export const loadUserCoupon = async (send: Send, couponId: string): Promise<Coupon | null> =>
  (await send((await calls()).listCoupons, { couponId }, quiet))[0] ?? null;

/**
 * Claims a benefit; captcha and login are requested in between if required (requirement M11).
 * @throws Refusal
 */
export const claimBenefit = async (
  send: Send,
  benefitId: string,
  channel: Channel,
  options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
): Promise<SentBenefit> => send((await calls()).sendBenefit, { id: benefitId, channel }, options);

/** Path of an activity's page. */
export const activityPagePath = ({
  activityId,
  activityMode,
}: Pick<Activity, "activityId" | "activityMode">): string => `/${activityMode}/${activityId}`;
