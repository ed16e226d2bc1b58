import { sql } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { note, type Actor } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import type { Kit } from "../kit.ts";
import { ownSignUps, waitlist } from "../signup/index.ts";
import { removeNoted } from "../tracking/index.ts";
import { erase } from "./erase-store.ts";
import { personOfUser } from "./person.ts";

/** Nobody waits longer for what somebody else holds, ms: a try that fails has changed nothing. */
const LOCK_MOST = 5_000;
/** Gives up what is to come, so that others get the seats; what has begun stays for the counts. */
async function giveUp(db: Database, userId: string, now: number): Promise<void> {
  // In one order, so that two who leave at once never wait for each other.
  const { rows } = await sql<{ activity_id: string }>`
    select activity_id from signup where user_id = ${userId}
    union select activity_id from waitlist where user_id = ${userId} order by 1`.execute(db);
  for (const { activity_id } of rows) {
    await waitlist(db).leave(activity_id, userId, now);
    try {
      await ownSignUps(db).cancel(activity_id, userId, now);
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== "flowBranch") throw error;
    }
  }
}

/** What goes once the erasure is committed, and if not then, by whoever goes on with it. */
export type Aftermath = {
  /** Deletes the files of pictures that are gone. */
  removeGone(): Promise<void>;
  /** Their events are waited for so long, ms. */
  readonly patience: number;
};

/**
 * Erases a person everywhere, with its line in the audit log, all of it or nothing; then what follows from it.
 * @returns false where there is no such user
 */
export async function eraseUser(
  kit: Pick<Kit, "db" | "databaseKind" | "clock">,
  { removeGone, patience }: Aftermath,
  userId: string,
  by: Actor,
): Promise<boolean> {
  const { db, clock } = kit;
  const removalId = await db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', ${`${LOCK_MOST}ms`}, true)`.execute(transaction);
    await giveUp(transaction, userId, clock.now());
    const person = await personOfUser(transaction, userId);
    if (person === null) return null;
    const now = new Date(clock.now());
    const noted = await erase(transaction, person, now);
    const about = { kind: "user", id: userId };
    await note(transaction, { by, action: "personal-data.erase", about, outcome: "done", now });
    return noted;
  });
  if (removalId === null) return false;
  await Promise.all([removeGone(), removeNoted(kit, removalId, patience)]);
  return true;
}
