import { sql } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import { withActivityVersion } from "../activity/index.ts";
import type { Database } from "../database/connection/database.ts";
import { announceContent } from "../database/shared-tables/change-announcement-store.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";

export type FormQuestionsRow = {
  questions: FormField[];
  revision: string;
  saved_by: string | null;
  saved_time: Date | null;
};
export type FormQuestionsUpdate = {
  readonly activityId: string;
  /** The revision of the questions to replace. */
  readonly revision: string;
  readonly questions: readonly FormField[];
  /** The name that the operator entered. */
  readonly by: string;
  /** The link's audit actor. */
  readonly actor: AuditActor;
  readonly now: Date;
};

async function readQuestions(db: Database, activityId: string): Promise<FormQuestionsRow | null> {
  const { rows } = await sql<FormQuestionsRow>`
    select a.form as questions, md5(a.form::text) as revision, a.activity_id, s.saved_by, s.saved_time
    from activity a left join questions_saved s using (activity_id) where a.activity_id = ${activityId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The questions of sign-up forms; a revision is the digest of the stored questions. */
export const formQuestionStore = (db: Database) => ({
  read: (activityId: string): Promise<FormQuestionsRow | null> => readQuestions(db, activityId),
  /**
   * Replaces the questions and records the author and the audit entry in one transaction.
   * @returns the new row; null if `revision` is no longer current
   */
  replace: ({
    activityId,
    revision,
    questions,
    by,
    actor,
    now,
  }: FormQuestionsUpdate): Promise<FormQuestionsRow | null> =>
    withAuditEntry(
      db,
      (transaction) =>
        withActivityVersion(transaction, { activityId, by: actor, now }, async () => {
          const { rows } = await sql`
            update activity set form = ${JSON.stringify(questions)}::jsonb
            where activity_id = ${activityId} and md5(form::text) = ${revision} returning 1`.execute(
            transaction,
          );
          if (rows.length === 0) return null;
          await announceContent(transaction, "activity_told");
          await sql`
            insert into questions_saved (activity_id, saved_by, saved_time) values (${activityId}, ${encryptedText(by, "questions", activityId)}, ${now})
            on conflict (activity_id) do update set saved_by = excluded.saved_by, saved_time = excluded.saved_time`.execute(
            transaction,
          );
          return readQuestions(transaction, activityId);
        }),
      (row) =>
        row && {
          by: actor,
          action: "form.change",
          about: { kind: "activity", id: activityId },
          outcome: `${questions.length} questions`,
          now,
        },
    ),
});
