import { sql, type RawBuilder } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import type { ContactResult } from "#contract/lead/desk.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Database } from "../database/connection/database.ts";
import { cityOf } from "../location/index.ts";
import { effectiveDealerId } from "../signup/index.ts";
import { exportMessages } from "./messages.ts";

/** Lists that can be exported for an activity. */
export type ExportKind = "signups" | "leads";
/** One exported person: the cells before and after the mobile's, which is the third, and the answers. */
export type ExportedRow = {
  readonly id: string;
  readonly mobile: string;
  readonly before: readonly [id: string, name: string];
  readonly after: readonly string[];
  readonly answers: Readonly<Record<string, string>>;
};

type PersonRecord = {
  id: string;
  name: string;
  mobile: string;
  answers: Record<string, string>;
  dealer: Pick<Organisation, "name" | "status"> | null;
  series_name: string | null;
  source: string | null;
  created_time: Date;
};
type SignUpRecord = PersonRecord & {
  from_time: Date;
  checked_in_time: Date | null;
  checked_in_by: string | null;
};
type LeadRecord = PersonRecord & {
  city_code: string;
  updated_time: Date;
  contact_result: ContactResult | null;
  contacted_by: string | null;
  contacted_time: Date | null;
};

/** Shanghai time in the format of spreadsheet programs. */
const timeOf = (time: Date | null): string =>
  time === null ? "" : toShanghaiIso(time).slice(0, 19).replace("T", " ");
const nameColumns = sql`r.name as series_name,
  case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer`;
const nameJoins = (alias: RawBuilder<unknown>, dealer = sql`${alias}.dealer_id`) => sql`
  left join organisation d on d.organisation_id = ${dealer}
  left join series r on r.series_code = ${alias}.series_code`;

const rowOf = (
  record: PersonRecord,
  after: (record: { series: string; dealer: string }) => string[],
): ExportedRow => ({
  id: record.id,
  mobile: record.mobile,
  before: [record.id, record.name],
  after: after({
    series: record.series_name ?? "",
    dealer: record.dealer === null ? "" : dealerDisplayName(record.dealer),
  }),
  answers: record.answers,
});

async function signUps(
  db: Database,
  activityId: string,
  after: string,
  limit: number,
): Promise<ExportedRow[]> {
  const u = sql`u`;
  const { rows } = await sql<SignUpRecord>`
    select u.signup_id, u.signup_id as id, u.person, u.checked_in_time, u.checked_in_by, u.created_time,
      u.channel ->> 'utm_source' as source, coalesce(s.start_time, a.start_time) as from_time, ${nameColumns}
    from signup u join activity a on a.activity_id = u.activity_id
    left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id ${nameJoins(u, effectiveDealerId(u))}
    where u.activity_id = ${activityId} and u.signup_id > ${after} order by u.signup_id limit ${limit}`.execute(
    db,
  );
  return rows.map((row) =>
    rowOf(row, ({ series, dealer }) => [
      series,
      dealer,
      timeOf(row.from_time),
      timeOf(row.created_time),
      row.source ?? "",
      timeOf(row.checked_in_time),
      row.checked_in_by ?? "",
    ]),
  );
}

async function leads(db: Database, activityId: string, after: string, limit: number): Promise<ExportedRow[]> {
  const { rows } = await sql<LeadRecord>`
    select l.lead_id, l.lead_id as id, l.activity_id, l.mobile_key, l.person, l.city_code, l.created_time, l.updated_time,
      l.last_touch ->> 'utm_source' as source, l.contact_result, l.contacted_by, l.contacted_time, ${nameColumns}
    from lead l ${nameJoins(sql`l`)}
    where l.activity_id = ${activityId} and l.withdrawn_time is null and l.lead_id > ${after}
    order by l.lead_id limit ${limit}`.execute(db);
  return rows.map((row) =>
    rowOf(row, ({ series, dealer }) => [
      cityOf(row.city_code)?.shortName ?? "",
      series,
      dealer,
      timeOf(row.created_time),
      timeOf(row.updated_time),
      row.source ?? "",
      row.contact_result === null ? "" : exportMessages.contacts[row.contact_result],
      timeOf(row.contacted_time),
      row.contacted_by ?? "",
    ]),
  );
}

/** Reads the next people of an activity after an id, in the order of ids, which is that of time. */
export const exportReaders = { signups: signUps, leads } as const satisfies Record<
  ExportKind,
  (db: Database, activityId: string, after: string, limit: number) => Promise<ExportedRow[]>
>;

/** The activity's own questions; null if the activity does not exist. */
export async function activityQuestions(
  db: Database,
  activityId: string,
): Promise<readonly FormField[] | null> {
  const { rows } = await sql<{ form: FormField[] }>`
    select form from activity where activity_id = ${activityId}`.execute(db);
  return rows[0]?.form ?? null;
}
