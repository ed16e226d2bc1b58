import type { Activity } from "#contract/activity/activity.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { statusAt } from "../rules.ts";
import type { ActivityRow } from "../tables.ts";

/** The columns of a list; long texts are left out. */
export const activityListColumns = [
  "activity_id",
  "title",
  "subtitle",
  "cover_url",
  "activity_type",
  "business_type",
  "sponsor_level1",
  "sponsor_level2",
  "sec",
  "process_key",
  "node_key",
  "start_time",
  "end_time",
  "sign_up_start_time",
  "sign_up_end_time",
  "open_time",
  "close_time",
  "province_code",
  "city_code",
  "address",
  "longitude",
  "latitude",
  "quota",
  "taken",
  "series_codes",
  "tags",
  "fee",
] as const satisfies (keyof ActivityRow)[];
export type ActivityListRow = Pick<ActivityRow, (typeof activityListColumns)[number]> & {
  dealer_name: string | null;
  dealer_status: string | null;
  /** seats-left-store.ts; null: no limit */
  seats_left: number | null;
};

/** Presents a row as the contract defines it. @param distance metres, rounded; null without a point or online */
export function presentActivity(row: ActivityListRow, now: number, distance: number | null): Activity {
  return {
    activityId: row.activity_id,
    title: row.title,
    subtitle: row.subtitle,
    coverUrl: row.cover_url,
    activityType: row.activity_type,
    activityMode: row.activity_type === "online" ? "online" : "offline",
    businessType: row.business_type,
    sponsorLevel1: row.sponsor_level1,
    sponsorLevel2: row.sponsor_level2,
    sec: row.sec,
    processKey: row.process_key,
    nodeKey: row.node_key,
    status: statusAt(row.open_time.getTime(), row.close_time.getTime(), now),
    startTime: toShanghaiIso(row.start_time),
    endTime: toShanghaiIso(row.end_time),
    signUpStartTime: toShanghaiIso(row.sign_up_start_time),
    signUpEndTime: toShanghaiIso(row.sign_up_end_time),
    provinceCode: row.province_code,
    cityCode: row.city_code,
    address: row.address,
    longitude: row.longitude,
    latitude: row.latitude,
    distance,
    quota: row.quota,
    remaining: row.seats_left,
    seriesCodes: row.series_codes,
    tags: row.tags,
    dealerName: row.dealer_name,
    dealerStatus: row.dealer_status,
    fee: row.fee,
  };
}
