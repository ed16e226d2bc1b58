import { sql } from "kysely";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import {
  seatsLeft,
  withActivityConsequences,
  withActivityVersion,
  type CancellationColumns,
} from "../activity/index.ts";
import { withAuditEntry, type AuditActor, type AuditEntry } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { personRowInScope } from "../database/statements/operator-scope.ts";
import { countActivityFigures } from "../figure/index.ts";

export type ListedActivityRow = {
  activity_id: string;
  title: string;
  is_published: boolean;
  open_time: Date;
  close_time: Date;
} & Pick<CancellationColumns, "called_off_reason">;
/** Numbers of an activity, in the order in which commands print them; seats_left is null without a limit. */
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

/**
 * Counts an activity by the definitions of the console's figures (requirement CO79).
 * @param scopes of the operator who reads; default: everything counts
 * @returns null if the activity does not exist
 */
export async function activityStatistics(
  db: Database,
  activityId: string,
  now: Date,
  scopes: readonly GrantScope[] = [everyScope],
): Promise<ActivityStatistics | null> {
  const { rows } = await sql<Pick<ActivityStatistics, "seats_left" | "koc_in_review">>`select
      ${seatsLeft(sql`a`, now)} as seats_left,
      (select count(*)::int from koc x where x.status = 1 and x.activity_id = a.activity_id
        and ${personRowInScope(scopes, "a", sql`a.dealer_id`)}) as koc_in_review
    from activity a where a.activity_id = ${activityId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const figures = await countActivityFigures(db, activityId, scopes);
  return {
    sign_ups: figures.signUps,
    seats_left: row.seats_left,
    waiting: figures.waiting,
    arrived: figures.arrivals,
    leads: figures.leads,
    coupons_sent: figures.couponsSent,
    coupons_redeemed: figures.couponsRedeemed,
    koc_in_review: row.koc_in_review,
    koc_accepted: figures.kocAccepted,
  };
}

/** Advisory lock: one catalogue is imported at a time. */
const IMPORT_LOCK = 7_204_518_822;
/** Waits for other imports to end. @param db a transaction, which holds the lock until its end */
export async function lockImports(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(db);
}

/** The ids among the given ones that a table contains. */
export async function existingIds(
  db: Database,
  table: "activity" | "organisation" | "series" | "mall_category" | "freight" | "product" | "sku",
  column: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}
    where ${sql.ref(column)} = any(${[...new Set(ids)]}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export type ChangeAuthor = { readonly by: AuditActor; readonly now: Date };
type PublicationState = Pick<ListedActivityRow, "is_published" | "called_off_reason">;
/** "again": the activity was already in that state. */
type PublicationOutcome = "done" | "again" | "noActivity";

/** Changes whether an activity is published or cancelled, and writes an audit entry if that was a change. */
function changePublication(
  db: Database,
  activityId: string,
  action: AuditEntry["action"],
  { by, now }: ChangeAuthor,
  {
    isInState,
    change,
  }: { isInState: (current: PublicationState) => boolean; change: (db: Database) => Promise<unknown> },
): Promise<PublicationOutcome> {
  return withAuditEntry(
    db,
    async (transaction) => {
      const { rows } = await sql<PublicationState>`
        select is_published, called_off_reason from activity where activity_id = ${activityId} for update`.execute(
        transaction,
      );
      const [current] = rows;
      if (current === undefined) return "noActivity";
      if (isInState(current)) return "again";
      await withActivityVersion(transaction, { activityId, by, now }, change);
      return "done";
    },
    (outcome) =>
      outcome === "done" ? { by, action, about: { kind: "activity", id: activityId }, outcome, now } : null,
  );
}

/** Shows an activity or hides it, and ends a cancellation; for a transaction that writes its own audit entry. */
export const writePublished = (db: Database, activityId: string, isPublished: boolean): Promise<unknown> =>
  withActivityConsequences(db, activityId, () =>
    sql`update activity set is_published = ${isPublished}, called_off_time = null, called_off_reason = null
      where activity_id = ${activityId}`.execute(db),
  );

/**
 * Publishes an activity, or removes it from lists and its page at once, in every process
 * (http/cache/cache-invalidation.ts). Sign-ups stay. Publishing a cancelled activity ends its cancellation.
 */
export const setActivityPublished = (
  db: Database,
  activityId: string,
  isPublished: boolean,
  by: ChangeAuthor,
): Promise<PublicationOutcome> =>
  changePublication(db, activityId, isPublished ? "catalogue.publish" : "catalogue.withdraw", by, {
    isInState: ({ is_published }) => is_published === isPublished,
    change: (transaction) => writePublished(transaction, activityId, isPublished),
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
  by: ChangeAuthor,
): Promise<PublicationOutcome> =>
  changePublication(db, activityId, "catalogue.callOff", by, {
    isInState: ({ called_off_reason }) => called_off_reason !== null,
    change: (transaction) =>
      withActivityConsequences(transaction, activityId, () =>
        sql`update activity set is_published = false, called_off_time = ${by.now}, called_off_reason = ${reason}
          where activity_id = ${activityId}`.execute(transaction),
      ),
  });
