import { sql } from "kysely";
import type { ActivityEffect } from "#contract/console/activity/publication.ts";
import type { Database } from "../../database/connection/database.ts";
import { countAffectedGuests } from "../../signup/index.ts";
import { listDependentActivities } from "../dependents-store.ts";

type HeldRow = { coupons: number; koc_in_review: number; invitations: number };

/**
 * People and things that a change of an activity concerns, before it happens; `notified` and `offered` follow from the
 * change itself.
 */
export async function readEffect(
  db: Database,
  activityId: string,
  now: Date,
): Promise<Omit<ActivityEffect, "notified" | "offered"> & { following: number }> {
  const guests = await countAffectedGuests(db, activityId, now);
  const { rows } = await sql<HeldRow>`
    select (select count(*) from coupon c join benefit b on b.benefit_id = c.benefit_id
        where b.activity_id = ${activityId} and c.used_time is null and c.valid_to > ${now})::int as coupons,
      (select count(*) from koc k where k.activity_id = ${activityId} and k.status = 1)::int as koc_in_review,
      (select count(*) from sealed_code i where i.activity_id = ${activityId} and i.user_id is null
        and i.expires_time > ${now})::int as invitations`.execute(db);
  const held = rows[0] ?? { coupons: 0, koc_in_review: 0, invitations: 0 };
  const dependents = await listDependentActivities(db, activityId, now);
  return {
    guests: guests.upcoming,
    waiting: guests.waiting,
    following: guests.following + guests.waiting_following,
    coupons: held.coupons,
    kocInReview: held.koc_in_review,
    invitations: held.invitations,
    dependents: dependents.map(({ activity_id, title }) => ({ activityId: activity_id, title })),
  };
}
