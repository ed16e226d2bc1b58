import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

export type DatabaseState = {
  version: string;
  size_bytes: string;
  connections: number;
  max_connections: number;
  oldest_transaction: number;
};
/** State of the database. */
export async function readDatabaseState(db: Database): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select current_setting('server_version') as version, pg_database_size(current_database())::text as size_bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as max_connections,
      coalesce((select extract(epoch from clock_timestamp() - min(xact_start))::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()), 0) as oldest_transaction`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error("the database did not tell its state");
  return row;
}

export type KeyRow = { key_id: string; used_time: Date | null; is_in_use: boolean };
/** Data keys of the database, and secrets by kind with the day of the last one. */
export async function readKeys(
  db: Database,
): Promise<{ readonly keys: readonly KeyRow[]; readonly secrets: readonly { name: string; time: Date }[] }> {
  const { rows: keys } = await sql<KeyRow>`
    select key_id, used_time, used_time is not null
      and used_time = (select max(used_time) from data_key) as is_in_use from data_key order by key_id`.execute(
    db,
  );
  const { rows: secrets } = await sql<{ name: string; time: Date }>`
    select name, created_time as time from server_secret
    union all select 'identity ' || kind, max(created_time) from identity_key group by kind order by 1`.execute(
    db,
  );
  return { keys, secrets };
}

/** Last sealed day of the audit log; null: none. */
export async function lastSealedDay(db: Database): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(max(day), 'YYYY-MM-DD') as day from audit_day_seal`.execute(db);
  return rows[0]?.day ?? null;
}
