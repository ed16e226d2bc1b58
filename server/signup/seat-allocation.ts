/** "limitFull": seats are left, but none within the limit of this person's process. "again": signed up already. */
export type SeatOutcome = "seat" | "full" | "limitFull" | "sessionFull" | "again";
export type SeatCounters = {
  /** null: no limit */
  readonly quota: number | null;
  readonly taken: number;
  readonly sessions: ReadonlyMap<string, { quota: number; taken: number }>;
};

/**
 * Allocates the remaining seats in the order of arrival: exactly the quota, nobody beyond the limit of their process,
 * one seat per person (requirements L10, L11).
 * @param signedUp ids of users who have a sign-up already
 */
export function allocateSeats(
  batch: readonly { userId: string; sessionId: string | null; seatLimit: number | null }[],
  counters: SeatCounters,
  signedUp: ReadonlySet<string>,
): SeatOutcome[] {
  const seen = new Set(signedUp);
  let taken = counters.taken;
  const sessionTaken = new Map([...counters.sessions].map(([id, session]) => [id, session.taken]));
  return batch.map(({ userId, sessionId, seatLimit }) => {
    if (seen.has(userId)) return "again";
    if (seatLimit !== null && taken >= seatLimit) return "limitFull";
    if (counters.quota !== null && taken >= counters.quota) return "full";
    const session = sessionId === null ? undefined : counters.sessions.get(sessionId);
    const inSession = sessionId === null ? 0 : (sessionTaken.get(sessionId) ?? 0);
    if (sessionId !== null && (session === undefined || inSession >= session.quota)) return "sessionFull";
    taken++;
    if (sessionId !== null) sessionTaken.set(sessionId, inSession + 1);
    seen.add(userId);
    return "seat";
  });
}
