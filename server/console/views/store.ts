import { sql } from "kysely";
import type { OperatorRole } from "#contract/console/rights.ts";
import type { SavedView } from "#contract/console/views.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";

/** Views of one list that an operator may keep. */
const MAX_VIEWS = 50;
type ViewRow = {
  view_id: string;
  name: string;
  state: SavedView["state"];
  shared_role: OperatorRole | null;
  is_own: boolean;
  is_default: boolean;
};
type ViewContent = {
  readonly page: string;
  readonly name: string;
  readonly state: SavedView["state"];
  readonly sharedRole: OperatorRole | null;
};
const roleOf = (operatorId: string) => sql`
  select g.role from operator_grant g where g.operator_id = ${operatorId}`;
/** Views that an operator may use: their own, and those that somebody of the same role has shared with it. */
const mayUse = (operatorId: string) => sql`(v.operator_id = ${operatorId} or (
  v.shared_role in (${roleOf(operatorId)})
  and exists (select from operator_grant a where a.operator_id = v.operator_id and a.role = v.shared_role)))`;

/** Statements of the view with which a list opens. */
const defaultStatements = (db: Database) => ({
  /** @returns false: the operator may not use the view */
  async setDefault(operatorId: string, page: string, viewId: string): Promise<boolean> {
    const { rows } = await sql`
      insert into saved_view_default (operator_id, page, view_id)
      select ${operatorId}, v.page, v.view_id from saved_view v
      where v.view_id = ${viewId} and v.page = ${page} and ${mayUse(operatorId)}
      on conflict (operator_id, page) do update set view_id = excluded.view_id returning 1`.execute(db);
    return rows.length > 0;
  },
  async clearDefault(operatorId: string, page: string): Promise<void> {
    await sql`
      delete from saved_view_default where operator_id = ${operatorId} and page = ${page}`.execute(db);
  },
});

/** Saved views of the console's lists. */
export const viewStore = (db: Database) => ({
  ...defaultStatements(db),
  /** Own views first, then by name. */
  async list(operatorId: string, page: string): Promise<ViewRow[]> {
    const { rows } = await sql<ViewRow>`
      select v.view_id, v.name, v.state, v.shared_role, v.operator_id = ${operatorId} as is_own,
        d.view_id is not null as is_default
      from saved_view v
      left join saved_view_default d
        on d.operator_id = ${operatorId} and d.page = v.page and d.view_id = v.view_id
      where v.page = ${page} and ${mayUse(operatorId)}
      order by v.operator_id = ${operatorId} desc, v.name, v.view_id limit 200`.execute(db);
    return rows;
  },
  /** Locks the operator's row, so that views that are added at once are counted. */
  async lockOwner(operatorId: string): Promise<void> {
    await sql`select from operator where operator_id = ${operatorId} for update`.execute(db);
  },
  /** Adds a view, after `lockOwner`. @returns its id; null: the operator has too many of this list */
  async add(
    operatorId: string,
    { page, name, state, sharedRole }: ViewContent,
    now: Date,
  ): Promise<string | null> {
    const viewId = newId();
    const { rows } = await sql`
      insert into saved_view
        (view_id, operator_id, page, name, state, shared_role, created_time, changed_time)
      select ${viewId}, ${operatorId}, ${page}, ${name}, ${JSON.stringify(state)}::jsonb, ${sharedRole}::text,
        ${now}, ${now}
      where (select count(*) from saved_view where operator_id = ${operatorId} and page = ${page}) < ${MAX_VIEWS}::int
      returning 1`.execute(db);
    return rows.length === 0 ? null : viewId;
  },
  /** Changes one of the operator's own views. @returns whether there is such a view */
  async change(
    operatorId: string,
    viewId: string,
    { page, name, state, sharedRole }: ViewContent,
    now: Date,
  ): Promise<boolean> {
    const { rows } = await sql`
      update saved_view set name = ${name}, state = ${JSON.stringify(state)}::jsonb,
        shared_role = ${sharedRole}::text, changed_time = ${now}
      where view_id = ${viewId} and operator_id = ${operatorId} and page = ${page} returning 1`.execute(db);
    return rows.length > 0;
  },
  /** @returns whether it was one of the operator's own */
  async remove(operatorId: string, viewId: string): Promise<boolean> {
    const { rows } = await sql`
      delete from saved_view where view_id = ${viewId} and operator_id = ${operatorId} returning 1`.execute(
      db,
    );
    return rows.length > 0;
  },
});
