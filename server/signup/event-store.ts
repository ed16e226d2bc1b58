import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { newId } from "../core/ids.ts";

/** A step of a sign-up that its row does not keep: on the waitlist since, a seat from it, a move between sessions. */
export type SignUpEvent = {
  readonly activityId: string;
  readonly userId: string;
  readonly kind: "waited" | "seated" | "moved";
  readonly fromSessionId: string | null;
  readonly toSessionId: string | null;
  /** null: the person did it. */
  readonly operatorId: string | null;
  readonly time: Date;
};

/** Keeps a step for the history of the guest; use the transaction of the step. */
export async function insertSignUpEvent(
  db: Database,
  { activityId, userId, kind, fromSessionId, toSessionId, operatorId, time }: SignUpEvent,
): Promise<void> {
  await sql`
    insert into signup_event (event_id, activity_id, user_id, kind, from_session_id, to_session_id, operator_id, at_time)
    values (${newId()}, ${activityId}, ${userId}, ${kind}, ${fromSessionId}, ${toSessionId}, ${operatorId}, ${time})`.execute(
    db,
  );
}
