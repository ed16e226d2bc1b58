import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import type { CacheEntry } from "./loaded-page-cache.ts";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as listPageCss from "../list/list-page.module.css";

/** Notice that the list is an offline copy. */
export const OfflineNotice = ({ entry }: { entry: CacheEntry<unknown> }) =>
  entry.state === "ready" && entry.isOffline ? (
    <div className={`${frameWideCss.pageWidth} ${listPageCss.asOf}`}>
      <OfflineTimestamp time={entry.time} />
    </div>
  ) : null;
