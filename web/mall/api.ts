import {
  listBanners,
  listNearby,
  listSeries,
  type Activity,
  type Banner,
  type Series,
} from "#contract/activity/activity.ts";
import { listCoupons, type Coupon } from "#contract/benefit/benefit.ts";
import type { Send } from "#contract/core/call.ts";

const quiet = { isSilent: true } as const;
/** Number of campaigns of each kind. */
const CAMPAIGN_COUNT = 8;

export type MallCampaign = Pick<
  Activity,
  "activityId" | "title" | "subtitle" | "coverUrl" | "status" | "startTime" | "endTime" | "fee"
>;
export type MallHome = {
  readonly banners: readonly Banner[];
  readonly series: readonly Series[];
  readonly running: readonly MallCampaign[];
  readonly coming: readonly MallCampaign[];
};

/** Picks the fields that a card displays, to keep the page small. */
const campaignOf = ({
  activityId,
  title,
  subtitle,
  coverUrl,
  status,
  startTime,
  endTime,
  fee,
}: Activity): MallCampaign => ({
  activityId,
  title,
  subtitle,
  coverUrl,
  status,
  startTime,
  endTime,
  fee,
});

/** Loads the mall's home for a city; banners and series are optional. @throws Refusal */
export async function loadMall(send: Send, cityCode: string): Promise<MallHome> {
  const online = { activityType: "online", cityCode, size: CAMPAIGN_COUNT } as const;
  const [banners, series, running, coming] = await Promise.all([
    send(listBanners, { position: "mall", cityCode }, quiet).catch(() => []),
    send(listSeries, {}, quiet).catch(() => []),
    send(listNearby, { ...online, status: 2 }, quiet),
    send(listNearby, { ...online, status: 1, size: 4 }, quiet),
  ]);
  return { banners, series, running: running.list.map(campaignOf), coming: coming.list.map(campaignOf) };
}

/** The logged-in user's coupons. @throws Refusal */
export const loadMallCoupons = (send: Send): Promise<Coupon[]> => send(listCoupons, {}, quiet);
