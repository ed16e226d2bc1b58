import { sql } from "kysely";
import { STALE_SECONDS } from "#contract/console/watch/health.ts";
import { currentProcessNumber } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";

export type Heartbeat = {
  readonly processId: string;
  readonly host: string;
  readonly pid: number;
  readonly role: "all" | "public" | "console";
  readonly version: string;
  readonly started: Date;
  /** ms. */
  readonly loopDelay: number;
  readonly memoryBytes: number;
  readonly diskFree: number | null;
  readonly diskSize: number | null;
  readonly backupTime: Date | null;
  /** Last runs of its own tasks by name. */
  readonly tasks: Readonly<Record<string, { readonly at: number; readonly hasFailed: boolean }>>;
};
export type ProcessRow = {
  process_id: string;
  host: string;
  pid: number;
  number: number;
  role: "all" | "public" | "console";
  version: string;
  started_time: Date;
  age: number;
  is_stale: boolean;
  loop_delay: number;
  memory_bytes: string;
  disk_free: string | null;
  disk_size: string | null;
  backup_time: Date | null;
  tasks: Record<string, { at: number; hasFailed: boolean }>;
};
/** Slot of five minutes by the database's clock. */
const SLOT = sql`date_bin('5 minutes', clock_timestamp(), timestamptz '2020-01-01')`;

export const heartbeatStore = (db: Database) => ({
  /** Writes a process's row, and adds the outcomes of its sign-up attempts since the last one. */
  async write(heartbeat: Heartbeat, signUps: readonly { outcome: string; count: number }[]): Promise<void> {
    const { processId, host, pid, role, version, started, loopDelay, memoryBytes, tasks } = heartbeat;
    const { diskFree, diskSize, backupTime } = heartbeat;
    await sql`
      insert into process_heartbeat (process_id, number, host, pid, role, version, started_time, seen_time, loop_delay,
        memory_bytes, disk_free, disk_size, backup_time, tasks)
      values (${processId}::uuid, ${currentProcessNumber()}, ${host}, ${pid}, ${role}, ${version}, ${started},
        clock_timestamp(), ${loopDelay}, ${Math.round(memoryBytes)}, ${diskFree}::bigint, ${diskSize}::bigint,
        ${backupTime}::timestamptz, ${JSON.stringify(tasks)}::jsonb)
      on conflict (process_id) do update set number = excluded.number, seen_time = excluded.seen_time,
        loop_delay = excluded.loop_delay, memory_bytes = excluded.memory_bytes, disk_free = excluded.disk_free,
        disk_size = excluded.disk_size, backup_time = excluded.backup_time, tasks = excluded.tasks`.execute(
      db,
    );
    for (const { outcome, count } of signUps)
      await sql`
        insert into sign_up_outcome as s (slot, outcome, count) values (${SLOT}, ${outcome}, ${count})
        on conflict (slot, outcome) do update set count = s.count + excluded.count`.execute(db);
  },
  /** Removes a process that stops, and what is older than a day. */
  async remove(processId: string): Promise<void> {
    await sql`
      delete from process_heartbeat where process_id = ${processId}::uuid
        or seen_time < clock_timestamp() - interval '1 day'`.execute(db);
    await sql`delete from sign_up_outcome where slot < clock_timestamp() - interval '1 day'`.execute(db);
  },
  /** All processes of the last day, the longest running first; those that stopped properly are gone. */
  async list(): Promise<ProcessRow[]> {
    const { rows } = await sql<ProcessRow>`
      select process_id, host, pid, number, role, version, started_time, loop_delay, memory_bytes::text as memory_bytes,
        disk_free::text as disk_free, disk_size::text as disk_size, backup_time, tasks,
        extract(epoch from clock_timestamp() - seen_time)::int as age,
        seen_time < clock_timestamp() - make_interval(secs => ${STALE_SECONDS}) as is_stale
      from process_heartbeat where seen_time > clock_timestamp() - interval '1 day'
      order by host, started_time, process_id`.execute(db);
    return rows;
  },
  /** Outcomes of the last hour in slots of five minutes, empty ones too, the first one first. */
  async signUps(): Promise<{ slot: Date; outcomes: { outcome: string; count: number }[] }[]> {
    const { rows } = await sql<{ slot: Date; outcomes: { outcome: string; count: number }[] }>`
      select g.slot, coalesce(jsonb_agg(jsonb_build_object('outcome', s.outcome, 'count', s.count) order by s.outcome)
        filter (where s.outcome is not null), '[]'::jsonb) as outcomes
      from generate_series(${SLOT} - interval '55 minutes', ${SLOT}, interval '5 minutes') as g (slot)
      left join sign_up_outcome s on s.slot = g.slot group by g.slot order by g.slot`.execute(db);
    return rows;
  },
});
