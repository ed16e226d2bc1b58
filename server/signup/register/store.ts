import { sql } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { ActivityDate } from "#contract/signup/signup.ts";
import { toShanghaiDate, toShanghaiIso, type CancellationColumns } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { unnestIds, prepared } from "../../database/statements/prepared-statements.ts";
import { seatExpiryTime } from "../seat-expiry-store.ts";
import { effectiveDealerId } from "../session-dealer-store.ts";
import { otherSessionCount } from "../self-service/store.ts";
import type { SoldOutCache } from "./sold-out-cache.ts";
import type { SignUpActivity } from "./rules.ts";
import type { SessionRow, SignUpRow, SignUpTables } from "../tables.ts";

type ActivityRow = Pick<
  SignUpTables["activity"],
  | "activity_id"
  | "activity_type"
  | "sign_up_start_time"
  | "sign_up_end_time"
  | "quota"
  | "taken"
  | "process_key"
  | "node_key"
  | "series_codes"
  | "asks"
  | "form"
> & {
  process_version: number | null;
  process_enabled: boolean | null;
  dealer_ids: string[] | null;
  sessions:
    | { session_id: string; dealer_id: string | null; start_time: string; quota: number; taken: number }[]
    | null;
};
/** A sign-up with what its ticket shows. */
export type TicketRow = SignUpRow &
  CancellationColumns &
  Pick<SignUpTables["activity"], "title" | "cover_url" | "activity_type"> & {
    longitude: number;
    latitude: number;
    series_name: string | null;
    /** dealer.ts */
    at_dealer_id: string | null;
    dealer: Pick<Organisation, "name" | "status"> | null;
    address: string;
    from_time: Date;
    to_time: Date;
    begins_time: Date;
    others: number;
    /** When its person came. */
    checked_in_time: Date | null;
  };

function toSignUpActivity(row: ActivityRow): SignUpActivity {
  return {
    activityId: row.activity_id,
    isOffline: row.activity_type === "localoffline",
    signUpStartTime: row.sign_up_start_time.getTime(),
    signUpEndTime: row.sign_up_end_time.getTime(),
    quota: row.quota,
    taken: row.taken,
    processKey: row.process_key,
    nodeKey: row.node_key,
    process:
      row.process_version === null
        ? null
        : { version: row.process_version, isEnabled: row.process_enabled ?? false },
    seriesCodes: row.series_codes,
    dealerIds: row.dealer_ids ?? [],
    asks: row.asks,
    form: row.form,
    sessions: (row.sessions ?? []).map((one) => ({
      sessionId: one.session_id,
      dealerId: one.dealer_id,
      startTime: Date.parse(one.start_time),
      quota: one.quota,
      taken: one.taken,
    })),
  };
}

const eligibilityStore = (database: Database) => ({
  /**
   * What the sign-up needs of an activity, and which of these people have or await anything of it, in one
   * statement. Each is looked up by the whole key (see `ofEach`): `offset 0` keeps the planner to it.
   */
  async findEligibility(
    id: string,
    userIds: readonly string[],
  ): Promise<{ activity: SignUpActivity | null; known: readonly string[] }> {
    const { rows } = await sql<ActivityRow & { known: string[] | null; is_published: boolean }>`
      select a.activity_id, a.activity_type, a.sign_up_start_time, a.sign_up_end_time, a.quota, a.taken, a.process_key,
        a.node_key, a.series_codes, a.asks, a.form, a.is_published, p.version as process_version, p.is_enabled as process_enabled,
        (select array_agg(d.organisation_id) from activity_dealer d where d.activity_id = a.activity_id) as dealer_ids,
        (select json_agg(s) from activity_session s where s.activity_id = a.activity_id) as sessions,
        (select array_agg(asked.id) from ${unnestIds(userIds)}
          where exists (select from signup u where u.activity_id = a.activity_id and u.user_id = asked.id offset 0)
            or exists (select from waitlist w where w.activity_id = a.activity_id and w.user_id = asked.id offset 0)) as known
      from activity a left join flow_process p on p.activity_id = a.activity_id
      where a.activity_id = ${id} ${prepared}`.execute(database);
    const [row] = rows;
    return { activity: row?.is_published ? toSignUpActivity(row) : null, known: row?.known ?? [] };
  },
});

export const signUpStore = (database: Database) => {
  const db = database.withTables<SignUpTables>();
  return {
    ...eligibilityStore(database),
    async findSignUp(activityId: string, userId: string): Promise<SignUpRow | null> {
      const row = await db
        .selectFrom("signup")
        .selectAll()
        .where("activity_id", "=", activityId)
        .where("user_id", "=", userId)
        .executeTakeFirst();
      return row ?? null;
    },
    /** The caller's own ticket; nobody else's is ever looked up. */
    async ticket(activityId: string, userId: string, now: Date): Promise<TicketRow | null> {
      const { rows } = await sql<TicketRow>`
        select u.*, ${effectiveDealerId(sql`u`)} as at_dealer_id, a.title, a.cover_url, a.activity_type, a.called_off_time,
          a.called_off_reason, r.name as series_name,
          coalesce(d.longitude, a.longitude) as longitude, coalesce(d.latitude, a.latitude) as latitude,
          case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
          coalesce(d.address, a.address) as address,
          coalesce(s.start_time, a.start_time) as from_time, coalesce(s.end_time, a.end_time) as to_time,
          ${seatExpiryTime} as begins_time, ${otherSessionCount(sql`u`, now)} as others
        from signup u join activity a on a.activity_id = u.activity_id
        left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id
        left join organisation d on d.organisation_id = ${effectiveDealerId(sql`u`)}
        left join series r on r.series_code = u.series_code
        where u.activity_id = ${activityId} and u.user_id = ${userId}`.execute(database);
      return rows[0] ?? null;
    },
    async isActivity(id: string): Promise<boolean> {
      const row = await db
        .selectFrom("activity")
        .select("activity_id")
        .where("activity_id", "=", id)
        .where("is_published", "=", true)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Sessions that have not begun, by Shanghai date; those of one dealer, or of none, where one is named. */
    async dates(activityId: string, dealerId: string | undefined, now: Date): Promise<ActivityDate[]> {
      let query = db
        .selectFrom("activity_session")
        .selectAll()
        .where("activity_id", "=", activityId)
        .where("start_time", ">", now);
      if (dealerId !== undefined)
        query = query.where((where) =>
          where.or([where("dealer_id", "=", dealerId), where("dealer_id", "is", null)]),
        );
      const rows = await query.orderBy("start_time").orderBy("session_id").execute();
      return byDate(rows);
    },
  };
};
/** With what is remembered of full activities. */
export type SignUpStore = ReturnType<typeof signUpStore> & { readonly soldOut: SoldOutCache };

function byDate(rows: readonly SessionRow[]): ActivityDate[] {
  const dates = new Map<string, ActivityDate>();
  for (const row of rows) {
    const date = toShanghaiDate(row.start_time);
    const found = dates.get(date) ?? { date, sessions: [] };
    dates.set(date, found);
    found.sessions.push({
      sessionId: row.session_id,
      startTime: toShanghaiIso(row.start_time),
      endTime: toShanghaiIso(row.end_time),
      quota: row.quota,
      remaining: Math.max(0, row.quota - row.taken),
    });
  }
  return [...dates.values()];
}
