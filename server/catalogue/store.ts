import { sql } from "kysely";
import { seatsLeft, type CancellationColumns } from "../activity/index.ts";
import { withAuditEntry, type AuditActor, type AuditEntry } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";

export type ListedActivityRow = {
  activity_id: string;
  title: string;
  is_published: boolean;
  open_time: Date;
  close_time: Date;
} & Pick<CancellationColumns, "called_off_reason">;
/** Numbers of an activity; seats_left is null without a limit. */
export type ActivityStatistics = {
  sign_ups: number;
  seats_left: number | null;
  waiting: number;
  arrived: number;
  leads: number;
  coupons_sent: number;
  coupons_redeemed: number;
  koc_in_review: number;
  koc_accepted: number;
};

/** Lists every activity, drafts and withdrawn ones too, the latest first. */
export async function listActivities(db: Database): Promise<ListedActivityRow[]> {
  const { rows } =
    await sql<ListedActivityRow>`select activity_id, title, is_published, called_off_reason, open_time, close_time from activity
    order by start_time desc, activity_id desc`.execute(db);
  return rows;
}

/** @returns null if the activity does not exist */
export async function activityStatistics(
  db: Database,
  activityId: string,
  now: Date,
): Promise<ActivityStatistics | null> {
  const counted = (what: string) =>
    sql`(select count(*)::int from ${sql.raw(what)} and x.activity_id = a.activity_id)`;
  const { rows } = await sql<ActivityStatistics>`select
      ${counted("signup x where x.status = 'confirmed'")} as sign_ups, ${seatsLeft(sql`a`, now)} as seats_left,
      ${counted("waitlist x where x.state = 'waiting'")} as waiting,
      ${counted("signup x where x.checked_in_time is not null")} as arrived,
      ${counted("lead x where x.withdrawn_time is null")} as leads,
      ${counted("coupon c join benefit x on x.benefit_id = c.benefit_id where true")} as coupons_sent,
      ${counted("coupon c join benefit x on x.benefit_id = c.benefit_id where c.used_time is not null")} as coupons_redeemed,
      ${counted("koc x where x.status = 1")} as koc_in_review, ${counted("koc x where x.status = 2")} as koc_accepted
    from activity a where a.activity_id = ${activityId}`.execute(db);
  return rows[0] ?? null;
}

type ActedBy = { readonly by: AuditActor; readonly now: Date };
type PublicationState = Pick<ListedActivityRow, "is_published" | "called_off_reason">;
/** "again": the activity was already in that state. */
type PublicationOutcome = "done" | "again" | "noActivity";

/** Changes whether an activity is published or cancelled, and writes an audit entry if that was a change. */
function changePublication(
  db: Database,
  activityId: string,
  action: AuditEntry["action"],
  { by, now }: ActedBy,
  { isSo, make }: { isSo: (standing: PublicationState) => boolean; make: (db: Database) => Promise<unknown> },
): Promise<PublicationOutcome> {
  return withAuditEntry(
    db,
    async (transaction) => {
      const { rows } = await sql<PublicationState>`
        select is_published, called_off_reason from activity where activity_id = ${activityId} for update`.execute(
        transaction,
      );
      const [standing] = rows;
      if (standing === undefined) return "noActivity";
      if (isSo(standing)) return "again";
      await make(transaction);
      return "done";
    },
    (outcome) =>
      outcome === "done" ? { by, action, about: { kind: "activity", id: activityId }, outcome, now } : null,
  );
}

/**
 * Publishes an activity, or removes it from lists and its page at once, in every process
 * (http/cache/cache-invalidation.ts). Sign-ups stay. Publishing a cancelled activity ends its cancellation.
 */
export const setActivityPublished = (
  db: Database,
  activityId: string,
  isPublished: boolean,
  by: ActedBy,
): Promise<PublicationOutcome> =>
  changePublication(db, activityId, isPublished ? "catalogue.publish" : "catalogue.withdraw", by, {
    isSo: ({ is_published }) => is_published === isPublished,
    make: (transaction) =>
      sql`update activity set is_published = ${isPublished}, called_off_time = null, called_off_reason = null
        where activity_id = ${activityId}`.execute(transaction),
  });

/**
 * Cancels an activity: removes it from lists and its page, and notifies everybody who has signed up, is on
 * the waitlist or follows an old link. The row lock serialises it with changes of seats.
 * @param reason shown to guests, 1 to 60 characters
 */
export const cancelActivity = (
  db: Database,
  activityId: string,
  reason: string,
  by: ActedBy,
): Promise<PublicationOutcome> =>
  changePublication(db, activityId, "catalogue.callOff", by, {
    isSo: ({ called_off_reason }) => called_off_reason !== null,
    make: (transaction) =>
      sql`update activity set is_published = false, called_off_time = ${by.now}, called_off_reason = ${reason}
        where activity_id = ${activityId}`.execute(transaction),
  });
