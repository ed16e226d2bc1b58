import { trimmed } from "#contract/core/text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { decideComplaint, openComplaints } from "#contract/club/complaints.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Database } from "../../database/connection/database.ts";
import { noteLinkUse } from "../../database/shared-tables/staff-links.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { findComplaintLink } from "./complaints-store.ts";
import { presentComplaints } from "./complaint-presenter.ts";
import { articleNotFound, groupNotFound } from "../refusals.ts";
import { parseIdCursor, MAX_ID, pageOfRows } from "../cursors.ts";
import { decideTarget, isDecisionAllowed } from "./decide.ts";
import type { ArticleStream } from "../article/article-stream.ts";
import { clubMessages } from "../messages.ts";

/** Decisions about complaints by operators, who authenticate by a staff link (contract/club/complaints.ts). */
export function complaintRoutes(
  calls: RpcRouter,
  db: Database,
  club: ClubContext,
  stream: ArticleStream,
): void {
  const { complaints } = club;
  const requireLink = async (token: string) => {
    const link = await findComplaintLink(db, token, club.time());
    if (link === null) throw new Refusal("notFound", { message: clubMessages.linkExpired });
    await noteLinkUse(db, "complaint_link", link, club.time());
    return link;
  };
  calls.on(openComplaints, async ({ link, decided, cursor, pageSize }) => {
    const { expires_time } = await requireLink(link);
    const before = cursor === undefined ? MAX_ID : parseIdCursor(cursor);
    const [rows, waiting] = await Promise.all([
      complaints.list(decided, { before, limit: pageSize + 1 }),
      complaints.countWaiting(),
    ]);
    const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ newest_id }) => newest_id);
    const list = await presentComplaints(club, shown, decided);
    return { expiresTime: toShanghaiIso(expires_time), waiting, list, nextCursor };
  });
  calls.on(decideComplaint, async ({ link, by, again, ...asked }, caller) => {
    const { link_id } = await requireLink(link);
    const { kind, targetId, decision } = asked;
    if (decision === "remove" || !isDecisionAllowed(kind, decision)) {
      const fault = kind === "member" ? clubMessages.membersNotHideable : clubMessages.decisionNotAllowed;
      throw new Refusal("invalid", { fields: { decision: fault } });
    }
    const actor = club.staffActor(link_id, caller);
    const settlement = { ...asked, by: trimmed(by), actor, now: club.time(), isAgain: again };
    const decided = await db
      .transaction()
      .execute((transaction) =>
        decideTarget(club, transaction, { ...settlement, operatorId: null, reason: null, days: null }),
      );
    if (decided === "gone") throw kind === "group" ? groupNotFound() : articleNotFound();
    if (decided === "decided") throw new Refusal("conflict", { message: clubMessages.decidedMeanwhile });
    stream.refresh();
    const only = { kind, targetId };
    const rows = await complaints.list(true, { before: MAX_ID, limit: 1, only });
    const [complaint] = await presentComplaints(club, rows, true);
    if (!complaint) throw articleNotFound();
    return { complaint, waiting: await complaints.countWaiting() };
  });
}
