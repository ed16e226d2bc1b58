import { formatDateTime } from "#contract/core/date-text.ts";
import { Notice } from "./notice.tsx";
import { uiMessages } from "../messages.ts";

/** “离线内容，更新于 11月21日 10:05” in Shanghai's time zone (requirement Q13). @param time ms since epoch */
export const OfflineTimestamp = ({ time }: { time: number }) => (
  <Notice kind="warn">{uiMessages.asOf(formatDateTime(time))}</Notice>
);
