import { sql } from "kysely";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Clock } from "../core/clock.ts";
import type { Database } from "../database/connection/database.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";

/** What an operator does with somebody's account (ASVS 7.4.2, 7.4.5). */
export const accountActions = ["lock", "unlock", "end-sessions"] as const;
export type AccountAction = (typeof accountActions)[number];

/** Every session of a user's, and what is open of their accounts at the built-in provider. */
async function endUserSessions(db: Database, userId: string): Promise<void> {
  await sql`delete from user_session where user_id = ${userId}`.execute(db);
  await sql`delete from oidc_payload where account_id in (
    select a.account_id from identity_account a join app_user u on u.idp_id = a.account_id or u.mobile_key = a.mobile_key
    where u.user_id = ${userId})`.execute(db);
}

/**
 * Locks an account, unlocks it, or ends its sessions; sessions end at once in every process, since each call looks its
 * session up, but for signing up, where it takes half a second at most (kept-sessions.ts). Written with its line in the audit log.
 * @returns whether there was anything to do: "again" where it stood so before, "nobody" where there is no such user
 */
export const applyAccountAction = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  act: AccountAction,
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
      if (act !== "end-sessions") {
        if ((user.locked_time !== null) === (act === "lock")) return "again";
        await sql`update app_user set locked_time = ${act === "lock" ? now : null} where user_id = ${userId}`.execute(
          transaction,
        );
      }
      if (act !== "unlock") await endUserSessions(transaction, userId);
      return "done";
    },
    (outcome) =>
      outcome === "done"
        ? { by, action: `account.${act}`, about: { kind: "user", id: userId }, outcome, now }
        : null,
  );
};

/**
 * Ends every session of everybody, and what is open at the built-in provider: after a restore those hold again that
 * were ended since the backup, and nobody knows all of them.
 * @returns how many of ours there were
 */
export const endAllSessions = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  by: AuditActor,
): Promise<number> =>
  withAuditEntry(
    db,
    async (transaction) => {
      const { numAffectedRows } = await sql`delete from user_session`.execute(transaction);
      // Logins that are under way go on.
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
