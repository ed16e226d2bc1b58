import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import type { CacheEntry } from "./loaded-page-cache.ts";

/** Says that a list is one from before, where no newer one could be reached. */
export const OfflineNotice = ({ entry }: { entry: CacheEntry<unknown> }) =>
  entry.state === "ready" && entry.isOffline ? (
    <div className="pgw asof">
      <OfflineTimestamp time={entry.time} />
    </div>
  ) : null;
