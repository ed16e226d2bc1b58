import {
  listBanners,
  listNearby,
  listSeries,
  showCampaign,
  showNearby,
  type ActivityDetail,
  type Campaign,
} from "#contract/activity.ts";
import type { ParsedArgsOf } from "#contract/call.ts";
import type { KocProgram } from "#contract/koc.ts";
import type { FlowSubject } from "../flow/index.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { metresBetween } from "../organisation/index.ts";
import type { ActivityDoors } from "./doors.ts";
import { notThere } from "./called-off.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { LEAST_KEY, type NearbyQuery } from "./nearby.ts";
import { momentOf, statusAt, weekendOf } from "./rules.ts";
import type { ActivityStore, CampaignRow, DetailRow } from "./store.ts";
import { toActivity } from "./tables.ts";
import { wantedBy } from "./wanted.ts";
import { words } from "./words.ts";

type ListArgs = ParsedArgsOf<typeof listNearby>;
const pointOf = ({
  longitude,
  latitude,
}: {
  longitude?: number | undefined;
  latitude?: number | undefined;
}) => (longitude !== undefined && latitude !== undefined ? { longitude, latitude } : null);

function queryOf(args: ListArgs, now: number): NearbyQuery {
  const after =
    args.cursor === undefined
      ? { at: now, phase: 0 as const, key: LEAST_KEY, id: "" }
      : readCursor(args.cursor);
  const point = pointOf(args);
  return {
    ...args,
    point,
    after,
    weekend: args.weekend ? weekendOf(after.at) : undefined,
    ids: args.ids?.split(","),
    keyword: args.keyword?.trim() || undefined,
    // Without a point there is no distance to sort by.
    sort: point ? (args.sort ?? "distance") : "time",
  };
}

const toKoc = (row: DetailRow, slogan: string): KocProgram => ({
  slogan,
  places: row.koc_places,
  remaining: Math.max(0, row.koc_places - row.koc_taken),
  goal: row.koc_goal,
  openTime: momentOf(row.koc_from_time),
  closeTime: momentOf(row.koc_to_time),
});

function toDetail(
  row: DetailRow,
  now: number,
  { distance, conditions }: { distance: number | null; conditions: string[] },
): ActivityDetail {
  return {
    ...toActivity(row, now, distance),
    content: row.content,
    agenda: row.agenda,
    dealers: row.dealers,
    form: row.form,
    benefits: row.benefits,
    hasCoupons: row.has_coupons,
    rules: row.rules,
    share: row.share,
    pageType: row.page_type,
    asks: row.asks,
    blocks: row.blocks,
    waiting: row.waiting,
    ...(row.quota !== null && { taken: row.taken }),
    ...(conditions.length > 0 && { conditions }),
    ...(row.koc_slogan !== null && { koc: toKoc(row, row.koc_slogan) }),
    serverTime: momentOf(now),
  };
}

const toCampaign = (row: CampaignRow, now: number): Campaign => ({
  activityId: row.activity_id,
  title: row.title,
  subtitle: row.subtitle,
  pictures: [row.cover_url],
  rules: row.rules,
  status: statusAt(row.open_time.getTime(), row.close_time.getTime(), now),
  startTime: momentOf(row.start_time),
  endTime: momentOf(row.end_time),
  participants: row.participants,
  quota: row.quota,
  benefitLeft: row.benefit_left,
  serverTime: momentOf(now),
});

/** Which process an activity has. */
const subjectOf = (row: DetailRow): FlowSubject => ({
  activityId: row.activity_id,
  isOffline: row.activity_type === "localoffline",
  processKey: row.process_key,
  nodeKey: row.node_key,
  process:
    row.process_version === null
      ? null
      : { version: row.process_version, isEnabled: row.process_enabled ?? false },
});

/** A moment's old answer is no harm to a visitor; the sign-up itself is judged on fresh rows. */
const LIVE = { freshMs: 1_000, staleMs: 10_000 };
const STILL = { freshMs: 5_000, staleMs: 60_000 };

export function activityRoutes(kit: Kit, calls: Calls, store: ActivityStore, doors: ActivityDoors): void {
  calls.on(
    listNearby,
    async (args) => {
      const query = queryOf(args, kit.clock.now());
      const [{ list, next }, total] = await Promise.all([
        store.nearby.list(query),
        args.counted ? store.nearby.count(query) : undefined,
      ]);
      return { list, nextCursor: next && writeCursor(next), ...(total !== undefined && { total }) };
    },
    LIVE,
  );
  calls.on(
    showNearby,
    async (args) => {
      const now = kit.clock.now();
      const row = await store.find(wantedBy(args), new Date(now));
      if (!row) throw await notThere(kit.db, args.id, words.unknownActivity);
      const point = pointOf(args);
      return toDetail(row, now, {
        distance: point && row.activity_type !== "online" ? metresBetween(point, row) : null,
        conditions: await doors.conditions(subjectOf(row)),
      });
    },
    LIVE,
  );
  calls.on(
    showCampaign,
    async ({ activityId }) => {
      const row = await store.campaign(activityId);
      if (!row) throw await notThere(kit.db, activityId, words.unknownActivity);
      return toCampaign(row, kit.clock.now());
    },
    LIVE,
  );
  calls.on(listSeries, () => store.series(), STILL);
  calls.on(listBanners, ({ position, cityCode }) => store.banners(position, cityCode ?? null), STILL);
}
