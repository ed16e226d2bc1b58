import type { ActivityDetail } from "#contract/activity/activity.ts";
import { useRemainingTime } from "../../ui/display/countdown.tsx";
import { formatCount } from "../../ui/display/format.ts";
import { detailMessages } from "../detail/detail-messages.ts";

/** A number with its label, over the picture of a campaign. */
export const NumberWithUnit = ({ number, label }: { number: number; label: string }) => (
  <div>
    <dd>{formatCount(number)}</dd>
    <dt>{label}</dt>
  </div>
);

type TimeLeftProps = { activity: Pick<ActivityDetail, "status" | "startTime" | "endTime" | "serverTime"> };

/**
 * Time until a campaign begins or ends, in its largest unit: the same number as on a countdown of the page. Nothing
 * once it is over.
 */
export function TimeLeft({ activity: { status, startTime, endTime, serverTime } }: TimeLeftProps) {
  const { days, hours, minutes, seconds } = useRemainingTime({
    until: status === 1 ? startTime : endTime,
    from: serverTime,
  });
  if (status === 3 || days + hours + minutes + seconds === 0) return null;
  const texts = detailMessages.campaign[status === 1 ? "untilStart" : "untilEnd"];
  if (days > 0) return <NumberWithUnit number={days} label={texts.days} />;
  if (hours > 0) return <NumberWithUnit number={hours} label={texts.hours} />;
  return minutes > 0 ? (
    <NumberWithUnit number={minutes} label={texts.minutes} />
  ) : (
    <NumberWithUnit number={1} label={texts.lastMinute} />
  );
}
