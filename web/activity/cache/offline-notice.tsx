import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import type { CacheEntry } from "./loaded-page-cache.ts";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as listPageCss from "../list/list-page.module.css";

/** Says that a list is one from before, where no newer one could be reached. */
export const OfflineNotice = ({ entry }: { entry: CacheEntry<unknown> }) =>
  entry.state === "ready" && entry.isOffline ? (
    <div className={`${frameWideCss.pageWidth} ${listPageCss.asOf}`}>
      <OfflineTimestamp time={entry.time} />
    </div>
  ) : null;
