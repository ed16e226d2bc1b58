import { AsOf } from "../ui/as-of.tsx";
import type { Entry } from "./list-store.ts";

/** Says that a list is one from before, where no newer one could be reached. */
export const OfflineNotice = ({ entry }: { entry: Entry<unknown> }) =>
  entry.state === "ready" && entry.isOffline ? (
    <div className="pgw asof">
      <AsOf time={entry.time} />
    </div>
  ) : null;
