import { sql } from "kysely";
import { PROCESS_NUMBERS } from "../../core/ids.ts";
import type { Database } from "../connection/database.ts";

type NumberRow = { readonly number: number };

export const processNumberStore = (db: Database) => ({
  /**
   * Leases a free number, chosen at random so that processes that start together rarely choose the same.
   * @returns null: none is free, or another process took the chosen one at the same moment
   */
  async lease(holder: string, seconds: number): Promise<number | null> {
    const { rows } = await sql<NumberRow>`
      insert into process_number as known (number, holder, leased_until)
      select number, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${seconds})
      from generate_series(0, ${PROCESS_NUMBERS - 1}::int) number
      where not exists (
        select from process_number taken where taken.number = number.number and leased_until > clock_timestamp())
      order by random() limit 1
      on conflict (number) do update set holder = excluded.holder, leased_until = excluded.leased_until
      where known.leased_until <= clock_timestamp()
      returning number`.execute(db);
    return rows[0]?.number ?? null;
  },
  /** Renews a lease, also a late one as long as no other process has the number. @returns whether it is still held */
  async renew(number: number, holder: string, seconds: number): Promise<boolean> {
    const { rows } = await sql<NumberRow>`
      update process_number set leased_until = clock_timestamp() + make_interval(secs => ${seconds})
      where number = ${number} and holder = ${holder}::uuid returning number`.execute(db);
    return rows.length === 1;
  },
  /** Whether any number is free. */
  async isAnyFree(): Promise<boolean> {
    const { rows } = await sql<{ taken: number }>`
      select count(*)::int as taken from process_number where leased_until > clock_timestamp()`.execute(db);
    return (rows[0]?.taken ?? 0) < PROCESS_NUMBERS;
  },
});
