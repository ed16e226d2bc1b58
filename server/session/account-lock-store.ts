import { sql } from "kysely";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import {
  announceAllSessionsEnded,
  deleteSessionsOfUser,
} from "../database/shared-tables/change-announcement-store.ts";
import { withUserChanges } from "../database/shared-tables/user-change-store.ts";
import type { Clock } from "../core/clock.ts";
import type { Database } from "../database/connection/database.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";

/** Actions of an operator on a person's account (ASVS 7.4.2, 7.4.5). */
export const accountActions = ["lock", "unlock", "end-sessions"] as const;
export type AccountAction = (typeof accountActions)[number];

/**
 * Deletes every session of a user, with the sessions and tokens of their accounts at the built-in provider.
 */
async function deleteUserSessions(db: Database, userId: string): Promise<void> {
  await deleteSessionsOfUser(db, userId);
  await sql`delete from oidc_payload where account_id in (
    select a.account_id from identity_account a join app_user u on u.idp_id = a.account_id or u.mobile_key = a.mobile_key
    where u.user_id = ${userId})`.execute(db);
}

/**
 * Locks or unlocks an account or ends its sessions, and writes the audit log. Sessions end at once in every
 * process, since each call looks its session up; for signing up within half a second (session-cache.ts).
 * @returns "done"; "again" if the state was already so; "nobody" if there is no such user
 */
export const applyAccountAction = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  action: AccountAction,
  userId: string,
  by: AuditActor,
): Promise<"done" | "again" | "nobody"> => {
  const now = new Date(clock.now());
  return withAuditEntry(
    db,
    async (transaction) => {
      const { rows } = await sql<{ locked_time: Date | null }>`
        select locked_time from app_user where user_id = ${userId} for update`.execute(transaction);
      const [user] = rows;
      if (user === undefined) return "nobody";
      if (action !== "end-sessions") {
        if ((user.locked_time !== null) === (action === "lock")) return "again";
        await withUserChanges(transaction, sql`u.user_id = ${userId}`, () =>
          sql`update app_user set locked_time = ${action === "lock" ? now : null} where user_id = ${userId}`.execute(
            transaction,
          ),
        );
      }
      if (action !== "unlock") await deleteUserSessions(transaction, userId);
      return "done";
    },
    (outcome) =>
      outcome === "done"
        ? { by, action: `account.${action}`, about: { kind: "user", id: userId }, outcome, now }
        : null,
  );
};

/**
 * Ends all sessions of all people, also at the built-in provider: a restore brings back sessions that were
 * ended since the backup, and there is no list of them.
 * @returns the number of sessions at the gateway
 */
export const endAllSessions = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  by: AuditActor,
): Promise<number> =>
  withAuditEntry(
    db,
    async (transaction) => {
      const { numAffectedRows } = await sql`delete from user_session`.execute(transaction);
      await announceAllSessionsEnded(transaction);
      // Logins in progress have no account yet and are kept.
      await sql`delete from oidc_payload where account_id is not null`.execute(transaction);
      return Number(numAffectedRows ?? 0);
    },
    (ended) => ({
      by,
      action: "account.end-all-sessions",
      about: { kind: "everybody", id: null },
      outcome: `${ended} sessions`,
      now: new Date(clock.now()),
    }),
  );

/** Finds a user by mobile or user id; null if unknown. */
export async function findUserId(db: Database, mobileOrUserId: string): Promise<string | null> {
  const isMobile = /^1[3-9]\d{9}$/.test(mobileOrUserId);
  const condition = isMobile
    ? sql`mobile_key = ${lookupKeyParameter(mobileOrUserId)}`
    : sql`user_id = ${mobileOrUserId}`;
  const { rows } = await sql<{ user_id: string }>`select user_id from app_user where ${condition}`.execute(
    db,
  );
  return rows[0]?.user_id ?? null;
}
