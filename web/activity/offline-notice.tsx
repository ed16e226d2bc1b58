import { formatDate, wallClock } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import type { Entry } from "./list-store.ts";
import { words } from "./words.ts";

/** “离线内容，更新于 11月21日 10:05”, Shanghai's clock; ms in (requirement Q13). */
export const AsOf = ({ time }: { time: number }) => (
  <Notice kind="warn">{words.asOf(`${formatDate(time)} ${wallClock(time).time}`)}</Notice>
);

/** Says that a list is one from before, where no newer one could be reached. */
export const OfflineNotice = ({ entry }: { entry: Entry<unknown> }) =>
  entry.state === "ready" && entry.isOffline ? (
    <div className="pgw asof">
      <AsOf time={entry.time} />
    </div>
  ) : null;
