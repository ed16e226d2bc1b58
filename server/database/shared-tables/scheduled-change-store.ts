import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import type { Database } from "../connection/database.ts";

/** Things whose publication can be planned. */
export type PlannedKind = "activity" | "product";
/** A change that waits for its time; `fields` are those that it publishes. */
export type PlannedChangeRow = {
  change_id: string;
  entity_id: string;
  action: "publish" | "withdraw";
  at_time: Date;
  fields: Readonly<Record<string, unknown>>;
  made_by: string;
};
export type RefusedPlanRow = Pick<PlannedChangeRow, "action" | "at_time"> & {
  faults: Record<string, string>;
};
const columns = sql`change_id, entity_id, action, at_time, fields, made_by`;

/** Planned publications and withdrawals of things of one kind. */
export const scheduleStore = (db: Database, kind: PlannedKind) => ({
  /** Plans a change, and replaces a waiting one of the same kind. */
  async put(plan: Omit<PlannedChangeRow, "change_id"> & { readonly now: Date }): Promise<string> {
    const { entity_id, action, at_time, fields, made_by, now } = plan;
    const changeId = newId();
    await this.cancel(entity_id, [action], now);
    await sql`insert into scheduled_change (change_id, kind, entity_id, action, at_time, fields, made_by, made_time, state)
      values (${changeId}, ${kind}, ${entity_id}, ${action}, ${at_time}, ${JSON.stringify(fields)}::jsonb, ${made_by}, ${now}, 'waiting')`.execute(
      db,
    );
    return changeId;
  },
  /** Cancels the waiting changes of a thing. */
  async cancel(entityId: string, actions: readonly PlannedChangeRow["action"][], now: Date): Promise<void> {
    await sql`update scheduled_change set state = 'cancelled', done_time = ${now}
      where kind = ${kind} and entity_id = ${entityId} and state = 'waiting' and action = any(${[...actions]}::text[])`.execute(
      db,
    );
  },
  /** @returns whether it was waiting */
  async cancelOne(entityId: string, changeId: string, now: Date): Promise<boolean> {
    const { numAffectedRows } = await sql`update scheduled_change set state = 'cancelled', done_time = ${now}
      where kind = ${kind} and entity_id = ${entityId} and change_id = ${changeId} and state = 'waiting'`.execute(
      db,
    );
    return numAffectedRows === 1n;
  },
  /** The waiting changes of a thing, the next one first. */
  async waiting(entityId: string): Promise<PlannedChangeRow[]> {
    const { rows } = await sql<PlannedChangeRow>`select ${columns} from scheduled_change
      where kind = ${kind} and entity_id = ${entityId} and state = 'waiting' order by at_time`.execute(db);
    return rows;
  },
  /** The last planned change, if it was refused. */
  async lastRefused(entityId: string): Promise<RefusedPlanRow | null> {
    const { rows } = await sql<RefusedPlanRow & { state: string }>`
      select action, at_time, faults, state from scheduled_change
      where kind = ${kind} and entity_id = ${entityId} and state <> 'cancelled'
      order by made_time desc, change_id desc limit 1`.execute(db);
    return rows[0]?.state === "refused" ? rows[0] : null;
  },
  /** Locks the change that is due longest; others skip it until the transaction ends. */
  async lockDue(now: Date): Promise<PlannedChangeRow | null> {
    const { rows } = await sql<PlannedChangeRow>`select ${columns} from scheduled_change
      where state = 'waiting' and kind = ${kind} and at_time <= ${now}
      order by at_time, change_id limit 1 for update skip locked`.execute(db);
    return rows[0] ?? null;
  },
  /** Begins a part of the transaction that can be undone alone. */
  beginTry: (): Promise<unknown> => sql`savepoint planned_change`.execute(db),
  undoTry: (): Promise<unknown> => sql`rollback to savepoint planned_change`.execute(db),
  async finish(
    changeId: string,
    state: "done" | "refused",
    faults: Readonly<Record<string, string>>,
    now: Date,
  ): Promise<void> {
    await sql`update scheduled_change set state = ${state}, faults = ${JSON.stringify(faults)}::jsonb, done_time = ${now}
      where change_id = ${changeId}`.execute(db);
  },
});
