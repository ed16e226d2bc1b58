import { sql, type RawBuilder } from "kysely";
import type { ComplaintDecision, ComplaintKind, ComplaintReason } from "#contract/club/complaints.ts";
import type { Database } from "../../database/connection/database.ts";
import type { HiddenBy } from "../rules.ts";

/** State that a decision changes: the status of the content, and the bar of its author. */
export type TargetState = {
  /** 1 shown, 2 hidden, 3 deleted; of a person 1, of a closed group 3. */
  readonly status: number;
  readonly hiddenBy: HiddenBy | null;
  /** Bar of the author or person; times in ISO 8601. */
  readonly bar: {
    readonly since: string;
    readonly until: string | null;
    readonly reason: string | null;
    readonly by: string | null;
  } | null;
};
export type LockedTarget = {
  /** Author, person or leader; null: a group without a leader. */
  readonly memberId: string | null;
  /** Whether the author has closed their account. */
  readonly isErased: boolean;
  /** Article in which a comment stands. */
  readonly articleId: string | null;
  readonly state: TargetState;
};
/** A decision as it is recorded. */
export type DecisionRecord = {
  readonly decisionId: string;
  readonly kind: ComplaintKind;
  readonly targetId: string;
  readonly memberId: string | null;
  readonly decision: ComplaintDecision;
  readonly reason: ComplaintReason | null;
  readonly days: number | null;
  /** null: by a complaint link. */
  readonly operatorId: string | null;
  readonly before: TargetState;
  readonly after: TargetState;
  /** Earlier decision that it changes. */
  readonly changes: string | null;
  readonly now: Date;
};
export type DecisionRow = {
  decision_id: string;
  kind: ComplaintKind;
  target_id: string;
  member_id: string | null;
  decision: ComplaintDecision;
  operator_id: string | null;
  before_state: TargetState;
  after_state: TargetState;
  changes: string | null;
};
export type Bar = {
  readonly since: Date;
  readonly until: Date | null;
  readonly reason: string | null;
  readonly by: string | null;
};

type LockedRow = {
  member_id: string | null;
  article_id: string | null;
  status: number;
  hidden_by: HiddenBy | null;
};
/** Statements that lock a target; content before its author, as every change of status does. */
const lockedTarget = (kind: ComplaintKind, id: string): RawBuilder<LockedRow> => {
  if (kind === "article")
    return sql<LockedRow>`select member_id, article_id, status, hidden_by from club_article where article_id = ${id} for no key update`;
  if (kind === "comment")
    return sql<LockedRow>`select c.member_id, c.article_id, c.status, c.hidden_by from club_comment c
      join club_article a on a.article_id = c.article_id where c.comment_id = ${id} for no key update of a, c`;
  if (kind === "group")
    return sql<LockedRow>`select (select ms.member_id from club_membership ms where ms.group_id = g.group_id and ms.status = 2
        and ms.role = 2 limit 1) as member_id, null as article_id,
        case when g.closed_time is null then 1 else 3 end as status, null as hidden_by
      from club_group g where g.group_id = ${id} for no key update`;
  return sql<LockedRow>`select coalesce(merged_into, member_id) as member_id, null as article_id, 1 as status, null as hidden_by
    from club_member where member_id = ${id}`;
};
const barOf = (row: Omit<Bar, "since"> & { since: Date | null }): TargetState["bar"] =>
  row.since === null
    ? null
    : {
        since: row.since.toISOString(),
        until: row.until?.toISOString() ?? null,
        reason: row.reason,
        by: row.by,
      };

/** Targets of decisions. */
const targetStore = (db: Database) => ({
  /** Locks what is decided, and its author. null: no such target */
  async lockTarget(kind: ComplaintKind, targetId: string): Promise<LockedTarget | null> {
    const { rows } = await lockedTarget(kind, targetId).execute(db);
    const [row] = rows;
    if (!row) return null;
    const { rows: members } = await sql<Omit<Bar, "since"> & { since: Date | null; is_erased: boolean }>`
      select barred_time as since, barred_until as until, barred_reason as reason, barred_by as by,
        deleted_time is not null as is_erased
      from club_member where member_id = ${row.member_id} for no key update`.execute(db);
    const [member] = members;
    return {
      memberId: row.member_id,
      isErased: member?.is_erased ?? false,
      articleId: row.article_id,
      state: { status: row.status, hiddenBy: row.hidden_by, bar: member ? barOf(member) : null },
    };
  },
  /** @param bar null: lifted */
  async setBar(memberId: string, bar: Bar | null): Promise<void> {
    await sql`update club_member set barred_time = ${bar?.since ?? null}, barred_until = ${bar?.until ?? null},
        barred_reason = ${bar?.reason ?? null}, barred_by = ${bar?.by ?? null}
      where member_id = (select coalesce(merged_into, member_id) from club_member where member_id = ${memberId})`.execute(
      db,
    );
  },
});

/** Decisions of operators. */
const recordStore = (db: Database) => ({
  /** The last decision about a target that stands; null: none */
  async findStanding(kind: ComplaintKind, targetId: string): Promise<string | null> {
    const { rows } = await sql<{ decision_id: string }>`select decision_id from club_decision
      where kind = ${kind} and target_id = ${targetId} and ended_time is null
      order by decision_id desc limit 1`.execute(db);
    return rows[0]?.decision_id ?? null;
  },
  /** Records a decision after its complaints have been settled under its id, and ends the one that it changes. */
  async record(made: DecisionRecord): Promise<void> {
    const { decisionId, operatorId, now, changes } = made;
    await sql`insert into club_decision (decision_id, kind, target_id, member_id, decision, reason, days, since_time,
        decided_time, operator_id, before_state, after_state, changes)
      select ${decisionId}, ${made.kind}, ${made.targetId}, ${made.memberId}, ${made.decision}, ${made.reason},
        ${made.days}, (select min(created_time) from club_report where decision_id = ${decisionId}), ${now},
        ${operatorId}, ${JSON.stringify(made.before)}::jsonb, ${JSON.stringify(made.after)}::jsonb, ${changes}`.execute(
      db,
    );
    if (changes !== null)
      await sql`update club_decision set ended_how = 'changed', ended_by = ${operatorId}, ended_time = ${now}
        where decision_id = ${changes} and ended_time is null`.execute(db);
  },
  /**
   * Ends a decision of the operator as taken back, once.
   * @param since earliest time of the decision
   * @returns null: not theirs, too old, or it does not stand any more
   */
  async end(decisionId: string, operatorId: string, since: Date, now: Date): Promise<DecisionRow | null> {
    const { rows } = await sql<DecisionRow>`
      update club_decision d set ended_how = 'undone', ended_by = ${operatorId}, ended_time = ${now}
      where decision_id = ${decisionId} and operator_id = ${operatorId} and ended_time is null
        and decided_time >= ${since} and not exists (select from club_decision later
          where later.kind = d.kind and later.target_id = d.target_id and later.decision_id > d.decision_id
            and later.ended_time is null)
      returning decision_id, kind, target_id, member_id, decision, operator_id, before_state, after_state, changes`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  /** Operator of the decision that another one changed; null: it changed none. */
  async findChanged(decisionId: string): Promise<{ operator_id: string | null } | null> {
    const { rows } = await sql<{ operator_id: string | null }>`
      select earlier.operator_id from club_decision d join club_decision earlier on earlier.decision_id = d.changes
      where d.decision_id = ${decisionId}`.execute(db);
    return rows[0] ?? null;
  },
  /** Makes a decision stand again whose change was taken back. */
  async revive(decisionId: string): Promise<{ decision: ComplaintDecision } | null> {
    const { rows } = await sql<{ decision: ComplaintDecision }>`
      update club_decision set ended_how = null, ended_by = null, ended_time = null
      where decision_id = ${decisionId} and ended_how = 'changed' returning decision`.execute(db);
    return rows[0] ?? null;
  },
});

export const decisionStore = (db: Database) => ({ ...targetStore(db), ...recordStore(db) });
