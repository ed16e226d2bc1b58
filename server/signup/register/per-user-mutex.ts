/**
 * Of one person's wishes for one activity that are under way in this process, such as two taps, the second waits for the
 * first one's answer.
 */
export function perUserMutex<R>(): (activityId: string, userId: string, run: () => Promise<R>) => Promise<R> {
  // By activity and then by person: a crowd's keys need not be made of the two.
  const underWay = new Map<string, Map<string, Promise<R>>>();
  return async (activityId, userId, run) => {
    const before = underWay.get(activityId)?.get(userId);
    // Whatever the first one's end, the second is judged on its own afterwards.
    if (before) await before.catch(() => {});
    const people = underWay.get(activityId) ?? new Map<string, Promise<R>>();
    underWay.set(activityId, people);
    const running = run();
    people.set(userId, running);
    try {
      return await running;
    } finally {
      if (people.get(userId) === running) people.delete(userId);
      if (people.size === 0 && underWay.get(activityId) === people) underWay.delete(activityId);
    }
  };
}
