import { sql } from "kysely";
import {
  withAuditEntry,
  systemActor,
  type AuditActor,
  type AuditEntry,
} from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { lookupKeyParameter, encryptedText } from "../database/encryption/encrypted-columns.ts";

export type OwnerApplicationRow = {
  application_id: string;
  user_id: string;
  mobile: string;
  vin: string;
  series_code: string;
  picture_id: string | null;
  consent_version: string;
  status: 1 | 2 | 3;
  reason: string | null;
  created_time: Date;
  decided_time: Date | null;
  due_time: Date | null;
  asked_time: Date | null;
  tries: number;
};
export type OwnerApplicationDetailRow = OwnerApplicationRow & { series_name: string };
export type NewOwnerApplication = Pick<
  OwnerApplicationRow,
  | "application_id"
  | "user_id"
  | "mobile"
  | "vin"
  | "series_code"
  | "picture_id"
  | "consent_version"
  | "created_time"
>;

const DAY = 86_400_000;
/** Lease of a due application, ms: longer than the timeout of a request to the reviewer. */
const LEASE = 30_000;
/** Applications that are leased at a time. */
export const MOST_LEASED = 20;

/** Queries and changes made for the applicant. */
const applicantStore = (db: Database) => ({
  /** Lists a person's applications, newest first. */
  async applicationsOf(userId: string): Promise<OwnerApplicationDetailRow[]> {
    const { rows } = await sql<OwnerApplicationDetailRow>`
      select a.*, s.name as series_name from owner_application a join series s on s.series_code = a.series_code
      where a.user_id = ${userId} order by a.application_id desc limit 50`.execute(db);
    return rows;
  },
  /**
   * Adds an application unless the person has one under review, or has made as many in the last day as they may.
   * @param mostPerDay null: no limit
   */
  add: (
    one: NewOwnerApplication,
    mostPerDay: number | null = null,
  ): Promise<"added" | "underReview" | "tooMany"> =>
    db.transaction().execute(async (transaction) => {
      // Locked first, so that the next statement sees the applications that parallel requests have added.
      await sql`select 1 from app_user where user_id = ${one.user_id} for no key update`.execute(transaction);
      const since = new Date(one.created_time.getTime() - DAY);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from owner_application
        where user_id = ${one.user_id} and created_time > ${since}`.execute(transaction);
      if (mostPerDay !== null && (rows[0]?.count ?? 0) >= mostPerDay) return "tooMany";
      const { rows: added } = await sql`
        insert into owner_application (application_id, user_id, mobile, mobile_key, vin, vin_key, series_code, picture_id,
          consent_version, status, created_time, due_time)
        values (${one.application_id}, ${one.user_id}, ${encryptedText(one.mobile, "ownermobile", one.application_id)}, ${lookupKeyParameter(one.mobile)}, ${encryptedText(one.vin, "ownervin", one.application_id)},
          ${lookupKeyParameter(one.vin)}, ${one.series_code}, ${one.picture_id}, ${one.consent_version}, 1, ${one.created_time}, ${one.created_time})
        on conflict (user_id) where status = 1 do nothing returning 1`.execute(transaction);
      return added.length === 1 ? "added" : "underReview";
    }),
  async hasSeries(seriesCode: string): Promise<boolean> {
    const { rows } = await sql`select 1 from series where series_code = ${seriesCode}`.execute(db);
    return rows.length === 1;
  },
  /** Finds the user whose verified car it is; null: none. */
  async ownerOf(vin: string): Promise<string | null> {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from owner_application where vin_key = ${lookupKeyParameter(vin)} and status = 2`.execute(
      db,
    );
    return rows[0]?.user_id ?? null;
  },
  /** Whether the user is an owner, by an accepted application or by the operator's data. */
  async isOwner(userId: string): Promise<boolean> {
    const { rows } = await sql<{ owner: boolean }>`
      select owner from app_user where user_id = ${userId}`.execute(db);
    return rows[0]?.owner ?? false;
  },
});

/** Operator who decides by hand. */
export type ReviewingOperator = { readonly operatorId: string; readonly actor: AuditActor };
/** Builds the audit entry of a decision; without an operator the maker's system decided, and the system is the actor. */
const reviewAuditEntry = (
  id: string,
  outcome: "accepted" | "declined",
  now: Date,
  operator: ReviewingOperator | null,
): AuditEntry => ({
  by: operator?.actor ?? systemActor,
  action: "owner.review",
  about: { kind: "owner-application", id },
  outcome,
  now,
});

/** Changes that record a decision. */
const decisionStore = (db: Database) => ({
  /** @returns false: decided already */
  decline(
    applicationId: string,
    reason: string,
    now: Date,
    operator: ReviewingOperator | null = null,
  ): Promise<boolean> {
    const decline = async (transaction: Database): Promise<boolean> => {
      const { rows } = await sql`
        update owner_application set status = 3, reason = ${reason}, decided_time = ${now}, due_time = null,
          reviewed_by = ${operator?.operatorId ?? null}
        where application_id = ${applicationId} and status = 1 returning 1`.execute(transaction);
      return rows.length === 1;
    };
    return withAuditEntry(db, decline, (isDone) =>
      isDone ? reviewAuditEntry(applicationId, "declined", now, operator) : null,
    );
  },
  /**
   * Accepts an application; it stays due because the person is not an owner yet.
   * @returns false if the car belongs to another user, or it is decided already
   */
  accept(applicationId: string, now: Date, operator: ReviewingOperator | null = null): Promise<boolean> {
    const accept = async (transaction: Database): Promise<boolean> => {
      const { rows } = await sql`update owner_application a set status = 2, decided_time = ${now},
          reviewed_by = ${operator?.operatorId ?? null}
        where application_id = ${applicationId} and status = 1
          and not exists (select 1 from owner_application o where o.vin_key = a.vin_key and o.status = 2)
        returning 1`.execute(transaction);
      return rows.length === 1;
    };
    return withAuditEntry(db, accept, (isDone) =>
      isDone ? reviewAuditEntry(applicationId, "accepted", now, operator) : null,
    );
  },
});

/**
 * Locks the applicant's user row, as erasure and merging of users do.
 * @returns whether the user still exists
 */
export async function lockApplicant(transaction: Database, applicationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from app_user u join owner_application a on a.user_id = u.user_id
    where a.application_id = ${applicationId} for update of u`.execute(transaction);
  return rows.length === 1;
}

/** Pictures of applications. */
const pictureStatements = (db: Database) => ({
  /** Returns those of the given pictures that an application refers to. */
  async picturesInUse(pictureIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ picture_id: string }>`
      select distinct picture_id from owner_application where picture_id = any(${[...pictureIds]}::text[])`.execute(
      db,
    );
    return rows.map(({ picture_id }) => picture_id);
  },
  /** Detaches the pictures of applications decided before a time. @returns those that no other application uses */
  async detachPictures(decidedBefore: Date): Promise<string[]> {
    const { rows } = await sql<{ picture_id: string }>`
      with old as (
        select application_id, picture_id from owner_application
        where picture_id is not null and status <> 1 and decided_time < ${decidedBefore} limit 200
      ), forgotten as (
        update owner_application a set picture_id = null from old where a.application_id = old.application_id
      )
      select distinct picture_id from old where not exists (
        select 1 from owner_application o where o.picture_id = old.picture_id
          and o.application_id not in (select application_id from old))`.execute(db);
    return rows.map(({ picture_id }) => picture_id);
  },
});

/** Queries and changes of the review job. */
const reviewStore = (db: Database) => ({
  /**
   * Leases due applications so that no other process takes them; of one person, also those last sent before
   * `askedBefore`. Sets `asked_time` to the lease's end meanwhile, so that a slow reviewer does not get a second
   * request when the person looks at the page.
   */
  async leaseDue(
    now: number,
    own?: { userId: string; askedBefore: number },
    /** Only those whose acceptance has to be applied: nobody is asked. */
    isAcceptedOnly = false,
  ): Promise<OwnerApplicationRow[]> {
    const due = own
      ? sql`user_id = ${own.userId} and due_time is not null
          and (due_time <= ${new Date(now)} or asked_time <= ${new Date(own.askedBefore)})`
      : sql`due_time <= ${new Date(now)}`;
    const { rows } = await sql<OwnerApplicationRow>`
      with due as (
        select application_id from owner_application where ${due} and ${isAcceptedOnly ? sql`status = 2` : sql`true`} order by due_time limit ${MOST_LEASED} for update skip locked
      )
      update owner_application a set due_time = ${new Date(now + LEASE)}, asked_time = ${new Date(now + LEASE)}, tries = a.tries + 1
      from due where a.application_id = due.application_id returning a.*`.execute(db);
    return rows;
  },
  /** Keeps the last answer of the maker's system. @param cause of a failed one */
  async noteAnswer(
    applicationId: string,
    answer: "review" | "accepted" | "declined" | "failed",
    cause: string | null,
    now: Date,
  ): Promise<void> {
    await sql`update owner_application set answer = ${answer}, answer_cause = ${cause}, answered_time = ${now}
      where application_id = ${applicationId}`.execute(db);
  },
  /** @param now ms @param wait ms from `now` */
  async postpone(applicationId: string, now: number, wait: number): Promise<void> {
    await sql`update owner_application set due_time = ${new Date(now + wait)}, asked_time = ${new Date(now)}
      where application_id = ${applicationId} and due_time is not null`.execute(db);
  },
  /** Lists the series of the cars of a mobile: accepted applications and the operator's data. */
  async seriesOf(mobile: string): Promise<string[]> {
    const { rows } = await sql<{ code: string }>`
      select distinct series_code as code from owner_application where mobile_key = ${lookupKeyParameter(mobile)} and status = 2
      union select unnest(series_codes) from verified_owner where mobile_key = ${lookupKeyParameter(mobile)} order by code`.execute(
      db,
    );
    return rows.map(({ code }) => code);
  },
  /**
   * Applies an acceptance once, in a transaction that locks the applicant: a concurrent erasure waits for its end,
   * or came first, and then nothing is applied.
   */
  async completeAcceptance(
    applicationId: string,
    apply: (db: Database) => Promise<void>,
    lock = lockApplicant,
  ): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      if (!(await lock(transaction, applicationId))) return;
      await apply(transaction);
      await sql`update owner_application set due_time = null where application_id = ${applicationId}`.execute(
        transaction,
      );
    });
  },
  ...pictureStatements(db),
});

export const ownerStore = (db: Database) => ({
  ...applicantStore(db),
  ...decisionStore(db),
  ...reviewStore(db),
});
export type OwnerStore = ReturnType<typeof ownerStore>;
