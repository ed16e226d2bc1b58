import { Refusal } from "#contract/errors.ts";
import { decideComplaint, openComplaints, type Complaint } from "#contract/community-complaints.ts";
import { momentOf } from "../activity/index.ts";
import type { Database } from "../database/database.ts";
import type { Calls } from "../http/calls.ts";
import type { Club } from "./club.ts";
import { openComplaintLink, type ComplaintRow, type Settling } from "./complaints-store.ts";
import { authorOf, idOfCursor, NEWEST, pageOf, type Fate } from "./rules.ts";
import type { Stream } from "./stream.ts";
import { words } from "./words.ts";

const statuses = { 1: "shown", 2: "hidden", 3: "deleted" } as const;
const statusOf = (status: number | undefined) => statuses[status as 1 | 2 | 3] ?? "deleted";
const idsOf = (rows: readonly ComplaintRow[], wanted: ComplaintRow["kind"]): string[] =>
  rows.flatMap(({ kind, target_id }) => (kind === wanted ? [target_id] : []));

/** Complaints as operators see them: a few statements a page, whatever it shows. */
async function presented(
  { complaints, present }: Club,
  rows: readonly ComplaintRow[],
  isDecided: boolean,
): Promise<Complaint[]> {
  if (rows.length === 0) return [];
  const [articleRows, commentRows, reports] = await Promise.all([
    complaints.articles(idsOf(rows, "article")),
    complaints.comments(idsOf(rows, "comment")),
    complaints.reports(isDecided, rows),
  ]);
  const writers = [...articleRows, ...commentRows].map(({ member_id }) => member_id);
  const [articles, comments, people] = await Promise.all([
    present.articles(articleRows, null),
    present.comments(commentRows, null),
    complaints.people([...new Set([...writers, ...idsOf(rows, "member")])]),
  ]);
  const written = new Map<string, { member_id: string; status: number }>([
    ...articleRows.map((row) => [`article ${row.article_id}`, row] as const),
    ...commentRows.map((row) => [`comment ${row.comment_id}`, row] as const),
  ]);
  return rows.flatMap((row): Complaint[] => {
    const { kind, target_id: targetId } = row;
    const found = written.get(`${kind} ${targetId}`);
    const person = people.get(kind === "member" ? targetId : (found?.member_id ?? ""));
    if (!person) return [];
    const { decision, decided_by: by, settled_time: time } = row;
    return [
      {
        kind,
        targetId,
        count: row.count,
        newestId: row.newest_id,
        newestTime: momentOf(row.newest_time),
        person: authorOf(person),
        barred: person.is_barred,
        status: kind === "member" ? "shown" : statusOf(found?.status),
        article: articles.find(({ articleId }) => kind === "article" && articleId === targetId) ?? null,
        comment: comments.find(({ commentId }) => kind === "comment" && commentId === targetId) ?? null,
        reports: reports
          .filter((one) => one.kind === kind && one.target_id === targetId)
          .map((one) => ({
            reporter: authorOf(one),
            reason: one.reason,
            detail: one.detail,
            createdTime: momentOf(one.created_time),
          })),
        decided: decision && by !== null && time ? { decision, by, time: momentOf(time) } : null,
      },
    ];
  });
}

/** Does what was decided; idempotent. @throws Refusal "notFound" */
async function carryOut(club: Club, { kind, targetId, decision, now }: Settling): Promise<void> {
  const comment = kind === "comment" ? await club.comments.standing(targetId, "") : null;
  const article = kind === "article" ? await club.articles.standing(targetId, "") : null;
  const memberId = kind === "member" ? targetId : (comment ?? article)?.member_id;
  if (memberId === undefined) throw new Refusal("notFound", { message: words.noArticle });
  if (decision === "bar") await club.complaints.bar(memberId, now);
  if (decision === "unbar") return club.complaints.bar(memberId, null);
  const fate: Fate = decision === "reject" ? { to: 1 } : { to: 2, by: "operators" };
  const { to } = fate;
  if (comment) await club.comments.setStatus(comment.article_id, targetId, fate);
  if (article) await club.articles.setStatus(targetId, fate);
  const written = comment ?? article;
  if (kind === "member" || !written || written.status === 3) return;
  // What was shown all the time is no news to its author; that operators leave it hidden is.
  if (to === 2 || written.status === 2)
    await club.tellAuthor({ kind, targetId, outcome: to === 2 ? "hidden" : "shown", by: "operators" });
}

/** Complaints, for operators who have a link to decide them (contract/community-complaints.ts). */
export function complaintRoutes(calls: Calls, db: Database, club: Club, stream: Stream): void {
  const { complaints } = club;
  const mustBeGood = async (token: string) => {
    const link = await openComplaintLink(db, token, club.time());
    if (link === null) throw new Refusal("notFound", { message: words.linkOver });
    return link;
  };
  calls.on(openComplaints, async ({ link, decided, cursor, pageSize }) => {
    const { expires_time } = await mustBeGood(link);
    const before = cursor === undefined ? NEWEST : idOfCursor(cursor);
    const [rows, waiting] = await Promise.all([
      complaints.list(decided, { before, limit: pageSize + 1 }),
      complaints.waiting(),
    ]);
    const { shown, nextCursor } = pageOf(rows, pageSize, ({ newest_id }) => newest_id);
    const list = await presented(club, shown, decided);
    return { expiresTime: momentOf(expires_time), waiting, list, nextCursor };
  });
  calls.on(decideComplaint, async ({ link, by, again, ...asked }, caller) => {
    const { link_id } = await mustBeGood(link);
    const { kind, targetId, decision } = asked;
    if (kind === "member" && decision === "hide")
      throw new Refusal("invalid", { fields: { decision: words.notHidden } });
    const actor = club.staff(link_id, caller);
    const settling = { ...asked, by: by.trim(), actor, now: club.time(), isAgain: again };
    if (!(await complaints.settle(settling)))
      throw new Refusal("conflict", { message: words.decidedMeanwhile });
    try {
      await carryOut(club, settling);
    } catch (error) {
      if (!again) await complaints.reopen(settling);
      throw error;
    }
    stream.look();
    const only = { kind, targetId };
    const rows = await complaints.list(true, { before: NEWEST, limit: 1, only });
    const [complaint] = await presented(club, rows, true);
    if (!complaint) throw new Refusal("notFound", { message: words.noArticle });
    return { complaint, waiting: await complaints.waiting() };
  });
}
