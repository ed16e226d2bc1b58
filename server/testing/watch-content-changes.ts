import type { AppContext } from "../core/app-context.ts";
import { pollContentChanges, type ContentChange } from "../http/cache/cache-invalidation.ts";

/** Records the changes that a further process would be notified of, from now on. */
export async function watchContentChanges(
  context: Pick<AppContext, "db">,
): Promise<{ readonly told: readonly ContentChange[]; stop(): void }> {
  const told: ContentChange[] = [];
  const first = Promise.withResolvers<void>();
  let isFirst = true;
  const { stop } = pollContentChanges(context, {
    onChange: (change) => void told.push(change),
    onPolled() {
      // The first poll counts everything as changed.
      if (isFirst) told.length = 0;
      isFirst = false;
      first.resolve();
    },
  });
  await first.promise;
  return { told, stop };
}
