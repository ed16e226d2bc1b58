import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { unnestIds, prepared } from "../../database/statements/prepared-statements.ts";
import type { SignUpActivity } from "./rules.ts";
import type { SignUpRow, SignUpTables } from "../tables.ts";

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

export const signUpStore = (database: Database) => ({
  /**
   * Reads an activity, and which of these people have a sign-up or a waitlist entry, in one statement. Each person is
   * looked up by the whole key; `offset 0` keeps the planner from scanning instead. Each table is named with the id, so
   * that a sharded database reads one shard.
   */
  async findEligibility(
    id: string,
    userIds: readonly string[],
  ): Promise<{ activity: SignUpActivity | null; known: readonly string[] }> {
    const { rows } = await sql<ActivityRow & { known: string[] | null; is_published: boolean }>`
      select a.activity_id, a.activity_type, a.sign_up_start_time, a.sign_up_end_time, a.quota, a.taken, a.process_key,
        a.node_key, a.series_codes, a.asks, a.form, a.is_published, p.version as process_version, p.is_enabled as process_enabled,
        (select array_agg(d.organisation_id) from activity_dealer d where d.activity_id = ${id}) as dealer_ids,
        (select json_agg(s) from activity_session s where s.activity_id = ${id}) as sessions,
        (select array_agg(asked.id) from ${unnestIds(userIds)}
          where exists (select from signup u where u.activity_id = ${id} and u.user_id = asked.id offset 0)
            or exists (select from waitlist w where w.activity_id = ${id} and w.user_id = asked.id offset 0)) as known
      from activity a left join flow_process p on p.activity_id = a.activity_id
      where a.activity_id = ${id} ${prepared}`.execute(database);
    const [row] = rows;
    return { activity: row?.is_published ? toSignUpActivity(row) : null, known: row?.known ?? [] };
  },
  async findSignUp(activityId: string, userId: string): Promise<SignUpRow | null> {
    const row = await database
      .withTables<SignUpTables>()
      .selectFrom("signup")
      .selectAll()
      .where("activity_id", "=", activityId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    return row ?? null;
  },
});
export type SignUpStore = ReturnType<typeof signUpStore>;

/**
 * Lists the ids of users with a sign-up or a waitlist entry of a full activity.
 * @returns null if the activity is not full, or if there are more than `most`
 */
export async function listPeopleIfFull(
  db: Database,
  activityId: string,
  most: number,
): Promise<readonly string[] | null> {
  const { rows } = await sql<{ user_id: string | null }>`
    select user_id from (
      select null::text as user_id from activity where activity_id = ${activityId} and taken >= quota
      union all select user_id from signup where activity_id = ${activityId}
      union all select user_id from waitlist where activity_id = ${activityId}
    ) everybody limit ${most + 1} ${prepared}`.execute(db);
  // The row of null stands for the full activity itself.
  const isFull = rows.some(({ user_id }) => user_id === null);
  if (!isFull || rows.length > most) return null;
  return rows.flatMap(({ user_id }) => user_id ?? []);
}
