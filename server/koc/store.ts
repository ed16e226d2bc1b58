import { sql } from "kysely";
import { publicNickname } from "#contract/session/default-nickname.ts";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { upsertRow, type UpsertResult } from "../database/statements/upsert-row.ts";
import { matchesSelector, type ActivitySelector } from "../activity/index.ts";
import { helperCountExpression } from "../share/index.ts";
import type { KocProgramRow, KocRow, KocTables } from "./tables.ts";

/** A programme with the fields of its activity that the page shows. */
export type KocProgramDetailRow = KocProgramRow &
  Pick<KocTables["activity"], "activity_type" | "title" | "cover_url" | "benefits">;
/** An application as a reviewer sees it. */
export type KocApplication = Pick<KocRow, "activity_id" | "user_id" | "applied_time"> & {
  title: string;
  /** As others see it: an invented name keeps only its digits. */
  nickname: string;
  mobile: string | null;
  goal: number;
  /** Number of friends who helped. */
  helpers: number;
};
/** Applications that are listed at once. */
export const MAX_LISTED_APPLICATIONS = 100;

export type KocDecision = {
  activityId: string;
  userId: string;
  status: 2 | 3;
  /** null unless declined. */
  reason: string | null;
};

/** Result of a decision: made, made before or no such application, or no place is left. */
export type KocDecisionResult = "done" | "notInReview" | "noPlace";

/** Locks programmes, in one order, so that decisions of their applications wait for each other. */
export async function lockPrograms(db: Database, activityIds: readonly string[]): Promise<void> {
  await sql`select 1 from koc_program where activity_id = any(${[...activityIds]}::text[])
    order by activity_id for update`.execute(db);
}

/**
 * Decides an application once: a second reviewer changes nothing, a place becomes free only if this call declined, and no
 * more are accepted than there are places (requirement CO65).
 */
export function decideKocApplication(
  db: Database,
  { activityId, userId, status, reason }: KocDecision,
  by: AuditActor,
  now: Date,
): Promise<KocDecisionResult> {
  const decide = async (transaction: Database): Promise<KocDecisionResult> => {
    await lockPrograms(transaction, [activityId]);
    const { rows } = await sql<{ was_waiting: boolean; is_done: boolean }>`
      with waiting as (
        select 1 from koc where activity_id = ${activityId} and user_id = ${userId} and status = 1
      ), done as (
        update koc set status = ${status}, reason = ${reason}::text, reviewed_time = ${now}
        where activity_id = ${activityId} and user_id = ${userId} and status = 1
          and (${status === 3} or (select count(*) from koc o where o.activity_id = ${activityId} and o.status = 2)
            < (select places from koc_program p where p.activity_id = ${activityId}))
        returning status
      ), freed as (
        update koc_program set taken = taken - 1
        where activity_id = ${activityId} and exists (select from done where status = 3)
      )
      select exists (select from waiting) as was_waiting, exists (select from done) as is_done`.execute(
      transaction,
    );
    if (rows[0]?.is_done) return "done";
    return rows[0]?.was_waiting ? "noPlace" : "notInReview";
  };
  const about = { kind: "koc", id: `${activityId}/${userId}` };
  const outcome = status === 2 ? "accepted" : "declined";
  return withAuditEntry(db, decide, (result) =>
    result === "done" ? { by, action: "koc.review", about, outcome, now } : null,
  );
}

export const kocStore = (database: Database) => {
  const db = database.withTables<KocTables>();
  return {
    /** Finds the programme of an activity that may be shown. */
    async program(selector: ActivitySelector): Promise<KocProgramDetailRow | null> {
      const { rows } = await sql<KocProgramDetailRow>`
        select p.*, a.activity_type, a.title, a.cover_url, a.benefits
        from koc_program p join activity a on a.activity_id = p.activity_id
        where ${matchesSelector(selector)}`.execute(database);
      return rows[0] ?? null;
    },
    /** The caller's own application; no caller of this function looks up somebody else's. */
    async own(activityId: string, userId: string): Promise<KocRow | null> {
      const row = await db
        .selectFrom("koc")
        .selectAll()
        .where("activity_id", "=", activityId)
        .where("user_id", "=", userId)
        .executeTakeFirst();
      return row ?? null;
    },
    /** Applications in review, at most 100: those with enough helping friends first, then the oldest. */
    async waiting(activityId: string | null = null): Promise<KocApplication[]> {
      const { rows } = await sql<KocApplication>`
        select k.activity_id, k.user_id, k.applied_time, a.title, u.nickname, u.idp_id, u.mobile, p.goal, h.helpers
        from koc k join koc_program p on p.activity_id = k.activity_id join activity a on a.activity_id = k.activity_id join app_user u on u.user_id = k.user_id
        cross join lateral (select ${helperCountExpression(sql`k.user_id`, sql`k.activity_id`)} as helpers) h
        where k.status = 1 and (${activityId}::text is null or k.activity_id = ${activityId})
        order by h.helpers >= p.goal desc, k.applied_time, k.user_id limit ${MAX_LISTED_APPLICATIONS}`.execute(
        database,
      );
      return rows.map((row) => ({ ...row, nickname: publicNickname(row.nickname) }));
    },
    /** Decides an application once, as `decideKocApplication`. @returns whether this call decided */
    review: async (decision: KocDecision, by: AuditActor, now: Date): Promise<boolean> =>
      (await decideKocApplication(database, decision, by, now)) === "done",
    async add(rows: readonly KocProgramRow[]): Promise<void> {
      if (rows.length > 0)
        await db
          .insertInto("koc_program")
          .values([...rows])
          // Makes an interrupted seeding repeatable.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
  };
};
export type KocStore = ReturnType<typeof kocStore>;

/**
 * Adds an activity's programme, or changes it; its places never fall below those taken. @param db a
 * transaction
 */
export const putKocProgram = (db: Database, { taken, ...row }: KocProgramRow): Promise<UpsertResult> =>
  upsertRow(db, "koc_program", row, {
    key: ["activity_id"],
    whenAdded: { taken },
    minimum: ["places", "taken"],
  });
