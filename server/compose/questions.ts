import { sql } from "kysely";
import type { FormField } from "#contract/activity.ts";
import { openQuestions, saveQuestions, type Questions } from "#contract/compose-questions.ts";
import { Refusal } from "#contract/errors.ts";
import type { Database } from "../database/database.ts";
import type { Calls } from "../http/calls.ts";
import type { ComposedRow } from "./store.ts";
import { words } from "./words.ts";

type Row = { questions: FormField[]; revision: string };

/** The questions of activities' forms; a revision is the digest of what stands. */
const questionStore = (db: Database) => ({
  async read(activityId: string): Promise<Row | null> {
    const { rows } = await sql<Row>`
      select form as questions, md5(form::text) as revision from activity where activity_id = ${activityId}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  /** @returns what stands now; null where it is another than `revision` */
  async replace(activityId: string, revision: string, questions: readonly FormField[]): Promise<Row | null> {
    const { rows } = await sql<Row>`
      update activity set form = ${JSON.stringify(questions)}::jsonb
      where activity_id = ${activityId} and md5(form::text) = ${revision}
      returning form as questions, md5(form::text) as revision`.execute(db);
    return rows[0] ?? null;
  },
});

/** Options belong to a choice; blanks around what is written are nobody's wish. */
const tidied = (one: FormField): FormField => ({
  ...one,
  label: one.label.trim(),
  placeholder: one.placeholder.trim(),
  options: one.kind === "select" ? one.options.map((option) => option.trim()) : [],
});

/** The questions of a form, by the link that composes its page. @param pageOf throws where a link is none */
export function questionRoutes(
  db: Database,
  calls: Calls,
  pageOf: (link: string) => Promise<ComposedRow>,
  forgetPages: () => void,
): void {
  const store = questionStore(db);
  const told = (row: Row | null): Questions => {
    if (row === null) throw new Refusal("conflict", { message: words.questionsMeanwhile });
    return row;
  };
  calls.on(openQuestions, async ({ link }) => told(await store.read((await pageOf(link)).activity_id)));
  calls.on(saveQuestions, async ({ link, revision, questions }) => {
    const { activity_id } = await pageOf(link);
    const standing = told(await store.replace(activity_id, revision, questions.map(tidied)));
    forgetPages();
    return standing;
  });
}
