import type { AppContext } from "../core/app-context.ts";
import type { ContentChange } from "../http/cache/cache-invalidation.ts";
import { ContentChangePoller } from "../http/cache/content-change-poller.ts";
import { readChangesSince } from "../http/cache/content-change-store.ts";

/** Records the changes that a further process would be notified of, from now on. */
export async function watchContentChanges(
  context: Pick<AppContext, "db">,
): Promise<{ readonly told: readonly ContentChange[]; stop(): void }> {
  const told: ContentChange[] = [];
  const first = Promise.withResolvers<void>();
  let isFirst = true;
  const listener = {
    onChange: (change: ContentChange) => void told.push(change),
    onPolled() {
      // The first poll counts everything as changed.
      if (isFirst) told.length = 0;
      isFirst = false;
      first.resolve();
    },
  };
  const poller = new ContentChangePoller({
    read: (since) => readChangesSince(context.db, since),
    listener,
  });
  await first.promise;
  return { told, stop: () => poller.stop() };
}
