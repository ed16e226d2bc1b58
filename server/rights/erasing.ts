import { sql } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { note, type Actor } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import type { Kit } from "../kit.ts";
import { ownSignUps, waitlist } from "../signup/index.ts";
import { erase } from "./erase-store.ts";
import { personOfUser } from "./person.ts";

/** Gives up what is to come, so that others get the seats; what has begun stays for the counts. */
async function giveUp(db: Database, userId: string, now: number): Promise<void> {
  const of = async (table: "signup" | "waitlist") =>
    (
      await sql<{ activity_id: string }>`
        select activity_id from ${sql.table(table)} where user_id = ${userId}`.execute(db)
    ).rows;
  for (const { activity_id } of await of("waitlist")) await waitlist(db).leave(activity_id, userId, now);
  for (const { activity_id } of await of("signup"))
    try {
      await ownSignUps(db).cancel(activity_id, userId, now);
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== "flowBranch") throw error;
    }
}

/**
 * Erases a person everywhere, with its line in the audit log; broken off, it is done again from the start.
 * Their files go once that is committed, and if not now, then by whoever deletes files that are due.
 * @returns false where there is no such user
 */
export async function eraseUser(
  { db, clock }: Pick<Kit, "db" | "clock">,
  removeGone: () => Promise<void>,
  userId: string,
  by: Actor,
): Promise<boolean> {
  await giveUp(db, userId, clock.now());
  const isDone = await db.transaction().execute(async (transaction) => {
    const person = await personOfUser(transaction, userId);
    if (person === null) return false;
    const now = new Date(clock.now());
    await erase(transaction, person, now);
    const about = { kind: "user", id: userId };
    await note(transaction, { by, action: "personal-data.erase", about, outcome: "done", now });
    return true;
  });
  if (isDone) await removeGone();
  return isDone;
}
