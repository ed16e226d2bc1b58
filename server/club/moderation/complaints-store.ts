import { sql } from "kysely";
import type { ComplaintDecision, ComplaintKind } from "#contract/club/complaints.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { sha256 } from "../../core/secrets.ts";
import { articleJoins, articleColumns, type ArticleRow } from "../article/articles-store.ts";
import {
  commentColumns,
  toCommentRow,
  type CommentRow,
  type CommentWithReplyRow,
} from "../comment/comments-store.ts";
import type { DecisionRow } from "./decision-store.ts";
import { groupTextsStore } from "./group-texts-store.ts";
import { isBarredAt, memberColumns } from "../member/members-store.ts";
import type { MemberRow } from "../rules.ts";

/** Maximum number of single complaints shown for each target. */
const REPORTS_SHOWN = 20;

/** All complaints about one target that are open, or were decided together. */
export type ComplaintRow = {
  kind: ComplaintKind;
  target_id: string;
  count: number;
  newest_id: string;
  newest_time: Date;
  decision: ComplaintDecision | null;
  decided_by: string | null;
  settled_time: Date | null;
};
export type ReportRow = MemberRow & {
  kind: ComplaintKind;
  target_id: string;
  reason: "spam" | "abuse" | "false" | "privacy" | "illegal" | "other" | "review";
  detail: string;
  created_time: Date;
};
/** A row of content in any status, hidden and deleted included. */
export type WithStatus<R> = R & { status: number };
export type ReportedMemberRow = MemberRow & { is_barred: boolean };
/** @see `settle`; false only in the test that proves that the guard is needed. */
export type ComplaintDecisionOptions = { readonly isGuarded: boolean };
export type ComplaintSettlement = {
  readonly kind: ComplaintKind;
  readonly targetId: string;
  /** Last complaint that the operator has seen; later ones stay open. */
  readonly newestId: string;
  readonly decision: ComplaintDecision;
  /** Name that the operator has entered. */
  readonly by: string;
  readonly actor: AuditActor;
  readonly now: Date;
  /** Whether an earlier decision is changed. */
  readonly isAgain: boolean;
  /** Id under which the decision is recorded; absent: none. */
  readonly decisionId?: string;
};

/** Complaints by target, as the door of the links shows them. */
const listStore = (db: Database) => ({
  /** Targets by their newest complaint, the newest first. @param only restricts the list to one target */
  async list(
    isDecided: boolean,
    {
      before,
      limit,
      only,
    }: { before: string; limit: number; only?: { kind: ComplaintKind; targetId: string } },
  ): Promise<ComplaintRow[]> {
    const which = only ? sql`kind = ${only.kind} and target_id = ${only.targetId}` : sql`true`;
    const last = (column: string) => sql.raw(`(array_agg(${column} order by report_id desc))[1]`);
    const { rows } = await sql<ComplaintRow>`
      select kind, target_id, (count(*) filter (where reason <> 'review'))::int as count, max(report_id) as newest_id, ${last("created_time")} as newest_time,
        ${last("decision")} as decision, ${last("decided_by")} as decided_by, max(settled_time) as settled_time
      from club_report where ${isDecided ? sql`decision is not null` : sql`settled_time is null`} and ${which}
      group by kind, target_id having max(report_id) < ${before} order by max(report_id) desc limit ${limit}`.execute(
      db,
    );
    return rows;
  },
  async countWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select distinct kind, target_id from club_report where settled_time is null) w`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  },
  /** The newest single complaints about each target. */
  async listReports(isDecided: boolean, targets: readonly ComplaintRow[]): Promise<ReportRow[]> {
    const wanted = JSON.stringify(targets.map(({ kind, target_id }) => ({ kind, target_id })));
    const { rows } = await sql<ReportRow>`
      select r.kind, r.target_id, r.reason, r.detail, r.created_time, ${memberColumns("m")} from (
        select c.*, row_number() over (partition by c.kind, c.target_id order by c.report_id desc) as place
        from club_report c join jsonb_to_recordset(${wanted}::jsonb) as w(kind text, target_id text)
          on w.kind = c.kind and w.target_id = c.target_id
        where ${isDecided ? sql`c.decision is not null` : sql`c.settled_time is null`}
      ) r join club_member m on m.member_id = r.member_id
      where r.place <= ${REPORTS_SHOWN} order by r.report_id desc`.execute(db);
    return rows;
  },
});

/** Targets of complaints in any status, hidden and deleted ones included. */
const targetStore = (db: Database) => ({
  async findArticles(ids: readonly string[]): Promise<WithStatus<ArticleRow>[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<WithStatus<ArticleRow>>`
      select ${articleColumns(null)}, a.status from club_article a ${articleJoins} where a.article_id = any(${[...ids]}::text[])`.execute(
      db,
    );
    return rows;
  },
  async findComments(ids: readonly string[]): Promise<WithStatus<CommentRow>[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<WithStatus<CommentWithReplyRow>>`
      select c.status, ${commentColumns(null)} where c.comment_id = any(${[...ids]}::text[])`.execute(db);
    return rows.map((row) => ({ ...toCommentRow(row), status: row.status }));
  },
  /** Members by the requested ids; a merged member is returned as the one that remained. */
  async findPeople(ids: readonly string[], now: Date): Promise<Map<string, ReportedMemberRow>> {
    const { rows } = await sql<ReportedMemberRow & { asked: string }>`
      select asked.member_id as asked, ${memberColumns("m")}, ${isBarredAt("m", now)} as is_barred from club_member asked
      join club_member m on m.member_id = coalesce(asked.merged_into, asked.member_id)
      where asked.member_id = any(${[...ids]}::text[])`.execute(db);
    return new Map(rows.map(({ asked, ...row }) => [asked, row]));
  },
});

const decideStore = (db: Database) => ({
  /**
   * Decides open complaints. The condition on `settled_time` is the guard against two operators who decide at once.
   * @returns false: already decided
   */
  async settle(
    { kind, targetId, newestId, decision, by, actor, now, isAgain, decisionId }: ComplaintSettlement,
    { isGuarded }: ComplaintDecisionOptions = { isGuarded: true },
  ): Promise<boolean> {
    const open = isAgain ? sql`decision is not null` : isGuarded ? sql`settled_time is null` : sql`true`;
    const settle = (transaction: Database) =>
      sql`
      update club_report set settled_time = ${now}, decision = ${decision}, decision_id = ${decisionId ?? null},
        decided_by = ${encryptedText(by, "report", kind, targetId)}
      where kind = ${kind} and target_id = ${targetId} and report_id <= ${newestId} and ${open}
      returning report_id`.execute(transaction);
    const about = { kind, id: targetId };
    const { rows } = await withAuditEntry(db, settle, (done) =>
      done.rows.length === 0
        ? null
        : { by: actor, action: "complaint.decide", about, outcome: decision, now },
    );
    return rows.length > 0;
  },
  /**
   * Opens the complaints again that a decision has settled, or gives them the earlier decision back.
   * @param earlier the decision that was changed, with the name of who made it
   */
  async unsettle(
    { decision_id: decisionId, kind, target_id: targetId, changes }: DecisionRow,
    earlier: { readonly decision: ComplaintDecision; readonly name: string } | null,
  ): Promise<void> {
    if (earlier === null)
      await sql`update club_report set settled_time = null, decision = null, decided_by = null, decision_id = null
        where decision_id = ${decisionId}`.execute(db);
    else
      await sql`update club_report set decision = ${earlier.decision}, decision_id = ${changes},
          decided_by = ${encryptedText(earlier.name, "report", kind, targetId)},
          settled_time = (select decided_time from club_decision where decision_id = ${changes})
        where decision_id = ${decisionId}`.execute(db);
  },
});

export type ComplaintLinkRow = { link_id: string; last_used_time: Date | null; expires_time: Date };
/** Finds a valid staff link; null: unknown, expired or revoked. */
export async function findComplaintLink(
  db: Database,
  token: string,
  now: Date,
): Promise<ComplaintLinkRow | null> {
  const { rows } = await sql<ComplaintLinkRow>`
    select link_id, last_used_time, expires_time from complaint_link
    where token_hash = ${sha256(token)} and revoked_time is null and expires_time > ${now}`.execute(db);
  return rows[0] ?? null;
}

export const complaintsStore = (db: Database) => ({
  ...listStore(db),
  ...targetStore(db),
  ...decideStore(db),
  ...groupTextsStore(db),
});
