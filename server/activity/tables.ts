import type { Activity, ActivityDetail, Banner } from "#contract/activity/activity.ts";
import { toShanghaiIso, statusAt } from "./rules.ts";

export type ActivityRow = {
  activity_id: string;
  title: string;
  subtitle: string;
  cover_url: string;
  activity_type: Activity["activityType"];
  business_type: Activity["businessType"];
  sponsor_level1: Activity["sponsorLevel1"];
  sponsor_level2: string | null;
  sec: string;
  process_key: string;
  node_key: string;
  start_time: Date;
  end_time: Date;
  sign_up_start_time: Date;
  sign_up_end_time: Date;
  open_time: Date;
  close_time: Date;
  province_code: string;
  city_code: string;
  address: string;
  longitude: number;
  latitude: number;
  cell: number;
  quota: number | null;
  taken: number;
  series_codes: string[];
  tags: string[];
  fee: string;
  dealer_id: string | null;
  content: string;
  agenda: ActivityDetail["agenda"];
  form: ActivityDetail["form"];
  benefits: ActivityDetail["benefits"];
  rules: string;
  share: ActivityDetail["share"];
  page_type: ActivityDetail["pageType"];
  asks: ActivityDetail["asks"];
  blocks: ActivityDetail["blocks"];
  is_published: boolean;
};
export type BannerRow = {
  banner_id: string;
  position: string;
  place: number;
  city_code: string | null;
  image_url: string;
  link: string;
  title: string;
  subtitle: string;
  action: string;
  tone: Banner["tone"];
};
export type ActivityTables = {
  activity: ActivityRow;
  activity_dealer: { activity_id: string; organisation_id: string };
  activity_session: {
    activity_id: string;
    session_id: string;
    dealer_id: string | null;
    start_time: Date;
    end_time: Date;
    quota: number;
    taken: number;
  };
  organisation: { organisation_id: string; name: string; status: string };
  series: { series_code: string; name: string; image_url: string; position: number };
  banner: BannerRow;
};

/** The columns that a list needs; the long texts stay behind. */
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
  /** seats.ts */
  seats_left: number | null;
};

/** A row as the contract shows it. @param distance whole metres, null without a point or online */
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
