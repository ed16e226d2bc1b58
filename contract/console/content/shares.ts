import * as z from "zod/mini";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "请选择日期"));
/** Filter of the results; days are those on which links were made. */
const shareFilter = z.object({
  activityId: z.optional(id),
  /** Part of the activity's title. */
  keyword: z.optional(z.string().check(upTo(40))),
  from: z.optional(day),
  to: z.optional(day),
});
export type ShareFilter = z.output<typeof shareFilter>;

/** One sharer's link of one activity: the activity's id and the sharer's, with a slash. */
const shareId = z.string().check(z.regex(/^[0-9]{1,19}\/[0-9]{1,19}$/, "编号不正确"));
const shareRow = z.object({
  shareId,
  activityId: id,
  activityTitle: z.string(),
  /** As others see it. */
  nickname: z.string(),
  /** Masked; null: none. */
  mobile: z.nullable(z.string()),
  createdTime: timestamp,
  /** Persons who came by the link. */
  opens: z.int(),
  /** Persons who helped by a tap, who signed up and who left a lead by it. */
  helps: z.int(),
  signUps: z.int(),
  leads: z.int(),
  /** All of them, each person once. */
  helpers: z.int(),
});
export type ShareRow = z.output<typeof shareRow>;

/** Links that people share, with what came of each, as the sharers themselves see it. */
export const listShareResults = defineOperatorCall({
  name: "listShareResults",
  path: "shares",
  kind: "read",
  right: "share.read",
  args: operatorListArgs(shareFilter, ["helpers", "opens", "signUps", "leads", "created"]),
  result: listPage(shareRow),
  refusals: [],
});

/** Sums of all links that a filter finds; a person who came by two links is counted for both. */
export const showShareSums = defineOperatorCall({
  name: "showShareSums",
  path: "shares/sums",
  kind: "read",
  right: "share.read",
  args: z.object({ filter: shareFilter }),
  result: z.object({
    links: z.int(),
    sharers: z.int(),
    opens: z.int(),
    helps: z.int(),
    signUps: z.int(),
    leads: z.int(),
    asOf: timestamp,
  }),
  refusals: [],
});

/** The newest 50 who helped a link, with masked names. */
export const listShareHelpers = defineOperatorCall({
  name: "listShareHelpers",
  path: "shares/helpers",
  kind: "read",
  right: "share.read",
  args: z.object({ shareId }),
  result: z.object({
    share: shareRow,
    helpers: z.array(
      z.object({ kind: z.enum(["help", "signUp", "lead"]), name: z.string(), time: timestamp }),
    ),
  }),
  refusals: ["notFound"],
});
