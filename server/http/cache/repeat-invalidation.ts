import { MAX_REPLICA_LAG } from "../../database/replica/replica-limits.ts";
import type { ContentChange, ContentChangeListener } from "./cache-invalidation.ts";

/**
 * Reports each change a second time once no replica can lack it: a cache that was filled meanwhile, from a replica that
 * had not replayed the change, is dropped. Sessions are never read from a replica.
 * @param listener invalidates what this process has cached
 */
export function repeatAfterReplicaLag(listener: ContentChangeListener): ContentChangeListener & {
  stop(): void;
} {
  const timers = new Set<NodeJS.Timeout>();
  const repeatLater = (change: ContentChange): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      listener.onChange(change);
    }, MAX_REPLICA_LAG);
    timers.add(timer.unref());
  };
  return {
    onChange(change) {
      listener.onChange(change);
      if (change.topic !== "sessions") repeatLater(change);
    },
    onPolled: (asOf) => listener.onPolled?.(asOf),
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
