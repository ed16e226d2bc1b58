import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { PersonKind } from "./export-list.ts";

/** The person of a row, and their whole mobile; missing: erased. */
export type RowPerson = { row_id: string; user_id: string; mobile?: string | null };
const statements: Readonly<Record<PersonKind, (ids: readonly string[]) => RawBuilder<RowPerson>>> = {
  signUp: (ids) => sql<RowPerson>`
    select s.signup_id as row_id, s.signup_id, s.user_id, s.person from signup s where s.signup_id = any(${[...ids]}::text[])
    union all
    select w.signup_id, w.signup_id, w.user_id, w.person from waitlist w where w.signup_id = any(${[...ids]}::text[])
    union all
    select c.signup_id, c.signup_id, c.user_id, null from signup_cancelled c where c.signup_id = any(${[...ids]}::text[])`,
  lead: (ids) => sql<RowPerson>`
    select l.lead_id as row_id, l.lead_id, l.activity_id, l.mobile_key, l.user_id, l.person from lead l
    where l.lead_id = any(${[...ids]}::text[]) and l.withdrawn_time is null`,
  koc: (ids) => sql<RowPerson>`
    select k.activity_id || '/' || k.user_id as row_id, k.user_id, u.idp_id, u.mobile
    from unnest(${[...ids]}::text[]) as i (row_id)
    join koc k on k.activity_id = split_part(i.row_id, '/', 1) and k.user_id = split_part(i.row_id, '/', 2)
    join app_user u on u.user_id = k.user_id`,
  share: (ids) => sql<RowPerson>`
    select i.row_id, u.user_id, u.idp_id, u.mobile from unnest(${[...ids]}::text[]) as i (row_id)
    join app_user u on u.user_id = split_part(i.row_id, '/', 2)`,
};

/** Finds the people of rows that a list has just answered, by the rows' ids; those of rows gone since are missing. */
export async function findRowPeople(
  db: Database,
  kind: PersonKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RowPerson>> {
  const { rows } = await statements[kind](ids).execute(db);
  return new Map(rows.map((row) => [row.row_id, row]));
}
