import { sql } from "kysely";
import { writeAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { AppContext } from "../core/app-context.ts";
import { cancelUpcomingSignUps } from "../signup/index.ts";
import { removeScheduledEvents } from "../tracking/index.ts";
import { erasePerson } from "./erase-store.ts";
import { findDataSubject } from "./data-subject-store.ts";

/** Nobody waits longer for what somebody else holds, ms: a try that fails has changed nothing. */
const LOCK_TIMEOUT = 5_000;

/** What goes once the erasure is committed, and if not then, by whoever goes on with it. */
export type ErasureFollowUp = {
  /** Deletes the files of pictures that are gone. */
  deleteDueFiles(): Promise<void>;
  /** Their events are waited for so long, ms. */
  readonly patience: number;
};

/**
 * Erases a person everywhere, with its line in the audit log, all of it or nothing; then what follows from it.
 * @returns false where there is no such user
 */
export async function eraseUser(
  context: Pick<AppContext, "db" | "databaseKind" | "clock">,
  { deleteDueFiles, patience }: ErasureFollowUp,
  userId: string,
  by: AuditActor,
): Promise<boolean> {
  const { db, clock } = context;
  const removalId = await db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT}ms`}, true)`.execute(transaction);
    // Nobody else erases or changes them meanwhile; what refers to them is kept away later (erase).
    await sql`select from app_user where user_id = ${userId} for no key update`.execute(transaction);
    const person = await findDataSubject(transaction, userId);
    if (person === null) return null;
    const now = new Date(clock.now());
    const giveUp = () => cancelUpcomingSignUps(transaction, userId, clock.now());
    const noted = await erasePerson(transaction, person, now, { giveUp });
    const about = { kind: "user", id: userId };
    await writeAuditEntry(transaction, { by, action: "personal-data.erase", about, outcome: "done", now });
    return noted;
  });
  if (removalId === null) return false;
  await Promise.all([deleteDueFiles(), removeScheduledEvents(context, removalId, patience)]);
  return true;
}
