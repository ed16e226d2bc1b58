import { sql, type RawBuilder } from "kysely";
import { OWNER_REVIEW_TIME, type OwnerFilter, type OwnerReviewState } from "#contract/console/club/owners.ts";
import type { Database } from "../../database/connection/database.ts";
import { lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";
import { COUNT_LIMIT, type listQuery } from "../../http/console/list-query.ts";
import type { OwnerApplicationDetailRow } from "../store.ts";

/** An application with the applicant's name and the last answer of the maker's system. */
export type ListedOwnerRow = OwnerApplicationDetailRow & {
  row_id: string;
  sort_key: string;
  nickname: string;
  answer: "review" | "accepted" | "declined" | "failed" | null;
  answer_cause: string | null;
  answered_time: Date | null;
  reviewed_by: string | null;
};
type PageQuery = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit">;

const statuses: Readonly<Record<OwnerReviewState, 1 | 2 | 3>> = { review: 1, accepted: 2, declined: 3 };
/** Sortable columns; the oldest application first. */
export const ownerSorts = {
  sorts: {
    created: { expression: sql`a.created_time`, type: "timestamptz" },
    decided: { expression: sql`coalesce(a.decided_time, 'infinity')`, type: "timestamptz" },
  },
  id: sql`a.application_id`,
  defaultSort: { by: "created", isDescending: false },
} as const;

const columns = sql`a.application_id, a.user_id, a.mobile, a.vin, a.series_code, a.picture_id, a.consent_version, a.status,
  a.reason, a.created_time, a.decided_time, a.due_time, a.asked_time, a.tries, a.answer, a.answer_cause, a.answered_time,
  a.reviewed_by, s.name as series_name, u.nickname, a.application_id as row_id`;
const joins = sql`owner_application a join series s on s.series_code = a.series_code
  join app_user u on u.user_id = a.user_id`;

function found({ state, answer, seriesCode, isOverdue }: OwnerFilter, now: number): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (state !== undefined) conditions.push(sql`a.status = ${statuses[state]}`);
  if (answer === "none") conditions.push(sql`a.answer is null`);
  else if (answer !== undefined) conditions.push(sql`a.answer = ${answer}`);
  if (seriesCode !== undefined) conditions.push(sql`a.series_code = ${seriesCode}`);
  const overdue = sql`(a.status = 1 and a.created_time <= ${new Date(now - OWNER_REVIEW_TIME)})`;
  if (isOverdue !== undefined) conditions.push(sql`${overdue} = ${isOverdue}`);
  return sql`from ${joins} where ${sql.join(conditions, sql` and `)}`;
}

/** Reads a page of applications, and their number. @param now ms */
export async function listOwnerRows(
  db: Database,
  filter: OwnerFilter,
  now: number,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: ListedOwnerRow[]; counted: number }> {
  const from = found(filter, now);
  const { rows } = await sql<ListedOwnerRow>`
    select ${columns}, ${key} as sort_key ${from} and ${after} order by ${order} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${COUNT_LIMIT}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** Finds one application. */
export async function findOwnerRow(db: Database, applicationId: string): Promise<ListedOwnerRow | null> {
  const { rows } = await sql<ListedOwnerRow>`
    select ${columns}, '' as sort_key from ${joins} where a.application_id = ${applicationId}`.execute(db);
  return rows[0] ?? null;
}
/** Other applications of the same person, the newest first. */
export async function listEarlierRows(
  db: Database,
  { user_id, application_id }: Pick<ListedOwnerRow, "user_id" | "application_id">,
): Promise<ListedOwnerRow[]> {
  const { rows } = await sql<ListedOwnerRow>`
    select ${columns}, '' as sort_key from ${joins}
    where a.user_id = ${user_id} and a.application_id <> ${application_id}
    order by a.application_id desc limit 20`.execute(db);
  return rows;
}
/** Finds the applications of a mobile or a chassis number by its lookup key. */
export async function findOwnerRowsByNumber(db: Database, number: string): Promise<ListedOwnerRow[]> {
  const key = lookupKeyParameter(number);
  const { rows } = await sql<ListedOwnerRow>`
    select ${columns}, '' as sort_key from ${joins} where a.mobile_key = ${key} or a.vin_key = ${key}
    order by a.application_id desc limit 50`.execute(db);
  return rows;
}
/** Whether the car of an application is verified for another account. */
export async function isCarTaken(db: Database, applicationId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from owner_application a join owner_application o on o.vin_key = a.vin_key
    where a.application_id = ${applicationId} and o.status = 2 and o.user_id <> a.user_id`.execute(db);
  return rows.length > 0;
}

type OwnerCountRow = { review: number; overdue: number; failed: number; accepted: number; declined: number };
/** Counts applications. @param now ms */
export async function countOwnerRows(db: Database, now: number): Promise<OwnerCountRow> {
  const { rows } = await sql<OwnerCountRow>`
    select (count(*) filter (where status = 1))::int as review,
      (count(*) filter (where status = 1 and created_time <= ${new Date(now - OWNER_REVIEW_TIME)}))::int as overdue,
      (count(*) filter (where status = 1 and answer = 'failed'))::int as failed,
      (count(*) filter (where status = 2))::int as accepted, (count(*) filter (where status = 3))::int as declined
    from owner_application`.execute(db);
  return rows[0] ?? { review: 0, overdue: 0, failed: 0, accepted: 0, declined: 0 };
}
export async function listOwnerSeries(db: Database): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select series_code as code, name from series order by position`.execute(db);
  return rows;
}

/** Makes an application due at once, unless it is being asked about now. @returns false: decided, or being asked about */
export async function makeReviewDue(db: Database, applicationId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`update owner_application set due_time = ${now}, tries = 0
    where application_id = ${applicationId} and status = 1 and (asked_time is null or asked_time <= ${now})
    returning 1`.execute(db);
  return rows.length > 0;
}
/** Ends an accepted application once its person is an owner. */
export async function endAccepted(db: Database, applicationId: string): Promise<void> {
  await sql`update owner_application set due_time = null where application_id = ${applicationId}`.execute(db);
}
/** Locks all applications for the car of one, in one order, so that two acceptances wait for each other. */
export async function lockCar(db: Database, applicationId: string): Promise<void> {
  await sql`select 1 from owner_application where vin_key =
    (select vin_key from owner_application where application_id = ${applicationId})
    order by application_id for no key update`.execute(db);
}
