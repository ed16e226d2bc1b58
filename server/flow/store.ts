import { sql } from "kysely";
import type { FlowProcessDefinition } from "#contract/flow/process.ts";
import type { Database } from "../database/connection/database.ts";
import { inTransaction } from "../database/shared-tables/audit-log.ts";
import { announceContent } from "../database/shared-tables/change-announcement-store.ts";
import { lookupKeyParameter, EncryptedParameter } from "../database/encryption/encrypted-columns.ts";
import type { FlowActivity } from "./evaluate/facts.ts";

type ActivityRow = {
  activity_id: string;
  activity_type: "localoffline" | "online";
  sign_up_start_time: Date;
  sign_up_end_time: Date;
  quota: number | null;
  taken: number;
  process_key: string;
  node_key: string;
  version: number | null;
  is_enabled: boolean | null;
};
/** A value that the operator sets for a mobile; null removes it. */
export type PersonField = {
  readonly mobile: string;
  readonly field: string;
  readonly value: string | null;
};
/** A query about one person; empty lists are not looked up. */
export type Lookup = {
  readonly userId: string | null;
  readonly mobile: string | null;
  readonly activityIds: readonly string[];
  readonly fields: readonly string[];
};
export type LookupResult = {
  readonly signedUp: readonly string[];
  /** Includes unpublished activities, since a completed step stays completed. */
  readonly tasks: readonly { activityId: string; title: string; isOffline: boolean; isPublished: boolean }[];
  readonly fields: Readonly<Record<string, string>>;
};

const readStore = (database: Database) => ({
  /**
   * Finds an activity with the state of its process, in one statement.
   * @param which "any" includes drafts, whose process may be published before them
   */
  async findActivity(id: string, which: "published" | "any" = "published"): Promise<FlowActivity | null> {
    const { rows } = await sql<ActivityRow>`
      select a.activity_id, a.activity_type, a.sign_up_start_time, a.sign_up_end_time, a.quota, a.taken,
        a.process_key, a.node_key, p.version, p.is_enabled
      from activity a left join flow_process p on p.activity_id = a.activity_id
      where a.activity_id = ${id} and (a.is_published or ${which} = 'any')`.execute(database);
    const [row] = rows;
    if (!row) return null;
    return {
      activityId: row.activity_id,
      isOffline: row.activity_type === "localoffline",
      signUpStartTime: row.sign_up_start_time.getTime(),
      signUpEndTime: row.sign_up_end_time.getTime(),
      quota: row.quota,
      taken: row.taken,
      processKey: row.process_key,
      nodeKey: row.node_key,
      process: row.version === null ? null : { version: row.version, isEnabled: row.is_enabled ?? false },
    };
  },
  async processExists(processKey: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from flow_process where process_key = ${processKey}
      union all select 1 from activity where process_key = ${processKey} limit 1`.execute(database);
    return rows.length > 0;
  },
  /** Finds a stored version, not validated. @returns undefined if there is none */
  async findDefinition(processKey: string, version: number): Promise<unknown> {
    const { rows } = await sql<{ definition: unknown }>`
      select definition from flow_definition where process_key = ${processKey} and version = ${version}`.execute(
      database,
    );
    return rows[0]?.definition;
  },
  /** Finds all facts about one person that are not part of the session, in one statement. */
  async lookUp({ userId, mobile, activityIds, fields }: Lookup): Promise<LookupResult> {
    const { rows } = await sql<Omit<LookupResult, "fields"> & { person_fields: LookupResult["fields"] }>`
      select
        coalesce((select json_agg(activity_id) from signup
          where user_id = ${userId} and activity_id = any(${activityIds}::text[])), '[]'::json) as "signedUp",
        coalesce((select json_agg(json_build_object('activityId', activity_id, 'title', title,
            'isOffline', activity_type = 'localoffline', 'isPublished', is_published)) from activity
          where activity_id = any(${activityIds}::text[])), '[]'::json) as tasks,
        coalesce((select json_object_agg(field, value) from person_field
          where mobile_key = ${lookupKeyParameter(mobile)} and field = any(${fields}::text[])), '{}'::json) as person_fields,
        ${lookupKeyParameter(mobile)}::text as mobile_key`.execute(database);
    const [row] = rows;
    if (!row) return { signedUp: [], tasks: [], fields: {} };
    return { signedUp: row.signedUp, tasks: row.tasks, fields: row.person_fields };
  },
});

/** Queries for the references of a process. */
const referenceStore = (database: Database) => ({
  /** Returns those of these activities that exist, including drafts. */
  async findExistingActivities(activityIds: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ activity_id: string }>`
      select activity_id from activity where activity_id = any(${[...activityIds]}::text[])`.execute(
      database,
    );
    return new Set(rows.map(({ activity_id }) => activity_id));
  },
  async listSeriesNames(): Promise<Map<string, string>> {
    const { rows } = await sql<{ series_code: string; name: string }>`
      select series_code, name from series`.execute(database);
    return new Map(rows.map(({ series_code, name }) => [series_code, name]));
  },
});

const writeStore = (database: Database) => ({
  /**
   * Stores a definition as the next version and makes it current, in one statement.
   * @returns the version; null if the key belongs to another activity
   */
  async publish(
    process: { processKey: string; activityId: string; isEnabled: boolean },
    definition: FlowProcessDefinition,
    now: Date,
  ): Promise<number | null> {
    const { processKey, activityId, isEnabled } = process;
    return inTransaction(database, async (db) => {
      const { rows } = await sql<{ version: number }>`
      with counted as (
        insert into flow_process (process_key, activity_id, version, is_enabled)
        values (${processKey}, ${activityId}, 1, ${isEnabled})
        on conflict (process_key) do update set version = flow_process.version + 1, is_enabled = excluded.is_enabled
          where flow_process.activity_id = excluded.activity_id
        returning process_key, version
      )
      insert into flow_definition (process_key, version, definition, created_time)
      select process_key, version, ${JSON.stringify(definition)}::jsonb, ${now} from counted
      returning version`.execute(db);
      if (rows.length > 0) await announceContent(db, "flow_process_told");
      return rows[0]?.version ?? null;
    });
  },
  async setField({ mobile, field, value }: PersonField): Promise<void> {
    await (
      value === null
        ? sql`delete from person_field where mobile_key = ${lookupKeyParameter(mobile)} and field = ${field}`
        : sql`insert into person_field (mobile_key, field, value)
            values (${lookupKeyParameter(mobile)}, ${field}, ${new EncryptedParameter((keyring) => keyring.encrypt(value, "field", keyring.lookup(mobile), field))})
            on conflict (mobile_key, field) do update set value = excluded.value`
    ).execute(database);
  },
});

export const flowStore = (database: Database) => ({
  ...readStore(database),
  ...referenceStore(database),
  ...writeStore(database),
});
export type FlowStore = ReturnType<typeof flowStore>;
