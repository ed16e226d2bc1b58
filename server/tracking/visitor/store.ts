import { sql } from "kysely";
import { trackingProjects } from "#contract/tracking/names.ts";
import type { Database } from "../../database/connection/database.ts";

/** SQL expression: a list of all projects, since a visitor's id may occur in each. */
const projects = sql`unnest(${[...trackingProjects]}::text[])`;

/**
 * Links a browser with a user, unless it is linked already. Locks the user's row, so that an erasure in progress comes
 * first and nothing is linked to an erased person.
 */
export async function linkVisitorTo(
  db: Database,
  anonymousId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await sql`
    with person as (select open_id from app_user where user_id = ${userId} for share)
    insert into tracked_identity (project, anonymous_id, login_id, created_time)
    select project, ${anonymousId}::text, open_id, ${now}::timestamptz from person, ${projects} as project
    on conflict (project, anonymous_id) do nothing`.execute(db);
}

/**
 * Moves a user's browsers to another user, who is the same person. The former public id becomes an id of the remaining
 * user, since stored events contain it.
 */
export async function mergeVisitors(db: Database, from: string, to: string): Promise<void> {
  await sql`
    update tracked_identity set login_id = (select open_id from app_user where user_id = ${to})
    where login_id = (select open_id from app_user where user_id = ${from})`.execute(db);
  await sql`
    insert into tracked_identity (project, anonymous_id, login_id, created_time)
    select project, f.open_id, t.open_id, now() from app_user f, app_user t, ${projects} as project
    where f.user_id = ${from} and t.user_id = ${to}
    on conflict (project, anonymous_id) do update set login_id = excluded.login_id`.execute(db);
}
