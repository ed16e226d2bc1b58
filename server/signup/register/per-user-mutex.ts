/**
 * Serialises the requests of one person for one activity in this process: the second of two taps waits until the
 * first is answered.
 */
export function perUserMutex<R>(): (activityId: string, userId: string, run: () => Promise<R>) => Promise<R> {
  // Nested by activity and person, which avoids building a combined key for each request.
  const pending = new Map<string, Map<string, Promise<R>>>();
  return async (activityId, userId, run) => {
    const before = pending.get(activityId)?.get(userId);
    // The second request runs even if the first one failed.
    if (before) await before.catch(() => {});
    const people = pending.get(activityId) ?? new Map<string, Promise<R>>();
    pending.set(activityId, people);
    const running = run();
    people.set(userId, running);
    try {
      return await running;
    } finally {
      if (people.get(userId) === running) people.delete(userId);
      if (people.size === 0 && pending.get(activityId) === people) pending.delete(activityId);
    }
  };
}
