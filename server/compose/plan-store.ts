import { sql } from "kysely";
import type { PageBlock } from "#contract/blocks/blocks.ts";
import {
  withAuditEntry,
  inTransaction,
  writeAuditEntry,
  systemActor,
  type AuditActor,
} from "../database/shared-tables/audit-log.ts";
import { withActivityVersion } from "../activity/index.ts";
import type { Database } from "../database/connection/database.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";
import { newId } from "../core/ids.ts";
import { addVersion } from "./store.ts";

/** Content of a page from `publish_time` on. */
export type PlanRow = {
  activity_id: string;
  revision: string;
  based_on: number;
  blocks: PageBlock[];
  planned_by: string;
  planned_time: Date;
  publish_time: Date;
};
export type NewPlan = {
  readonly activityId: string;
  /** The published version that the operator has seen. */
  readonly basedOn: number;
  /** Revision of the plan that the operator has seen; null: none. */
  readonly replaces: string | null;
  readonly blocks: readonly PageBlock[];
  /** The name that the operator entered. */
  readonly by: string;
  readonly publishTime: Date;
  readonly actor: AuditActor;
  readonly now: Date;
};
type Cancelling = Pick<NewPlan, "activityId" | "actor" | "now"> & { readonly revision: string };

/** Scheduled publications of pages; each change of a plan writes an audit entry. */
export const planStore = (db: Database) => ({
  async read(activityId: string): Promise<PlanRow | null> {
    const { rows } = await sql<PlanRow>`
      select activity_id, revision, based_on, blocks, planned_by, planned_time, publish_time
      from page_plan where activity_id = ${activityId}`.execute(db);
    return rows[0] ?? null;
  },
  /** Adds or replaces a plan. @returns false if the page or its plan has changed since the operator saw it */
  put(plan: NewPlan): Promise<boolean> {
    const { activityId, publishTime, actor, now } = plan;
    return withAuditEntry(
      db,
      (transaction) => putPlan(transaction, plan),
      (isPlanned) =>
        isPlanned ? entryOf(activityId, actor, `planned for ${publishTime.toISOString()}`, now) : null,
    );
  },
  /** @returns whether there was such a plan */
  cancel({ activityId, revision, actor, now }: Cancelling): Promise<boolean> {
    return withAuditEntry(
      db,
      async (transaction) => {
        const { numAffectedRows } = await sql`
          delete from page_plan where activity_id = ${activityId} and revision = ${revision}`.execute(
          transaction,
        );
        return numAffectedRows === 1n;
      },
      (isCancelled) => (isCancelled ? entryOf(activityId, actor, "cancelled", now) : null),
    );
  },
  /**
   * Publishes the plan that is due longest as the page's next version, in one transaction that skips plans locked
   * by other processes.
   * @returns whether there was one
   */
  publishNext: (now: Date): Promise<boolean> =>
    inTransaction(db, async (transaction) => {
      const { rows } = await sql<Pick<PlanRow, "activity_id" | "revision" | "blocks" | "planned_by">>`
        select activity_id, revision, blocks, planned_by from page_plan where publish_time <= ${now}
        order by publish_time, activity_id limit 1 for update skip locked`.execute(transaction);
      const [plan] = rows;
      if (plan === undefined) return false;
      const { activity_id: activityId, blocks, planned_by: by } = plan;
      const shown = await sql<{ blocks_version: number }>`
        select blocks_version from activity where activity_id = ${activityId} for update`.execute(
        transaction,
      );
      const basedOn = shown.rows[0]?.blocks_version ?? 0;
      const version = await withActivityVersion(transaction, { activityId, by: systemActor, now }, () =>
        addVersion(transaction, { activityId, basedOn, blocks, by, now }, { isGuarded: true }),
      );
      await sql`delete from page_plan where activity_id = ${activityId}`.execute(transaction);
      await writeAuditEntry(transaction, {
        ...entryOf(activityId, systemActor, `version ${version}`, now),
        action: "page.change",
      });
      return true;
    }),
});
export type PlanStore = ReturnType<typeof planStore>;

const entryOf = (activityId: string, by: AuditActor, outcome: string, now: Date) => ({
  by,
  action: "page.plan" as const,
  about: { kind: "activity", id: activityId },
  outcome,
  now,
});

async function putPlan(
  db: Database,
  { activityId, basedOn, replaces, blocks, by, publishTime, now }: NewPlan,
): Promise<boolean> {
  const revision = newId();
  const seen = replaces ?? "";
  const { numAffectedRows } = await sql`
    insert into page_plan (activity_id, revision, based_on, blocks, planned_by, planned_time, publish_time)
    select activity_id, ${revision}, blocks_version, ${JSON.stringify(blocks)}::jsonb,
      ${encryptedText(by, "plan", activityId, revision)}, ${now}, ${publishTime}
    from activity where activity_id = ${activityId} and blocks_version = ${basedOn}
      and (${seen}::text = '' or exists (select from page_plan where activity_id = ${activityId} and revision = ${seen}))
    on conflict (activity_id) do update set revision = excluded.revision, based_on = excluded.based_on,
      blocks = excluded.blocks, planned_by = excluded.planned_by, planned_time = excluded.planned_time,
      publish_time = excluded.publish_time
    where page_plan.revision = ${seen}`.execute(db);
  return numAffectedRows === 1n;
}
