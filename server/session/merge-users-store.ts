import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../database/connection/database.ts";
import { lookupKeyParameter, encryptedText } from "../database/encryption/encrypted-columns.ts";
import { hasSqlState } from "../database/statements/sql-state.ts";
import type { ProviderPerson } from "./rules.ts";
import type { SessionTables, UserRow } from "./store.ts";
import { sessionMessages } from "./messages.ts";

/** A module's part in making two users one: what it keeps of the one becomes the other's. */
export type UserMergePart = {
  /** The tables it looks after, each with a column user_id. */
  readonly tables: readonly string[];
  /**
   * Runs inside the transaction; afterwards nothing of the module's names `from`. "endSessions":
   * whoever was logged in as `to` before has to log in again.
   */
  readonly mergeUsers: (db: Database, from: string, to: string) => Promise<void | "endSessions">;
  /** The user stays and has an account at the provider from now on. */
  readonly onAccountLinked?: (db: Database, userId: string) => Promise<void>;
};

/** One try, in the caller's transaction; exported for the test that shows what the second try is good for. */
export async function mergeUsersOnce(
  database: Database,
  moves: readonly UserMergePart[],
  userId: string,
  { idpId, mobile }: ProviderPerson,
  now: Date,
): Promise<UserRow | null> {
  const db = database.withTables<SessionTables>();
  const locked = (column: "user_id" | "idp_id", value: string): Promise<UserRow | undefined> =>
    db.selectFrom("app_user").selectAll().where(column, "=", value).forUpdate().executeTakeFirst();
  // What is written for this user meanwhile waits for the lock, or is seen by the moves.
  const from = await locked("user_id", userId);
  if (!from || from.idp_id !== null) return from?.idp_id === idpId ? from : null;
  const to = await locked("idp_id", idpId);
  if (!to) {
    for (const { onAccountLinked: settle } of moves) await settle?.(database, userId);
    return db
      .updateTable("app_user")
      .set({
        idp_id: idpId,
        mobile: encryptedText(mobile, "user", idpId),
        mobile_key: lookupKeyParameter(mobile),
        updated_time: now,
      })
      .where("user_id", "=", userId)
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  // Nobody gets into a locked account by another way, and nothing of theirs is joined to it.
  if (to.locked_time !== null) throw new Refusal("forbidden", { message: sessionMessages.locked });
  for (const { mergeUsers: move } of moves)
    if ((await move(database, userId, to.user_id)) === "endSessions")
      await sql`delete from user_session where user_id = ${to.user_id}`.execute(database);
  await sql`update user_session set user_id = ${to.user_id} where user_id = ${userId}`.execute(database);
  await db.deleteFrom("app_user").where("user_id", "=", userId).execute();
  return to;
}

/**
 * A user whom WeChat alone knows turns out to be a person of the identity provider: the two become
 * one user, and nobody is left over. Who has an account already is never joined to another one.
 * @returns the one user; null where there is nothing to join
 */
export async function mergeUsers(
  database: Database,
  moves: readonly UserMergePart[],
  userId: string,
  person: ProviderPerson,
  now: Date,
): Promise<UserRow | null> {
  const once = () => database.transaction().execute((db) => mergeUsersOnce(db, moves, userId, person, now));
  try {
    return await once();
  } catch (error) {
    // The person's first login elsewhere came between: now there is a user to join.
    if (hasSqlState(error, "duplicate")) return once();
    throw error;
  }
}
