import { sql } from "kysely";
import type { ActivityContent } from "#contract/console/activity/content.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Database } from "../database/connection/database.ts";
import type { ActivityRow } from "./tables.ts";

type SessionJson = { sessionId: string; dealerId: string | null; start: string; end: string; quota: number };
type ContentRow = ActivityRow & {
  called_off_reason: string | null;
  revision: number;
  published_time: Date | null;
  dealer_ids: string[];
  sessions: SessionJson[];
};
/** An activity as it is live, with what is not content. */
export type LiveActivity = {
  readonly content: ActivityContent;
  readonly revision: number;
  readonly taken: number;
  /** Nobody has seen it: neither published nor cancelled, now or before. */
  readonly isUnseen: boolean;
};

/** ISO 8601 with Shanghai's offset; with milliseconds where there are any, so that writing it back changes nothing. */
function isoOf(time: Date): string {
  const fraction = time.getTime() % 1_000;
  const whole = toShanghaiIso(time);
  return fraction === 0 ? whole : whole.replace("+", `.${String(fraction).padStart(3, "0")}+`);
}

function contentOf(row: ContentRow): ActivityContent {
  return {
    activityId: row.activity_id,
    title: row.title,
    subtitle: row.subtitle,
    coverUrl: row.cover_url,
    activityType: row.activity_type,
    businessType: row.business_type,
    sponsorLevel1: row.sponsor_level1,
    sponsorLevel2: row.sponsor_level2,
    sec: row.sec,
    processKey: row.process_key,
    nodeKey: row.node_key,
    startTime: isoOf(row.start_time),
    endTime: isoOf(row.end_time),
    signUpStartTime: isoOf(row.sign_up_start_time),
    signUpEndTime: isoOf(row.sign_up_end_time),
    provinceCode: row.province_code,
    cityCode: row.city_code,
    address: row.address,
    longitude: row.longitude,
    latitude: row.latitude,
    quota: row.quota,
    seriesCodes: row.series_codes,
    tags: row.tags,
    fee: row.fee,
    dealerId: row.dealer_id,
    dealerIds: row.dealer_ids,
    content: row.content,
    agenda: row.agenda,
    form: row.form,
    benefits: row.benefits,
    rules: row.rules,
    share: row.share,
    pageType: row.page_type,
    asks: { series: row.asks.series, dealer: row.asks.dealer },
    blocks: row.blocks,
    sessions: row.sessions.map(({ start, end, ...session }) => ({
      sessionId: session.sessionId,
      dealerId: session.dealerId,
      startTime: isoOf(new Date(start)),
      endTime: isoOf(new Date(end)),
      quota: session.quota,
    })),
    isPublished: row.is_published,
    cancelReason: row.called_off_reason,
  };
}

/**
 * Reads an activity with its dealers and sessions, in the form of a catalogue file's entry.
 * @param isLocked locks its row until the transaction ends
 * @returns null if there is none
 */
export async function readLiveActivity(
  db: Database,
  activityId: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<LiveActivity | null> {
  if (isLocked)
    await sql`select from activity where activity_id = ${activityId} for no key update`.execute(db);
  const { rows } = await sql<ContentRow>`
    select a.*,
      coalesce((select array_agg(d.organisation_id order by d.organisation_id) from activity_dealer d
        where d.activity_id = a.activity_id), '{}') as dealer_ids,
      coalesce((select json_agg(json_build_object('sessionId', s.session_id, 'dealerId', s.dealer_id,
          'start', s.start_time, 'end', s.end_time, 'quota', s.quota) order by s.start_time, s.session_id)
        from activity_session s where s.activity_id = a.activity_id), '[]'::json) as sessions
    from activity a where a.activity_id = ${activityId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    content: contentOf(row),
    revision: row.revision,
    taken: row.taken,
    isUnseen: !row.is_published && row.published_time === null && row.called_off_reason === null,
  };
}
