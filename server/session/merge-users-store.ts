import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../database/connection/database.ts";
import { deleteSessionsOfUser } from "../database/shared-tables/change-announcement-store.ts";
import {
  announceSessionsOfUser,
  retireClubMember,
  withUserChanges,
} from "../database/shared-tables/user-change-store.ts";
import { lookupKeyParameter, encryptedText } from "../database/encryption/encrypted-columns.ts";
import { hasSqlState } from "../database/statements/sql-state.ts";
import type { ProviderPerson } from "./rules.ts";
import type { UserRow, UserTables } from "./user-store.ts";
import { mergeOwnProfile } from "./profile/store.ts";
import { mergeVip } from "./vip-store.ts";
import { sessionMessages } from "./messages.ts";

/** Part of a module in merging two users: it moves its rows from one to the other. */
export type UserMergePart = {
  /** Tables of the module, each with a column user_id. */
  readonly tables: readonly string[];
  /**
   * Moves the module's rows inside the transaction, so that none refers to `from` afterwards. "endSessions":
   * everybody who is logged in as `to` has to log in again.
   */
  readonly mergeUsers: (db: Database, from: string, to: string) => Promise<void | "endSessions">;
  /** Runs instead if the user stays and gets an account at the provider. */
  readonly onAccountLinked?: (db: Database, userId: string) => Promise<void>;
};

/** Makes one attempt in the caller's transaction; exported for the test of the second attempt. */
export async function mergeUsersOnce(
  database: Database,
  parts: readonly UserMergePart[],
  userId: string,
  { idpId, mobile }: ProviderPerson,
  now: Date,
): Promise<UserRow | null> {
  const db = database.withTables<UserTables>();
  const lockUser = (column: "user_id" | "idp_id", value: string): Promise<UserRow | undefined> =>
    db.selectFrom("app_user").selectAll().where(column, "=", value).forUpdate().executeTakeFirst();
  // Locks the user first, so that parallel writes wait or are moved too.
  const from = await lockUser("user_id", userId);
  if (!from || from.idp_id !== null) return from?.idp_id === idpId ? from : null;
  const to = await lockUser("idp_id", idpId);
  if (!to) {
    for (const { onAccountLinked } of parts) await onAccountLinked?.(database, userId);
    return withUserChanges(database, sql`u.user_id = ${userId}`, () =>
      db
        .updateTable("app_user")
        .set({
          idp_id: idpId,
          mobile: encryptedText(mobile, "user", idpId),
          mobile_key: lookupKeyParameter(mobile),
          updated_time: now,
        })
        .where("user_id", "=", userId)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }
  // A locked account cannot be entered by a merge either.
  if (to.locked_time !== null) throw new Refusal("forbidden", { message: sessionMessages.locked });
  for (const part of parts)
    if ((await part.mergeUsers(database, userId, to.user_id)) === "endSessions")
      await deleteSessionsOfUser(database, to.user_id);
  await withUserChanges(database, sql`u.user_id = ${to.user_id}`, async () => {
    await mergeVip(database, userId, to.user_id);
    await mergeOwnProfile(database, userId, to.user_id);
  });
  await announceSessionsOfUser(database, userId);
  await sql`update user_session set user_id = ${to.user_id} where user_id = ${userId}`.execute(database);
  await retireClubMember(database, userId);
  await db.deleteFrom("app_user").where("user_id", "=", userId).execute();
  return to;
}

/**
 * Merges a WeChat user without an account with the person of the identity provider who they turned out to be.
 * A user who has an account is never merged with another one.
 * @returns the remaining user; null if there is nothing to merge
 */
export async function mergeUsers(
  database: Database,
  parts: readonly UserMergePart[],
  userId: string,
  person: ProviderPerson,
  now: Date,
): Promise<UserRow | null> {
  const attempt = () =>
    database.transaction().execute((db) => mergeUsersOnce(db, parts, userId, person, now));
  try {
    return await attempt();
  } catch (error) {
    // A parallel first login of the person has created their user, so the second attempt merges with it.
    if (hasSqlState(error, "duplicate")) return attempt();
    throw error;
  }
}
