import type {
  Activity,
  ActivityDetail,
  Banner,
  CampaignDetail,
  listNearby,
  NearbyPage,
  Series,
} from "#contract/activity/activity.ts";
import type { ArgsOf, Send } from "#contract/core/call.ts";
import type { draftArgs } from "../platform/activity/preview-address.ts";

/** The calls and their schemas load with the first call, since the first screen is rendered on the server. */
const calls = () => import("#contract/activity/activity.ts");

export type NearbyArgs = ArgsOf<typeof listNearby>;

/** Location that a query refers to: a city, and a point if it is known. */
export type SearchLocation = {
  cityCode?: string;
  provinceCode?: string;
  longitude?: number;
  latitude?: number;
  /** The point is the person's own: lists are then sorted by distance and show distances. */
  isExact: boolean;
};

/** Location as call arguments; the centre of a city is sent only if a distance is required. */
export const locationArgs = (
  { isExact, longitude, latitude, ...area }: SearchLocation,
  needsPoint = false,
) => ({
  ...area,
  ...((isExact || needsPoint) &&
    longitude !== undefined &&
    latitude !== undefined && { longitude, latitude }),
});

/** Pages show a failed load in place; a toast would repeat it. */
const quiet = { isSilent: true } as const;

/** One page of a list (requirement U18). @throws Refusal */
export const loadActivityPage = async (send: Send, args: NearbyArgs): Promise<NearbyPage> =>
  send((await calls()).listNearby, args, quiet);

/** Those of at most 50 activities that are still public. @throws Refusal */
export const loadActivitiesById = async (send: Send, ids: readonly string[]): Promise<Activity[]> =>
  (await send((await calls()).listNearby, { ids: ids.join(","), size: ids.length }, quiet)).list;

/** Number of activities that match a query, at most 999. @throws Refusal */
export const countActivities = async (send: Send, args: NearbyArgs): Promise<number> =>
  (await send((await calls()).listNearby, { ...args, size: 1, counted: "1" }, quiet)).total ?? 0;

/** Car series in display order (requirement U26). @throws Refusal */
export const loadSeries = async (send: Send): Promise<Series[]> =>
  send((await calls()).listSeries, {}, quiet);

/** Banners of the index, the city's own first (requirement U29). @throws Refusal */
export const loadBanners = async (send: Send, cityCode?: string): Promise<Banner[]> =>
  send((await calls()).listBanners, { position: "index", ...(cityCode && { cityCode }) }, quiet);

/**
 * Complete data of an activity, with the distance from the caller's point (requirement U19).
 * @throws Refusal notFound
 */
export const loadActivity = async (
  send: Send,
  id: string,
  point: { longitude?: number; latitude?: number } = {},
  draft: ReturnType<typeof draftArgs> = {},
): Promise<ActivityDetail> => send((await calls()).showNearby, { id, ...point, ...draft }, quiet);

/** Progress of a campaign (requirement U22). @throws Refusal notFound */
export const loadCampaign = async (send: Send, activityId: string): Promise<CampaignDetail> =>
  send((await calls()).showCampaign, { activityId }, quiet);
