import { sql } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import { openQuestions, saveQuestions, type FormQuestionSet } from "#contract/compose/questions.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "../activity/index.ts";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";
import { staffActor } from "../http/security/audit-actor.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { ComposedRow } from "./store.ts";
import { composeMessages } from "./messages.ts";

type Row = { questions: FormField[]; revision: string; saved_by: string | null; saved_time: Date | null };
export type FormQuestionsUpdate = {
  readonly activityId: string;
  /** Of what they are put in the place of. */
  readonly revision: string;
  readonly questions: readonly FormField[];
  /** As the operator names themselves. */
  readonly by: string;
  /** Whose link it is, for the audit log. */
  readonly actor: AuditActor;
  readonly now: Date;
};

async function readQuestions(db: Database, activityId: string): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select a.form as questions, md5(a.form::text) as revision, a.activity_id, s.saved_by, s.saved_time
    from activity a left join questions_saved s using (activity_id) where a.activity_id = ${activityId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The questions of activities' forms; a revision is the digest of what stands. */
export const formQuestionStore = (db: Database) => ({
  read: (activityId: string): Promise<Row | null> => readQuestions(db, activityId),
  /**
   * Puts questions in the place of those that stand, with who did it and the audit log's line: all or
   * nothing. @returns what stands now; null where it is another than `revision`
   */
  replace: ({ activityId, revision, questions, by, actor, now }: FormQuestionsUpdate): Promise<Row | null> =>
    withAuditEntry(
      db,
      async (transaction) => {
        const { rows } = await sql`
          update activity set form = ${JSON.stringify(questions)}::jsonb
          where activity_id = ${activityId} and md5(form::text) = ${revision} returning 1`.execute(
          transaction,
        );
        if (rows.length === 0) return null;
        await sql`
          insert into questions_saved (activity_id, saved_by, saved_time) values (${activityId}, ${encryptedText(by, "questions", activityId)}, ${now})
          on conflict (activity_id) do update set saved_by = excluded.saved_by, saved_time = excluded.saved_time`.execute(
          transaction,
        );
        return readQuestions(transaction, activityId);
      },
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

/** Options belong to a choice; blanks around what is written are nobody's wish. */
const normaliseQuestion = (one: FormField): FormField => ({
  ...one,
  label: one.label.trim(),
  placeholder: one.placeholder.trim(),
  options: one.kind === "select" ? one.options.map((option) => option.trim()) : [],
});

/** The questions of a form, by the link that composes its page. @param pageOf throws where a link is none */
export function questionRoutes(
  { db, clock, config }: AppContext,
  calls: RpcRouter,
  pageOf: (link: string) => Promise<ComposedRow>,
  forgetPages: () => void,
): void {
  const store = formQuestionStore(db);
  const told = (row: Row | null): FormQuestionSet => {
    if (row === null) throw new Refusal("conflict", { message: composeMessages.questionsMeanwhile });
    const { questions, revision, saved_by, saved_time } = row;
    return { questions, revision, savedBy: saved_by, savedTime: saved_time && toShanghaiIso(saved_time) };
  };
  calls.on(openQuestions, async ({ link }) => told(await store.read((await pageOf(link)).activity_id)));
  calls.on(saveQuestions, async ({ link, by, revision, questions }, caller) => {
    const { activity_id: activityId, link_id } = await pageOf(link);
    const standing = told(
      await store.replace({
        activityId,
        revision,
        questions: questions.map(normaliseQuestion),
        by: by.trim(),
        actor: staffActor(link_id, caller, config.brand),
        now: new Date(clock.now()),
      }),
    );
    forgetPages();
    return standing;
  });
}
