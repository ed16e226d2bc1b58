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
    /**
     * Decides an application once: a second reviewer changes nothing, and a place becomes free only if this
     * call declined.
     * @returns whether this call decided
     */
    review({ activityId, userId, status, reason }: KocDecision, by: AuditActor, now: Date): Promise<boolean> {
      const decide = async (transaction: Database): Promise<boolean> => {
        const { rows } = await sql<{ done: number }>`
          with done as (
            update koc set status = ${status}, reason = ${reason}::text, reviewed_time = ${now}
            where activity_id = ${activityId} and user_id = ${userId} and status = 1 returning status
          ), freed as (
            update koc_program set taken = taken - 1
            where activity_id = ${activityId} and exists (select from done where status = 3)
          )
          select count(*)::int as done from done`.execute(transaction);
        return rows[0]?.done === 1;
      };
      const about = { kind: "koc", id: `${activityId}/${userId}` };
      const outcome = status === 2 ? "accepted" : "declined";
      return withAuditEntry(database, decide, (isDecided) =>
        isDecided ? { by, action: "koc.review", about, outcome, now } : null,
      );
    },
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
