import * as z from "zod/mini";
import { divisionCode, id, timestamp, upTo } from "../../core/fields.ts";
import { editConflictData } from "../activity/draft.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Places of banners: the index and the mall. */
export const bannerPositions = { index: "首页", mall: "商城" } as const;
export type BannerPosition = keyof typeof bannerPositions;
const position = z.enum(["index", "mall"]);
/** State by the window of time. */
export const bannerStates = { live: "展示中", planned: "待展示", ended: "已结束" } as const;
export type BannerState = keyof typeof bannerStates;
const state = z.enum(["live", "planned", "ended"]);

/**
 * Fields of a banner. The schema accepts what is being typed; the rules of the catalogue judge it, so that the console
 * refuses what the file refuses, at the field.
 */
export const bannerFields = z.object({
  position,
  /** null: all cities */
  cityCode: z.nullable(divisionCode),
  imageUrl: z.string().check(z.maxLength(500)),
  /** Own path, or https:// address. */
  link: z.string().check(z.maxLength(500)),
  /** May contain a line break. */
  title: z.string().check(upTo(200)),
  subtitle: z.string().check(upTo(200)),
  /** Text of the button; "": none. */
  action: z.string().check(upTo(200)),
  /** Whether the text on the picture is light or dark. */
  tone: z.enum(["light", "dark"]),
  /** Window of time; null: not limited. */
  fromTime: z.nullable(timestamp),
  toTime: z.nullable(timestamp),
});
export type BannerFields = z.output<typeof bannerFields>;
export type BannerFieldName = keyof BannerFields;
/** Names of the fields on the screen: at the field, in versions and conflicts. */
export const bannerFieldLabels: Readonly<Record<BannerFieldName, string>> = {
  position: "位置",
  cityCode: "城市",
  imageUrl: "图片",
  link: "跳转到",
  title: "标题",
  subtitle: "副标题",
  action: "按钮文字",
  tone: "文字颜色",
  fromTime: "开始展示",
  toTime: "结束展示",
};

const revision = z.int().check(z.gte(1));
const target = z.object({
  kind: z.enum(["activity", "product", "page"]),
  path: z.string(),
  name: z.string(),
  /** false: visitors cannot see it now */
  isShown: z.boolean(),
});
export type BannerTarget = z.output<typeof target>;

const banner = z.object({
  bannerId: id,
  ...bannerFields.shape,
  /** Order within the position; 0 is the first. */
  place: z.int(),
  state,
  revision,
  changedTime: z.nullable(timestamp),
  /** Operator's name; null: another door, or unknown */
  changedBy: z.nullable(z.string()),
  changedDoor: z.nullable(z.string()),
  /** Activity, product or page that the link leads to; null: an outside address */
  target: z.nullable(target),
  /** Clicks of the last 30 days, and the persons who made them. */
  clicks: z.int(),
  clickPersons: z.int(),
  canWrite: z.boolean(),
});
export type ConsoleBanner = z.output<typeof banner>;

const bannerFilter = z.object({
  positions: z.optional(z.array(position).check(z.maxLength(2))),
  states: z.optional(z.array(state).check(z.maxLength(3))),
  cityCode: z.optional(divisionCode),
  /** Part of title, subtitle or link. */
  text: z.optional(z.string().check(upTo(60))),
});
export type BannerFilter = z.output<typeof bannerFilter>;

/** Banners in scope, in the order in which they are shown. */
export const listConsoleBanners = defineOperatorCall({
  name: "listConsoleBanners",
  path: "banners",
  kind: "read",
  right: "banner.write",
  args: operatorListArgs(bannerFilter, ["place", "changed"]),
  result: listPage(banner),
  refusals: [],
});

/** One banner. */
export const showConsoleBanner = defineOperatorCall({
  name: "showConsoleBanner",
  path: "banners/show",
  kind: "read",
  right: "banner.write",
  args: z.object({ bannerId: id }),
  result: z.object({ banner }),
  refusals: ["notFound"],
});

/** Adds a banner, the last one of its position. */
export const createBanner = defineOperatorCall({
  name: "createBanner",
  path: "banners/create",
  kind: "write",
  right: "banner.write",
  args: bannerFields,
  result: z.object({ banner }),
  refusals: ["invalid"],
});

/** Data of `editConflict`, and the fields that only others changed. */
export const bannerConflict = editConflictData;
/**
 * Changes fields of a banner; they are shown at once. Fields that only others changed since `basedOn` stay and are named
 * as merged; if both sides changed one, nothing is written (requirement CO86).
 */
export const saveBanner = defineOperatorCall({
  name: "saveBanner",
  path: "banners/save",
  kind: "write",
  right: "banner.write",
  args: z.object({ bannerId: id, basedOn: revision, changes: z.partial(bannerFields) }),
  result: z.object({
    banner,
    merged: z.nullable(z.object({ by: z.nullable(z.string()), fields: z.array(z.string()) })),
  }),
  refusals: ["notFound", "editConflict", "invalid"],
});

/** Moves a banner to the side of another one of its position (requirement CO71). */
export const moveBanner = defineOperatorCall({
  name: "moveBanner",
  path: "banners/order",
  kind: "write",
  right: "banner.write",
  args: z.object({ bannerId: id, beside: id, side: z.enum(["before", "after"]) }),
  result: z.object({ place: z.int() }),
  refusals: ["notFound", "stateChanged"],
});

/** Ends a shown banner now. */
export const endBanner = defineOperatorCall({
  name: "endBanner",
  path: "banners/end",
  kind: "write",
  right: "banner.write",
  args: z.object({ bannerId: id }),
  result: z.object({ banner }),
  refusals: ["notFound", "stateChanged"],
});

/** Deletes a banner that is not shown. */
export const removeBanner = defineOperatorCall({
  name: "removeBanner",
  path: "banners/remove",
  kind: "write",
  right: "banner.write",
  args: z.object({ bannerId: id }),
  result: z.object({ removed: z.boolean() }),
  refusals: ["notFound", "stateChanged"],
});

const difference = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
/** Changes of a banner, the newest first, each with its fields before and after (requirement CO88). */
export const listBannerVersions = defineOperatorCall({
  name: "listBannerVersions",
  path: "banners/versions",
  kind: "read",
  right: "banner.write",
  args: z.object({ bannerId: id, before: z.optional(revision) }),
  result: z.object({
    versions: z.array(
      z.object({
        revision,
        by: z.nullable(z.string()),
        door: z.string(),
        time: timestamp,
        changes: z.array(difference),
      }),
    ),
    /** `before` of the next page; null: the last page */
    next: z.nullable(revision),
  }),
  refusals: ["notFound"],
});
export type BannerVersion = z.output<typeof listBannerVersions.result>["versions"][number];

/** Puts the fields of a version back as a new one, judged by today's rules. */
export const restoreBanner = defineOperatorCall({
  name: "restoreBanner",
  path: "banners/versions/restore",
  kind: "write",
  right: "banner.write",
  args: z.object({ bannerId: id, revision, basedOn: revision }),
  result: z.object({ banner }),
  refusals: ["notFound", "editConflict", "invalid"],
});

/** Activities and products in scope whose name contains a text, and pages, for a banner's link. */
export const listBannerTargets = defineOperatorCall({
  name: "listBannerTargets",
  path: "banners/targets",
  kind: "read",
  right: "banner.write",
  args: z.object({ text: z.string().check(upTo(60)) }),
  result: z.object({ targets: z.array(target) }),
  refusals: [],
});
