import { sql } from "kysely";
import { note, type Actor } from "../database/audit.ts";
import type { Kit } from "../kit.ts";
import { giveUpAll } from "../signup/index.ts";
import { removeNoted } from "../tracking/index.ts";
import { erase } from "./erase-store.ts";
import { personOfUser } from "./person.ts";

/** Nobody waits longer for what somebody else holds, ms: a try that fails has changed nothing. */
const LOCK_MOST = 5_000;

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
    // Nobody else erases or changes them meanwhile; what refers to them is kept away later (erase).
    await sql`select from app_user where user_id = ${userId} for no key update`.execute(transaction);
    const person = await personOfUser(transaction, userId);
    if (person === null) return null;
    const now = new Date(clock.now());
    const giveUp = () => giveUpAll(transaction, userId, clock.now());
    const noted = await erase(transaction, person, now, { giveUp });
    const about = { kind: "user", id: userId };
    await note(transaction, { by, action: "personal-data.erase", about, outcome: "done", now });
    return noted;
  });
  if (removalId === null) return false;
  await Promise.all([removeGone(), removeNoted(kit, removalId, patience)]);
  return true;
}
