import * as z from "zod/mini";
import { id, upTo, visible } from "../core/fields.ts";
import { defineOperatorCall } from "./operator-call.ts";

/** Kinds of what the search finds, in the order in which they are shown. */
export const searchKinds = {
  guest: "报名",
  lead: "线索",
  order: "订单",
  coupon: "卡券",
  owner: "车主认证",
  activity: "活动",
  product: "商品",
  dealer: "门店",
  group: "车友会",
  operator: "操作员",
} as const;
export type SearchKind = keyof typeof searchKinds;
const searchKind = z.enum(Object.keys(searchKinds) as [SearchKind, ...SearchKind[]]);

/** Hits of one kind that are shown. */
export const MAX_SEARCH_HITS = 6;

/**
 * Searches what the operator may read: activities, products, dealers and operators by a part of the name or the number; a person
 * Searches what the operator may read: activities, products, groups and operators by a part of the name or the number; a person
 * by a whole mobile, a sign-up's or ticket's number; an order by its number or parcel, a coupon by its code. Each kind is
 * judged by the right and scope of its list. What is looked for may be a mobile: it stands in no address, log or audit line
 * (requirement CO34).
 */
export const searchConsole = defineOperatorCall({
  name: "searchConsole",
  path: "search",
  kind: "read",
  right: "self",
  args: z.object({ text: z.string().check(visible("请输入要查找的内容"), upTo(60, "内容过长")) }),
  result: z.object({
    groups: z.array(
      z.object({
        kind: searchKind,
        hits: z.array(
          z.object({
            id,
            label: z.string(),
            /** State, number or place at the right. */
            hint: z.string(),
            /** Whether the label may be a person's name. */
            isPerson: z.boolean(),
          }),
        ),
        /** Whether there are more than are shown. */
        hasMore: z.boolean(),
      }),
    ),
  }),
  refusals: [],
});
export type SearchResult = z.output<typeof searchConsole.result>;
