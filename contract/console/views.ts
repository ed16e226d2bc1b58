import * as z from "zod/mini";
import { id, upTo, visible } from "../core/fields.ts";
import { defineOperatorCall } from "./operator-call.ts";
import { operatorRoleNames, type OperatorRight } from "./rights.ts";

/** Lists that have views, with the right to read each (requirement CO31). */
export const viewPages = {
  activities: "activity.read",
  guests: "signup.read",
  waitlist: "signup.read",
  leads: "lead.read",
  benefits: "benefit.read",
  coupons: "benefit.read",
  koc: "koc.read",
  shares: "share.read",
  dealers: "dealer.read",
  series: "dealer.read",
  banners: "activity.read",
  invitations: "invitation.issue",
  links: "link.read",
  complaints: "club.read",
  groups: "club.read",
  owners: "owner.read",
  products: "mall.read",
  stock: "mall.read",
  orders: "mall.read",
  "after-sales": "mall.read",
  refunds: "mall.read",
  dashboard: "figure.read",
  figures: "figure.read",
  exports: "export.masked",
  "rights-requests": "rights.handle",
  audit: "audit.read",
  operators: "operator.read",
} as const satisfies Readonly<Record<string, OperatorRight>>;
export type ViewPage = keyof typeof viewPages;
const page = z.enum(Object.keys(viewPages) as ViewPage[]);

/** Filter and sort as they stand in the page's address, and the shown columns. */
const viewState = z.object({
  query: z.string().check(z.maxLength(2000), z.regex(/^[^#\s]*$/, "筛选条件不正确")),
  columns: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(60))),
});
const savedView = z.object({
  viewId: id,
  name: z.string(),
  state: viewState,
  /** Role with which the view is shared; null: the operator's own only. */
  sharedRole: z.nullable(z.enum(operatorRoleNames)),
  isOwn: z.boolean(),
  isDefault: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;

/** The caller's own views of a list and those shared with one of their roles; without the list's right none. */
export const listViews = defineOperatorCall({
  name: "listViews",
  path: "views",
  kind: "read",
  right: "self",
  args: z.object({ page }),
  result: z.object({ views: z.array(savedView) }),
  refusals: [],
});
/** Saves a view, a new one or one of the caller's own. */
export const saveView = defineOperatorCall({
  name: "saveView",
  path: "views/save",
  kind: "write",
  right: "self",
  args: z.object({
    viewId: z.optional(id),
    page,
    name: z.string("请填写名称").check(visible("请填写名称"), upTo(20, "名称最多 20 个字")),
    state: viewState,
    /** One of the caller's own roles. */
    sharedRole: z.optional(z.nullable(z.enum(operatorRoleNames))),
  }),
  result: z.object({ viewId: id }),
  refusals: [],
});
/** Deletes one of the caller's own views, for those too with whom it was shared. */
export const removeView = defineOperatorCall({
  name: "removeView",
  path: "views/remove",
  kind: "write",
  right: "self",
  args: z.object({ viewId: id }),
  result: z.object({}),
  refusals: [],
});
/** Chooses the view with which a list opens for the caller; null: none. */
export const setDefaultView = defineOperatorCall({
  name: "setDefaultView",
  path: "views/default",
  kind: "write",
  right: "self",
  args: z.object({ page, viewId: z.nullable(id) }),
  result: z.object({}),
  refusals: [],
});
