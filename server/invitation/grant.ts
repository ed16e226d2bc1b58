import { checkInLinkProblem } from "../check-in/index.ts";
import type { Database } from "../database/connection/database.ts";
import { requiresSession } from "./store.ts";

type GrantProblem = NonNullable<Awaited<ReturnType<typeof checkInLinkProblem>>> | "needsSession";

/** Reason why no code can be issued for an activity, or for a session or dealer of it; null: none. */
export async function findGrantProblem(
  db: Database,
  {
    activityId,
    dealerId,
    sessionId,
  }: { readonly activityId: string; readonly dealerId: string | null; readonly sessionId: string | null },
): Promise<GrantProblem | null> {
  const scope = { activity_id: activityId, session_id: sessionId, dealer_id: dealerId };
  const problem = await checkInLinkProblem(db, scope);
  if (problem !== null) return problem;
  return sessionId === null && (await requiresSession(db, activityId)) ? "needsSession" : null;
}
