import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import { businessTypes } from "#contract/activity/labels.ts";
import { Countdown } from "../../ui/display/countdown.tsx";
import { CarIcon, ClockIcon, TicketIcon } from "../../ui/icons/detail-icons.tsx";
import { CalendarIcon, PeopleIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { feeFact, leadFact, seatsFact, seriesFact, sponsorTag, timeFact } from "./detail-facts.ts";
import { detailMessages } from "./detail-messages.ts";
import { leadActivityMessages } from "./lead-messages.ts";
import { signUpStatusWindow } from "../sign-up-bar/sign-up-bar-state.ts";
import { shownStatus } from "../status.ts";
import { takesLeads } from "./takes-leads.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

/** Cover across the top. */
export const DetailHero = ({ activity }: { activity: ActivityDetail }) => (
  <div className={detailCss.hero}>
    <div className={contentCss.cover}>
      <ResponsivePicture
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

/** Status, business type and sponsor. */
export function DetailTags({ activity }: { activity: ActivityDetail }) {
  const { kind, label } = shownStatus(activity);
  return (
    <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap}`}>
      <Tag kind={kind}>{label}</Tag>
      <Tag kind="brand">{businessTypes[activity.businessType]}</Tag>
      <Tag kind="mute">{sponsorTag(activity)}</Tag>
    </div>
  );
}

/**
 * Countdown to the opening or the close of the sign-up or lead form; hidden once the activity is over or
 * full.
 */
export function CountdownBar({ activity, onEnd }: { activity: ActivityDetail; onEnd: () => void }) {
  const { kind } = shownStatus(activity);
  if (kind !== "soon" && kind !== "live") return null;
  const { open, close } = signUpStatusWindow(activity);
  const { untilOpen, untilClose } = takesLeads(activity) ? leadActivityMessages : detailMessages;
  return (
    <div className={detailCss.countdownBar}>
      <span className={detailCss.countdownLabel}>
        <ClockIcon size={16} />
        {kind === "soon" ? untilOpen : untilClose}
      </span>
      <Countdown until={kind === "soon" ? open : close} from={activity.serverTime} onEnd={onEnd} />
    </div>
  );
}

/** Time, seats, cars and price (mockup 03-offline-detail). */
export function DetailFacts({ activity, series }: { activity: ActivityDetail; series: readonly Series[] }) {
  const facts = [
    { ...timeFact(activity), FactIcon: CalendarIcon },
    { ...(takesLeads(activity) ? leadFact : seatsFact(activity)), FactIcon: PeopleIcon },
    { ...seriesFact(activity, series), FactIcon: CarIcon },
    { ...feeFact(activity), FactIcon: TicketIcon },
  ];
  return (
    <div className={detailCss.facts}>
      {facts.map(({ label, value, remark, FactIcon }) => (
        <div key={label} className={layoutCss.row}>
          <span className={detailCss.icon}>
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
