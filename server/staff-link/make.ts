import type { StaffLinkKind } from "#contract/console/basics/links.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { previewLinks } from "../activity/index.ts";
import { checkInLinkProblem } from "../check-in/index.ts";
import { whyNotComposable } from "../compose/index.ts";
import type { Clock } from "../core/clock.ts";
import type { Database } from "../database/connection/database.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import { createStaffLinks, type StaffLinkTable } from "../database/shared-tables/staff-links.ts";
import { leadLinkProblem } from "../lead/index.ts";

/** Table of the links of each kind, and the page that they open, below the pages' base; preview: the activity's own. */
export const staffLinkTables: Readonly<
  Record<StaffLinkKind, { readonly table: StaffLinkTable; readonly page: string | null }>
> = {
  "check-in": { table: "check_in_link", page: "check-in" },
  leads: { table: "lead_link", page: "check-in/leads" },
  compose: { table: "compose_link", page: "compose" },
  complaints: { table: "complaint_link", page: "club/complaints" },
  preview: { table: "preview_link", page: null },
};

/** Limits of a link; null: not limited. */
export type StaffLinkScope = {
  readonly activityId: string | null;
  readonly dealerId: string | null;
  readonly sessionId: string | null;
};
type NewStaffLink = StaffLinkScope & { readonly kind: StaffLinkKind; readonly days: number };
type LinkProblem = "noActivity" | "noSession" | "unknownDealer" | "noDealer" | "otherDealer" | "notOnline";
/** A link as it is handed out, once: its address without the origin. */
type IssuedStaffLink = {
  readonly linkId: string;
  readonly path: string;
  /** Path of the coupons of a preview. */
  readonly couponPath: string | null;
};

/** Reason why a link cannot be made; null: none. */
function findProblem(
  db: Database,
  { kind, activityId, dealerId, sessionId }: NewStaffLink,
): Promise<LinkProblem | null> {
  if (kind === "complaints") return Promise.resolve(null);
  if (activityId === null) return Promise.resolve("noActivity");
  const scope = { activity_id: activityId, dealer_id: dealerId, session_id: sessionId };
  if (kind === "check-in") return checkInLinkProblem(db, scope);
  if (kind === "leads") return leadLinkProblem(db, scope);
  // A preview finds out by itself that there is no such activity.
  return kind === "compose" ? whyNotComposable(db, activityId) : Promise.resolve(null);
}

/** Columns of a link's scope by its kind. */
function columnsOf({ kind, activityId, dealerId, sessionId }: NewStaffLink): Record<string, string | null> {
  if (kind === "complaints") return {};
  return {
    activity_id: activityId,
    ...((kind === "check-in" || kind === "leads") && { dealer_id: dealerId }),
    ...(kind === "check-in" && { session_id: sessionId }),
  };
}

/**
 * Makes a link for staff; the commands and the console call this function, so that what one refuses, all refuse.
 * @returns the link, whose secret is stored as a hash alone, or the problem
 */
export async function issueStaffLink(
  options: { readonly db: Database; readonly clock: Clock; readonly by: AuditActor },
  link: NewStaffLink,
): Promise<IssuedStaffLink | { readonly problem: LinkProblem }> {
  const problem = await findProblem(options.db, link);
  if (problem !== null) return { problem };
  const { table, page } = staffLinkTables[link.kind];
  if (page === null) {
    const preview = await previewLinks(options).add(link.activityId ?? "", link.days);
    return preview ?? { problem: "noActivity" };
  }
  const { linkId, token } = await createStaffLinks<Record<string, string | null>>(options, table).make(
    columnsOf(link),
    link.days,
  );
  return { linkId, path: `${WEB_BASE}${page}#${token}`, couponPath: null };
}
