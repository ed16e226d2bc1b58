import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { WorkingCalendar } from "./sla-rules.ts";

/** Reads the days that differ from Monday to Friday. */
export async function readWorkingCalendar(db: Database): Promise<WorkingCalendar> {
  const { rows } = await sql<{ day: string; is_working: boolean }>`
    select to_char(day, 'YYYY-MM-DD') as day, is_working from working_day order by day`.execute(db);
  return new Map(rows.map(({ day, is_working }) => [day, is_working]));
}

type ChangedDay = { readonly day: string; readonly isWorking: boolean | null };
/** Sets days, or removes them, so that the day of the week counts again. */
export async function changeWorkingDays(transaction: Database, days: readonly ChangedDay[]): Promise<void> {
  const input = JSON.stringify(days.map(({ day, isWorking }) => ({ day, is_working: isWorking })));
  const rows = sql`jsonb_to_recordset(${input}::jsonb) as d (day date, is_working boolean)`;
  await sql`delete from working_day where day in (select day from ${rows} where is_working is null)`.execute(
    transaction,
  );
  await sql`
    insert into working_day (day, is_working)
    select distinct on (day) day, is_working from ${rows} where is_working is not null
    on conflict (day) do update set is_working = excluded.is_working`.execute(transaction);
}
