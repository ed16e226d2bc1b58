import { sql } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { note, type Actor } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import type { Kit } from "../kit.ts";
import { ownSignUps, waitlist } from "../signup/index.ts";
import type { RightsDoors } from "./doors.ts";
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
 * @returns false where there is no such user
 */
export async function eraseUser(
  { db, clock }: Pick<Kit, "db" | "clock">,
  { images }: Pick<RightsDoors, "images">,
  userId: string,
  by: Actor,
): Promise<boolean> {
  await giveUp(db, userId, clock.now());
  const removePicture = (key: string): Promise<void> => images.removePrivate(key);
  return db.transaction().execute(async (transaction) => {
    const person = await personOfUser(transaction, userId);
    if (person === null) return false;
    const now = new Date(clock.now());
    await erase(transaction, person, now, { removePicture });
    const about = { kind: "user", id: userId };
    await note(transaction, { by, action: "personal-data.erase", about, outcome: "done", now });
    return true;
  });
}
