import type { Arrivals } from "#contract/console/arrivals.ts";
import { formatClock } from "#contract/core/date-text.ts";
import * as guestCss from "./guest.module.css";
import { guestPageMessages } from "./messages.ts";

const { arrivals: texts } = guestPageMessages;

/** Bars of the arrivals of each minute; the table says the same. */
export function MinuteChart({ minutes }: Pick<Arrivals, "minutes">) {
  const most = Math.max(...minutes.map(({ count }) => count));
  return (
    <ul className={guestCss.minutes} aria-label={texts.perMinute}>
      {minutes.map(({ time, count }) => {
        const label = `${formatClock(time)} ${count}`;
        return (
          <li key={time} title={label} aria-label={label} style={{ height: `${(count / most) * 100}%` }} />
        );
      })}
    </ul>
  );
}
