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

/** The calls with their schemas, loaded with the first one made: the first screen came rendered. */
const calls = () => import("#contract/activity/activity.ts");

export type NearbyArgs = ArgsOf<typeof listNearby>;

/** Where the caller looks from: a city, and a point where it is known. */
export type SearchLocation = {
  cityCode?: string;
  provinceCode?: string;
  longitude?: number;
  latitude?: number;
  /** The point is the person's own: lists are by distance then, and distances mean something. */
  isExact: boolean;
};

/** A place as arguments; a city's centre counts only where distance is asked for. */
export const locationArgs = (
  { isExact, longitude, latitude, ...area }: SearchLocation,
  needsPoint = false,
) => ({
  ...area,
  ...((isExact || needsPoint) &&
    longitude !== undefined &&
    latitude !== undefined && { longitude, latitude }),
});

/** Pages tell a failed load themselves, where it failed; a toast on top would say it twice. */
const quiet = { isSilent: true } as const;

/** One page of a list (requirement U18). @throws Refusal */
export const loadActivityPage = async (send: Send, args: NearbyArgs): Promise<NearbyPage> =>
  send((await calls()).listNearby, args, quiet);

/** Those of some activities, at most 50, that are still shown to anybody. @throws Refusal */
export const loadActivitiesById = async (send: Send, ids: readonly string[]): Promise<Activity[]> =>
  (await send((await calls()).listNearby, { ids: ids.join(","), size: ids.length }, quiet)).list;

/** How many activities a query finds, at most 999. @throws Refusal */
export const countActivities = async (send: Send, args: NearbyArgs): Promise<number> =>
  (await send((await calls()).listNearby, { ...args, size: 1, counted: "1" }, quiet)).total ?? 0;

/** Car series in showing order (requirement U26). @throws Refusal */
export const loadSeries = async (send: Send): Promise<Series[]> =>
  send((await calls()).listSeries, {}, quiet);

/** Banners of the index, the city's first (requirement U29). @throws Refusal */
export const loadBanners = async (send: Send, cityCode?: string): Promise<Banner[]> =>
  send((await calls()).listBanners, { position: "index", ...(cityCode && { cityCode }) }, quiet);

/**
 * One activity whole; from the caller's point with its distance (requirement U19).
 * @throws Refusal notFound
 */
export const loadActivity = async (
  send: Send,
  id: string,
  point: { longitude?: number; latitude?: number } = {},
  draft: { preview?: string; processKey?: string; nodeKey?: string } = {},
): Promise<ActivityDetail> => send((await calls()).showNearby, { id, ...point, ...draft }, quiet);

/** How a campaign goes (requirement U22). @throws Refusal notFound */
export const loadCampaign = async (send: Send, activityId: string): Promise<CampaignDetail> =>
  send((await calls()).showCampaign, { activityId }, quiet);
