import { sponsorLevels1 } from "./sponsors.ts";
import { pageBlock } from "../blocks/blocks.ts";
import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { organisation } from "../organisation/organisation.ts";
import {
  cursor,
  divisionCode,
  previewArgs,
  id,
  latitude,
  longitude,
  timestamp,
  pageSize,
  upTo,
  wholeNumber,
} from "../core/fields.ts";
import { kocProgram } from "../koc/koc.ts";
import { limits } from "../core/limits.ts";

const status = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type ActivityStatus = z.output<typeof status>;
const businessType = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

export const activity = z.object({
  activityId: id,
  title: z.string(),
  subtitle: z.string(),
  coverUrl: z.string(),
  activityType: z.enum(["localoffline", "online"]),
  activityMode: z.enum(["offline", "online"]),
  businessType,
  sponsorLevel1: z.enum(sponsorLevels1),
  sponsorLevel2: z.nullable(z.string()),
  sec: z.string(),
  processKey: z.string(),
  nodeKey: z.string(),
  /** Computed with the server's clock (requirement K22). */
  status,
  startTime: timestamp,
  endTime: timestamp,
  signUpStartTime: timestamp,
  signUpEndTime: timestamp,
  provinceCode: z.string(),
  cityCode: z.string(),
  address: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  /** Distance from the caller's point in metres; null without a point. */
  distance: z.nullable(z.number()),
  /** Seats; null: no limit. */
  quota: z.nullable(z.int()),
  /** Seats still available; for an activity with sessions, those of sessions that have not begun. */
  remaining: z.nullable(z.int()),
  seriesCodes: z.array(z.string()),
  tags: z.array(z.string()),
  /** Dealer that holds the activity, if any; its name without the trial suffix. */
  dealerName: z.nullable(z.string()),
  dealerStatus: z.nullable(z.string()),
  /** Price as shown: 免费, ¥168. */
  fee: z.string(),
});
export type Activity = z.output<typeof activity>;

/** A question of the sign-up form in addition to the fixed ones. */
export const formField = z.object({
  key: z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,30}$/)),
  label: z.string(),
  /** picture: uploaded by the person; the answer is a list of picture ids, separated by commas. */
  kind: z.enum(["text", "select", "number", "picture"]),
  required: z.boolean(),
  options: z.array(z.string()),
  placeholder: z.string(),
  /** Addresses of pictures of the options of a select question, in their order; absent: none. */
  optionPictures: z.optional(z.array(z.string())),
  /** Pictures that a picture question takes; absent: one. */
  maxPictures: z.optional(z.int()),
});
export type FormField = z.output<typeof formField>;

export const activityDetail = z.extend(activity, {
  /** Sanitised HTML. */
  content: z.string(),
  /** Schedule of the day: HH:mm, title, remark. */
  agenda: z.array(z.object({ time: z.string(), title: z.string(), remark: z.string() })),
  dealers: z.array(organisation),
  form: z.array(formField),
  benefits: z.array(z.object({ benefitId: z.string(), name: z.string(), value: z.string() })),
  /** Whether it has benefits that become coupons (contract/benefit/benefit.ts). */
  hasCoupons: z.boolean(),
  /** Plain text, one rule a line. */
  rules: z.string(),
  share: z.object({ title: z.string(), desc: z.string(), imgUrl: z.string() }),
  pageType: z.enum(["signup", "lead", "landing", "localOfflineLead"]),
  /** Whether the form asks for a car series, a dealer, a session. */
  asks: z.object({ series: z.boolean(), dealer: z.boolean(), session: z.boolean() }),
  /** Conditions of its process apart from login, mobile, time and seats, as nouns: 认证车主; absent: none. */
  conditions: z.optional(z.array(z.string())),
  /** Its contest (contract/contest/contest.ts); absent: none. */
  contest: z.optional(z.enum(["entries", "choices"])),
  /** Its KOC programme; absent: none. */
  koc: z.optional(kocProgram),
  /** Blocks of an online campaign's composed page; empty: its texts in the default order. */
  blocks: z.array(pageBlock),
  /** Number of people on the waitlist (requirement L18). */
  waiting: z.int(),
  /** Seats taken or reserved; absent: no limit. */
  taken: z.optional(z.int()),
  /** Server's clock at the time of the response, so that countdowns do not depend on the phone's clock. */
  serverTime: timestamp,
});
export type ActivityDetail = z.output<typeof activityDetail>;

const pagePath = "cop-marketing-activity/api/v1/activity/page";
const optionalWholeNumber = (min: number, max: number, message: string) =>
  z.optional(wholeNumber(min, max, message));

/**
 * Activities near a point or in a city. Sorted by distance with a point, otherwise by time, unless `sort` is
 * given. Keyset cursor: stable while activities are added (requirements U18, K24).
 */
export const listNearby = defineCall({
  name: "listNearby",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/nearby`],
  audience: "anyone",
  args: z.object({
    longitude: z.optional(longitude),
    latitude: z.optional(latitude),
    provinceCode: z.optional(divisionCode),
    cityCode: z.optional(divisionCode),
    activityType: z.optional(z.enum(["localoffline", "online"], "活动类型不正确")),
    businessType: optionalWholeNumber(1, 4, "业务类型不正确"),
    status: optionalWholeNumber(1, 3, "活动状态不正确"),
    seriesCode: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/, "车系不正确"))),
    /** Held in this district or county, or by a dealer there; online activities are in none (requirement J14). */
    districtCode: z.optional(divisionCode),
    /** Held by this dealer, or one of its dealers. */
    dealerId: z.optional(id),
    /** "1": only those that ask for a lead instead of a sign-up. */
    byLead: z.optional(z.literal("1")),
    /**
     * Existing activities among these ids, at most 50, separated by commas; used to refresh a browser's
     * favourites.
     */
    ids: z.optional(z.string().check(z.regex(/^[0-9]{1,19}(,[0-9]{1,19}){0,49}$/, "编号不正确"))),
    keyword: z.optional(z.string().check(upTo(limits.maxKeywordLength, "搜索词太长"))),
    /** Held on the coming Saturday or Sunday, Shanghai time. */
    weekend: z.optional(z.literal("1")),
    sort: z.optional(z.enum(["distance", "time"], "排序方式不正确")),
    cursor,
    size: pageSize,
    /** "1" adds `total`. */
    counted: z.optional(z.literal("1")),
  }),
  result: z.object({
    list: z.array(activity),
    nextCursor: z.nullable(z.string()),
    /** Total number, at most 999; only with `counted`. */
    total: z.optional(z.int()),
    /** Name of the district of `districtCode`; absent: none was asked for, or it is unknown. */
    districtName: z.optional(z.string()),
  }),
  refusals: [],
});
export type NearbyPage = z.output<typeof listNearby.result>;

/**
 * One activity with all details (requirements U19, C31). For a cancelled activity the response is 404, with
 * the reason in its message and `{calledOff}` (contract/activity/cancellation.ts) as its data.
 */
export const showNearby = defineCall({
  name: "showNearby",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/nearby/:id`],
  audience: "anyone",
  args: z.object({
    id,
    longitude: z.optional(longitude),
    latitude: z.optional(latitude),
    ...previewArgs,
  }),
  result: activityDetail,
  refusals: ["notFound"],
});

/** Progress of a campaign, for its page (requirement U22). */
export const showCampaign = defineCall({
  name: "showCampaign",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/campaign/info`],
  audience: "anyone",
  args: z.object({ activityId: id }),
  result: z.object({
    activityId: id,
    title: z.string(),
    subtitle: z.string(),
    pictures: z.array(z.string()),
    /** Plain text, one rule a line. */
    rules: z.string(),
    status,
    startTime: timestamp,
    endTime: timestamp,
    /** Number of people who have signed up, left a lead or received a benefit. */
    participants: z.int(),
    /** Places; null: no limit. */
    quota: z.nullable(z.int()),
    /** Coupons left, summed over all benefits; null without benefits or without a limit. */
    benefitLeft: z.nullable(z.int()),
    serverTime: timestamp,
  }),
  refusals: ["notFound"],
});
export type CampaignDetail = z.output<typeof showCampaign.result>;

/** Car series in display order (requirement U26). */
export const listSeries = defineCall({
  name: "listSeries",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/list-series`],
  audience: "anyone",
  args: z.object({}),
  result: z.array(z.object({ seriesCode: z.string(), seriesName: z.string(), imageUrl: z.string() })),
  refusals: [],
});
export type Series = z.output<typeof listSeries.result>[number];

/** Banners of a position, those of the city first (requirement U29). */
export const listBanners = defineCall({
  name: "listBanners",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/banner/list`],
  audience: "anyone",
  args: z.object({
    position: z._default(z.string().check(z.maxLength(20)), "index"),
    cityCode: z.optional(divisionCode),
  }),
  result: z.array(
    z.object({
      id,
      imageUrl: z.string(),
      link: z.string(),
      /** May contain a line break. */
      title: z.string(),
      subtitle: z.string(),
      action: z.string(),
      /** Whether the text on the picture is light or dark. */
      tone: z.enum(["light", "dark"]),
    }),
  ),
  refusals: [],
});
export type Banner = z.output<typeof listBanners.result>[number];
