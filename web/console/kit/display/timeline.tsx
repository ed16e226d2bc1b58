import type { ReactNode } from "react";
import { formatShort } from "#contract/core/date-text.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import * as displayCss from "./display.module.css";

export type TimelineEntry = {
  readonly key: string;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** ISO 8601 or ms since the epoch. */
  readonly time: string | number;
  readonly tone?: "ok" | "warn" | "error";
};

/** Events of a thing, the latest first. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol className={displayCss.timeline}>
    {entries.map(({ key, title, detail, time, tone }) => (
      <li key={key} data-tone={tone}>
        <div>
          {title}
          {detail !== undefined && detail !== null && <small>{detail}</small>}
        </div>
        <time dateTime={toShanghaiIso(time)}>{formatShort(time)}</time>
      </li>
    ))}
  </ol>
);
