import * as z from "zod/mini";
import { sponsorLevels2 } from "../activity/sponsors.ts";
import { id, timestamp, upTo } from "../core/fields.ts";
import { funnelSteps } from "../tracking/names.ts";
import { figureNames, type FigureName } from "./figure-terms.ts";
import { listPage, operatorListArgs } from "./list.ts";
import { defineOperatorCall } from "./operator-call.ts";

/** Days of the longest range. */
export const MAX_FIGURE_DAYS = 366;
export const figureName = z.enum(figureNames as [FigureName, ...FigureName[]]);
const date = z.string("请选择日期").check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "请选择日期"));
/** Shanghai days, both inclusive. */
const range = z.object({ from: date, to: date });
export type FigureRange = z.output<typeof range>;
/** An empty text in a field of the filter: unknown, or none in particular. */
const orUnknown = <T extends z.ZodMiniType>(field: T) => z.optional(z.union([z.literal(""), field]));

/** Filter of all figures; every field narrows it. A figure without such a property (mall, club) is left out of it. */
const figureFilter = z.object({
  activityId: orUnknown(id),
  dealerId: orUnknown(id),
  /** Region of the dealer, else of the activity's sponsor. */
  region: orUnknown(z.enum(Object.keys(sponsorLevels2) as (keyof typeof sponsorLevels2)[])),
  /** utm_source */
  channel: z.optional(z.string().check(upTo(200))),
  /** Client environment (contract/host/hosts.ts), as the person's events of that day say. */
  host: z.optional(z.string().check(upTo(40))),
  /** City that the person had chosen, as their events of that day say. */
  cityCode: orUnknown(z.string().check(z.regex(/^[1-9][0-9]{5}$/))),
  businessType: z.optional(z.int().check(z.minimum(0), z.maximum(4))),
});
export type FigureFilter = z.output<typeof figureFilter>;
const scope = { range, filter: figureFilter, asOf: z.optional(timestamp) };

/** The value of a figure, by its kind (`figureTerms`); null: nothing to count it of, shown as —. */
const value = z.nullable(z.number());
const countedValue = {
  value,
  /** Number of rows of 查看明细. */
  rows: z.int(),
  /** Rows that count, of a rate: `counted` ÷ `rows`. */
  counted: z.int(),
};
const figure = z.object({
  figure: figureName,
  ...countedValue,
  /** Of the same number of days before; null: nothing to count it of, or no comparison. */
  previous: value,
  /** A past day of the range differed from its facts and was corrected lately: shown as 口径核对中. */
  isChecking: z.boolean(),
});
export type Figure = z.output<typeof figure>;

/**
 * Values of figures, and of the days before for comparison; those that the caller may not see are left out. Without
 * `figures`: all of them.
 */
export const showFigures = defineOperatorCall({
  name: "showFigures",
  path: "figures",
  kind: "read",
  right: "figure.read",
  reach: "counts",
  args: z.object({
    ...scope,
    figures: z.optional(z.array(figureName).check(z.maxLength(30))),
    /** Default: the same number of days before; null: none. */
    compare: z.optional(z.nullable(range)),
  }),
  result: z.object({ figures: z.array(figure), compared: z.nullable(range), asOf: timestamp }),
  refusals: ["invalid"],
});
export type Figures = z.output<typeof showFigures.result>;

/** Things that rows of figures are of, each with its page in the console where it has one. */
const figureRowKinds = [
  "visitor",
  "guest",
  "lead",
  "coupon",
  "koc",
  "order",
  "refund",
  "article",
  "complaint",
] as const;
const figureRow = z.object({
  /** Id of the thing; a visitor's is a hash, which leads to nobody. */
  rowId: z.string(),
  kind: z.enum(figureRowKinds),
  /** Id by which the thing's own page is opened: the sign-up, lead or order; null: it has none. */
  openId: z.nullable(z.string()),
  /** Time by which it belongs to the range. */
  time: timestamp,
  activityId: z.nullable(id),
  activityTitle: z.nullable(z.string()),
  dealerId: z.nullable(id),
  dealerName: z.nullable(z.string()),
  channel: z.string(),
  host: z.string(),
  cityCode: z.string(),
  /** Name of the benefit, number of the order; null: none. */
  subject: z.nullable(z.string()),
  /** Whether it counts: false in a rate for those that only belong to the whole. */
  isCounted: z.boolean(),
  /** Hours, units or fen by the figure's kind. */
  amount: z.nullable(z.number()),
});
export type FigureRow = z.output<typeof figureRow>;

/**
 * The rows of a figure, which are as many as it says at the same moment (requirement CO78). They hold no name and no
 * mobile.
 */
export const listFigureRows = defineOperatorCall({
  name: "listFigureRows",
  path: "figures/rows",
  kind: "read",
  right: "figure.read",
  args: operatorListArgs(z.object({ figure: figureName, range, ...figureFilter.shape }), ["time"]),
  result: listPage(figureRow),
  refusals: ["invalid", "forbidden"],
});

const point = z.object({ day: date, value, isChecking: z.boolean() });
/** Values day by day. Persons are distinct within each day, so that their days do not add up. */
export const showFigureTrend = defineOperatorCall({
  name: "showFigureTrend",
  path: "figures/trend",
  kind: "read",
  right: "figure.read",
  reach: "counts",
  args: z.object({
    ...scope,
    figures: z.array(figureName).check(z.minLength(1), z.maxLength(8)),
    /** Default: the same number of days before; null: none. */
    compare: z.optional(z.nullable(range)),
  }),
  result: z.object({
    series: z.array(
      z.object({ figure: figureName, points: z.array(point), previous: z.nullable(z.array(point)) }),
    ),
    compared: z.nullable(range),
    /** The last day is today, which is not over. */
    isLastDayOpen: z.boolean(),
    asOf: timestamp,
  }),
  refusals: ["invalid"],
});
export type FigureTrend = z.output<typeof showFigureTrend.result>;

/** Parts into which figures are split; city: that the person had chosen. */
const figureGroups = ["dealer", "businessType", "channel", "host", "city", "activity", "region"] as const;
export type FigureGroup = (typeof figureGroups)[number];
const groupValues = z.partialRecord(figureName, z.object(countedValue));
const groupRow = z.object({
  /** Id, code or utm_source; empty: unknown, a row of its own. */
  group: z.string(),
  /** Name of dealer or activity; null: named by its code, or unknown. */
  name: z.nullable(z.string()),
  values: groupValues,
});
export type FigureGroupRow = z.output<typeof groupRow>;

/**
 * Figures by dealer, business type, channel and the like, ranked by the first of them. Visitors by channel are counted
 * by their first channel of the range, so that they add up.
 */
export const groupFigures = defineOperatorCall({
  name: "groupFigures",
  path: "figures/groups",
  kind: "read",
  right: "figure.read",
  args: z.object({
    ...scope,
    by: z.enum(figureGroups),
    figures: z.array(figureName).check(z.minLength(1), z.maxLength(8)),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
  }),
  result: z.object({
    rows: z.array(groupRow),
    /** Groups that are not among the rows; `values` of all of them together. */
    rest: z.object({ groups: z.int(), values: groupValues }),
    total: groupValues,
    asOf: timestamp,
  }),
  refusals: ["invalid"],
});
export type FigureGroups = z.output<typeof groupFigures.result>;

const people = z.record(z.enum(funnelSteps), z.int());
/** Groupings of the funnel. */
const consoleFunnelGroups = ["all", "activity", "channel", "host", "city", "day"] as const;
/** People who reached each step, each counted once in a row over the whole range. At most 200 rows, the largest first. */
export const showConsoleFunnel = defineOperatorCall({
  name: "showConsoleFunnel",
  path: "funnel",
  kind: "read",
  right: "figure.read",
  args: z.object({
    ...scope,
    by: z.enum(consoleFunnelGroups),
    compare: z.optional(z.nullable(range)),
  }),
  result: z.object({
    rows: z.array(
      z.object({
        group: z.string(),
        name: z.nullable(z.string()),
        people,
        /** null: no comparison, or no such group then. */
        previous: z.nullable(people),
      }),
    ),
    compared: z.nullable(range),
    isChecking: z.boolean(),
    asOf: timestamp,
  }),
  refusals: ["invalid"],
});
export type ConsoleFunnel = z.output<typeof showConsoleFunnel.result>;
