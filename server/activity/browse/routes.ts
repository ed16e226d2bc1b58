import { limits } from "#contract/core/limits.ts";
import { searchKeyword } from "#contract/core/text.ts";
import {
  listBanners,
  listNearby,
  listSeries,
  showCampaign,
  showNearby,
  type ActivityDetail,
  type CampaignDetail,
} from "#contract/activity/activity.ts";
import type { ParsedArgsOf } from "#contract/core/call.ts";
import type { KocProgram } from "#contract/koc/koc.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { FlowSubject } from "../../flow/index.ts";
import type { CallHandler, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import { districtOf } from "../../location/index.ts";
import { metresBetween } from "../../organisation/index.ts";
import type { ActivityPorts } from "../ports.ts";
import { activityNotFound } from "../cancellation-store.ts";
import { decodeNearbyCursor, encodeNearbyCursor } from "./nearby-cursor.ts";
import { MIN_SORT_KEY, type NearbyQuery } from "./nearby-store.ts";
import { withProcessedPictures } from "../content/text-pictures.ts";
import { statusAt, weekendOf } from "../rules.ts";
import type { ActivityStore, CampaignRow, ActivityDetailRow } from "./store.ts";
import { presentActivity } from "./present-activity.ts";
import { activitySelectorOf } from "../activity-selector-store.ts";
import { notePreviewUse } from "../preview-store.ts";
import { activityMessages } from "../messages.ts";

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
      ? { at: now, phase: 0 as const, key: MIN_SORT_KEY, id: "" }
      : decodeNearbyCursor(args.cursor);
  const point = pointOf(args);
  const district = args.districtCode === undefined ? undefined : districtOf(args.districtCode);
  return {
    ...args,
    district,
    // The district's own city and province, whichever the caller is in.
    ...(district && { cityCode: district.cityCode, provinceCode: undefined }),
    point,
    after,
    weekend: args.weekend ? weekendOf(after.at) : undefined,
    ids: args.ids?.split(","),
    keyword: searchKeyword(args.keyword ?? "", limits.maxKeywordLength) || undefined,
    // Without a point there is no distance to sort by.
    sort: point ? (args.sort ?? "distance") : "time",
  };
}

const toKoc = (row: ActivityDetailRow, slogan: string): KocProgram => ({
  slogan,
  places: row.koc_places,
  remaining: Math.max(0, row.koc_places - row.koc_taken),
  goal: row.koc_goal,
  openTime: toShanghaiIso(row.koc_from_time),
  closeTime: toShanghaiIso(row.koc_to_time),
});

function toDetail(
  row: ActivityDetailRow,
  now: number,
  { distance, conditions }: { distance: number | null; conditions: string[] },
): ActivityDetail {
  return {
    ...presentActivity(row, now, distance),
    content: withProcessedPictures(row.content),
    agenda: row.agenda,
    dealers: row.dealers,
    form: row.form,
    benefits: row.benefits,
    hasCoupons: row.has_coupons,
    rules: row.rules,
    share: row.share,
    pageType: row.page_type,
    asks: row.asks,
    blocks: row.blocks.map((block) =>
      block.kind === "text" ? { ...block, html: withProcessedPictures(block.html) } : block,
    ),
    waiting: row.waiting,
    ...(row.quota !== null && { taken: row.taken }),
    ...(conditions.length > 0 && { conditions }),
    ...(row.contest_kind !== null && { contest: row.contest_kind }),
    ...(row.koc_slogan !== null && { koc: toKoc(row, row.koc_slogan) }),
    serverTime: toShanghaiIso(now),
  };
}

const toCampaign = (row: CampaignRow, now: number): CampaignDetail => ({
  activityId: row.activity_id,
  title: row.title,
  subtitle: row.subtitle,
  pictures: [row.cover_url],
  rules: row.rules,
  status: statusAt(row.open_time.getTime(), row.close_time.getTime(), now),
  startTime: toShanghaiIso(row.start_time),
  endTime: toShanghaiIso(row.end_time),
  participants: row.participants,
  quota: row.quota,
  benefitLeft: row.benefit_left,
  serverTime: toShanghaiIso(now),
});

const flowSubjectOf = (row: ActivityDetailRow): FlowSubject => ({
  activityId: row.activity_id,
  isOffline: row.activity_type === "localoffline",
  processKey: row.process_key,
  nodeKey: row.node_key,
  process:
    row.process_version === null
      ? null
      : { version: row.process_version, isEnabled: row.process_enabled ?? false },
});

/** Slightly outdated answers are acceptable for visitors, since the sign-up itself reads current rows. */
const SHORT_CACHE = { freshMs: 1_000, staleMs: 10_000 };
const LONG_CACHE = { freshMs: 5_000, staleMs: 60_000 };

export function activityRoutes(
  context: AppContext,
  calls: RpcRouter,
  store: ActivityStore,
  ports: ActivityPorts,
): void {
  const listActivities: CallHandler<typeof listNearby> = async (args) => {
    const query = queryOf(args, context.clock.now());
    const [{ list, next }, total] = await Promise.all([
      store.nearby.list(query),
      args.counted ? store.nearby.count(query) : undefined,
    ]);
    return {
      list,
      nextCursor: next && encodeNearbyCursor(next),
      ...(total !== undefined && { total }),
      ...(query.district && { districtName: query.district.name }),
    };
  };
  const showActivity: CallHandler<typeof showNearby> = async (args) => {
    const now = context.clock.now();
    const selector = activitySelectorOf(args, now);
    const stored = await store.find(selector, new Date(now));
    if (stored && "previewToken" in selector)
      await notePreviewUse(context.db, selector.previewToken, new Date(now));
    if (!stored) throw await activityNotFound(context.db, args.id, activityMessages.unknownActivity);
    const draft = stored.shows_draft ? await ports.draftOf(stored.activity_id) : null;
    const row = draft === null ? stored : { ...stored, ...draft };
    const point = pointOf(args);
    return toDetail(row, now, {
      distance: point && row.activity_type !== "online" ? metresBetween(point, row) : null,
      conditions: await ports.conditions(flowSubjectOf(row)),
    });
  };
  const showProgress: CallHandler<typeof showCampaign> = async ({ activityId }) => {
    const row = await store.findCampaign(activityId);
    if (!row) throw await activityNotFound(context.db, activityId, activityMessages.unknownActivity);
    return toCampaign(row, context.clock.now());
  };
  const findBanners: CallHandler<typeof listBanners> = ({ position, cityCode }) =>
    store.listBanners(position, cityCode ?? null, new Date(context.clock.now()));
  calls.on(listNearby, listActivities, SHORT_CACHE);
  calls.on(showNearby, showActivity, SHORT_CACHE);
  calls.on(showCampaign, showProgress, SHORT_CACHE);
  calls.on(listSeries, () => store.listSeries(), LONG_CACHE);
  calls.on(listBanners, findBanners, LONG_CACHE);
}
