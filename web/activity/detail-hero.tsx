import type { ActivityDetail, Series } from "#contract/activity.ts";
import { businessTypes } from "#contract/activity-words.ts";
import { Countdown } from "../ui/countdown.tsx";
import { CarIcon, ClockIcon, TicketIcon } from "../ui/icons-of-things.tsx";
import { CalendarIcon, PeopleIcon } from "../ui/icons.tsx";
import { Picture } from "../ui/picture.tsx";
import { Tag } from "../ui/tag.tsx";
import { feeFact, leadFact, seatsFact, seriesFact, sponsorTag, timeFact } from "./detail-facts.ts";
import { words } from "./detail-words.ts";
import { words as leadWords } from "./lead-words.ts";
import { statusWindow } from "./sign-up-bar-state.ts";
import { shownStatus } from "./status.ts";
import { takesLeads } from "./takes-leads.ts";

/** The cover across the top. */
export const Hero = ({ activity }: { activity: ActivityDetail }) => (
  <div className="dh">
    <div className="cover">
      <Picture
        url={activity.coverUrl}
        width={750}
        height={500}
        widths={[500, 750, 1000, 1500]}
        sizes="(min-width: 1024px) 720px, max(100vw, 500px)"
        isFirst
      />
    </div>
  </div>
);

/** Status, kind, who stands behind it. */
export function Tags({ activity }: { activity: ActivityDetail }) {
  const { kind, word } = shownStatus(activity);
  return (
    <div className="row g2 wrap">
      <Tag kind={kind}>{word}</Tag>
      <Tag kind="brand">{businessTypes[activity.businessType]}</Tag>
      <Tag kind="mute">{sponsorTag(activity)}</Tag>
    </div>
  );
}

/** Until the sign-up, or the taking of leads, opens or closes; nothing once it is over or full. */
export function CountdownBar({ activity, onEnd }: { activity: ActivityDetail; onEnd: () => void }) {
  const { kind } = shownStatus(activity);
  if (kind !== "soon" && kind !== "live") return null;
  const { open, close } = statusWindow(activity);
  const { untilOpen, untilClose } = takesLeads(activity) ? leadWords : words;
  return (
    <div className="cdbar">
      <span className="t">
        <ClockIcon size={16} />
        {kind === "soon" ? untilOpen : untilClose}
      </span>
      <Countdown until={kind === "soon" ? open : close} from={activity.serverTime} onEnd={onEnd} />
    </div>
  );
}

/** When, how many, which cars, how much (mockup 03-offline-detail). */
export function Facts({ activity, series }: { activity: ActivityDetail; series: readonly Series[] }) {
  const facts = [
    { ...timeFact(activity), FactIcon: CalendarIcon },
    { ...(takesLeads(activity) ? leadFact : seatsFact(activity)), FactIcon: PeopleIcon },
    { ...seriesFact(activity, series), FactIcon: CarIcon },
    { ...feeFact(activity), FactIcon: TicketIcon },
  ];
  return (
    <div className="facts">
      {facts.map(({ label, value, remark, FactIcon }) => (
        <div key={label} className="row">
          <span className="ic">
            <FactIcon size={20} />
          </span>
          <dl>
            <dt>{label}</dt>
            <dd>
              {value}
              {remark !== null && <small>{remark}</small>}
            </dd>
          </dl>
        </div>
      ))}
    </div>
  );
}
