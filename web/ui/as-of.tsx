import { formatDate, wallClock } from "./format.ts";
import { Notice } from "./notice.tsx";
import { words } from "./words.ts";

/** “离线内容，更新于 11月21日 10:05”, Shanghai's clock; ms in (requirement Q13). */
export const AsOf = ({ time }: { time: number }) => (
  <Notice kind="warn">{words.asOf(`${formatDate(time)} ${wallClock(time).time}`)}</Notice>
);
