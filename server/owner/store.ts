import { sql } from "kysely";
import { withAuditEntry, systemActor, type AuditEntry } from "../database/shared-tables/audit-log.ts";
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

/** How long a due application belongs to the process that took it up, ms: longer than asking can last. */
const LEASE = 30_000;

/** What a person sees and does. */
const applicantStore = (db: Database) => ({
  /** A person's applications, newest first. */
  async of(userId: string): Promise<OwnerApplicationDetailRow[]> {
    const { rows } = await sql<OwnerApplicationDetailRow>`
      select a.*, s.name as series_name from owner_application a join series s on s.series_code = a.series_code
      where a.user_id = ${userId} order by a.application_id desc limit 50`.execute(db);
    return rows;
  },
  /** Adds one, unless the person has one under review: then nothing happens. @returns whether it was added */
  async add(one: NewOwnerApplication): Promise<boolean> {
    const { rows } = await sql`
      insert into owner_application (application_id, user_id, mobile, mobile_key, vin, vin_key, series_code, picture_id,
        consent_version, status, created_time, due_time)
      values (${one.application_id}, ${one.user_id}, ${encryptedText(one.mobile, "ownermobile", one.application_id)}, ${lookupKeyParameter(one.mobile)}, ${encryptedText(one.vin, "ownervin", one.application_id)},
        ${lookupKeyParameter(one.vin)}, ${one.series_code}, ${one.picture_id}, ${one.consent_version}, 1, ${one.created_time}, ${one.created_time})
      on conflict (user_id) where status = 1 do nothing returning 1`.execute(db);
    return rows.length === 1;
  },
  async hasSeries(seriesCode: string): Promise<boolean> {
    const { rows } = await sql`select 1 from series where series_code = ${seriesCode}`.execute(db);
    return rows.length === 1;
  },
  /** Whose verified car it is; null: nobody's. */
  async ownerOf(vin: string): Promise<string | null> {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from owner_application where vin_key = ${lookupKeyParameter(vin)} and status = 2`.execute(
      db,
    );
    return rows[0]?.user_id ?? null;
  },
  /** Whether their mobile is known as an owner's, as the operator or an acceptance says. */
  async isOwner(userId: string): Promise<boolean> {
    const { rows } = await sql<{ owner: boolean }>`
      select owner from app_user where user_id = ${userId}`.execute(db);
    return rows[0]?.owner ?? false;
  },
});

/** The maker's system has decided: nobody in particular. */
const reviewAuditEntry = (id: string, outcome: "accepted" | "declined", now: Date): AuditEntry => ({
  by: systemActor,
  action: "owner.review",
  about: { kind: "owner-application", id },
  outcome,
  now,
});

/** The decision itself. */
const decisionStore = (db: Database) => ({
  async decline(applicationId: string, reason: string, now: Date): Promise<void> {
    const decline = async (transaction: Database): Promise<boolean> => {
      const { rows } = await sql`
        update owner_application set status = 3, reason = ${reason}, decided_time = ${now}, due_time = null
        where application_id = ${applicationId} and status = 1 returning 1`.execute(transaction);
      return rows.length === 1;
    };
    await withAuditEntry(db, decline, (isDone) =>
      isDone ? reviewAuditEntry(applicationId, "declined", now) : null,
    );
  },
  /** Accepts it; still due, since the person is yet to be made an owner. @returns false where the car is another's */
  accept(applicationId: string, now: Date): Promise<boolean> {
    const accept = async (transaction: Database): Promise<boolean> => {
      const { rows } = await sql`update owner_application a set status = 2, decided_time = ${now}
        where application_id = ${applicationId} and status = 1
          and not exists (select 1 from owner_application o where o.vin_key = a.vin_key and o.status = 2)
        returning 1`.execute(transaction);
      return rows.length === 1;
    };
    return withAuditEntry(db, accept, (isDone) =>
      isDone ? reviewAuditEntry(applicationId, "accepted", now) : null,
    );
  },
});

/**
 * Locks whose an application is, as an erasure and a joining of users do.
 * @returns whether there still is such a person
 */
async function lockApplicant(transaction: Database, applicationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from app_user u join owner_application a on a.user_id = u.user_id
    where a.application_id = ${applicationId} for update of u`.execute(transaction);
  return rows.length === 1;
}

/** What becomes of applications. */
const reviewStore = (db: Database) => ({
  /**
   * Takes up what is due, so that nobody else does before the lease is over; of one person, also what
   * was answered longer ago than `askedBefore`. While the reviewer is asked that time is the lease's end:
   * one who takes long is not asked a second time because somebody looks.
   */
  async takeUp(now: number, own?: { userId: string; askedBefore: number }): Promise<OwnerApplicationRow[]> {
    const due = own
      ? sql`user_id = ${own.userId} and due_time is not null
          and (due_time <= ${new Date(now)} or asked_time <= ${new Date(own.askedBefore)})`
      : sql`due_time <= ${new Date(now)}`;
    const { rows } = await sql<OwnerApplicationRow>`
      with due as (
        select application_id from owner_application where ${due} order by due_time limit 20 for update skip locked
      )
      update owner_application a set due_time = ${new Date(now + LEASE)}, asked_time = ${new Date(now + LEASE)}, tries = a.tries + 1
      from due where a.application_id = due.application_id returning a.*`.execute(db);
    return rows;
  },
  /** @param now ms; @param wait ms from then on */
  async postpone(applicationId: string, now: number, wait: number): Promise<void> {
    await sql`update owner_application set due_time = ${new Date(now + wait)}, asked_time = ${new Date(now)}
      where application_id = ${applicationId} and due_time is not null`.execute(db);
  },
  /** Series of a mobile's cars: those accepted here, and those known before. */
  async seriesOf(mobile: string): Promise<string[]> {
    const { rows } = await sql<{ code: string }>`
      select distinct series_code as code from owner_application where mobile_key = ${lookupKeyParameter(mobile)} and status = 2
      union select unnest(series_codes) from verified_owner where mobile_key = ${lookupKeyParameter(mobile)} order by code`.execute(
      db,
    );
    return rows.map(({ code }) => code);
  },
  /**
   * Carries out what an acceptance means, once, in a transaction in which its person cannot be erased:
   * an erasure waits for its end, or was first, and then nothing is carried out.
   */
  async settle(
    applicationId: string,
    carryOut: (db: Database) => Promise<void>,
    hold = lockApplicant,
  ): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      if (!(await hold(transaction, applicationId))) return;
      await carryOut(transaction);
      await sql`update owner_application set due_time = null where application_id = ${applicationId}`.execute(
        transaction,
      );
    });
  },
  /** Which of several pictures an application names. */
  async named(pictureIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ picture_id: string }>`
      select distinct picture_id from owner_application where picture_id = any(${[...pictureIds]}::text[])`.execute(
      db,
    );
    return rows.map(({ picture_id }) => picture_id);
  },
  /** Takes the pictures off what was decided before a moment. @returns those that nothing else needs */
  async forgetPictures(decidedBefore: Date): Promise<string[]> {
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

export const ownerStore = (db: Database) => ({
  ...applicantStore(db),
  ...decisionStore(db),
  ...reviewStore(db),
});
export type OwnerStore = ReturnType<typeof ownerStore>;
