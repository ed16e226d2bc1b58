import { Link } from "react-router";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { mapLink } from "../../platform/location/map-link.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { NavigateIcon, PhoneIcon } from "../../ui/icons/detail-icons.tsx";
import { GiftIcon } from "../../ui/icons/activity-icons.tsx";
import { PlaceMap } from "../../ui/media/place-map.tsx";
import { PeopleIcon } from "../../ui/icons/common-icons.tsx";
import { dealerName, hostingDealer, ruleLines, takenSeatCount } from "./detail-facts.ts";
import { detailMessages } from "./detail-messages.ts";
import { formatCount, formatDistance } from "../../ui/display/format.ts";
import { leadActivityMessages } from "./lead-messages.ts";
import { takesLeads } from "./takes-leads.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type SectionProps = { activity: ActivityDetail };

/** Place of the activity with a link to a map service at its coordinates, and AMap's map if the server has one. */
export function PlaceSection({ activity }: SectionProps) {
  const { address, distance, longitude, latitude } = activity;
  return (
    <section className={contentCss.panel}>
      <h2>{detailMessages.place.title}</h2>
      <div className={detailCss.map}>
        <PlaceMap longitude={longitude} latitude={latitude} address={address} />
        <div className={detailCss.address}>
          <div className={layoutCss.grow}>
            <p className={`${textCss.small} ${textCss.medium}`}>{address}</p>
            {distance !== null && (
              <p className={`${textCss.caption} ${textCss.tertiary}`}>
                {detailMessages.place.away(formatDistance(distance))}
              </p>
            )}
          </div>
          <a
            className={`${controlsCss.button} ${controlsCss.tonal} ${controlsCss.small}`}
            href={mapLink({ longitude, latitude, name: address })}
            target="_blank"
            rel="noreferrer"
          >
            <NavigateIcon size={20} />
            {detailMessages.place.navigate}
          </a>
        </div>
      </div>
      <Host activity={activity} />
    </section>
  );
}

/** Dealer that hosts the activity, with its telephone. */
function Host({ activity }: SectionProps) {
  const host = hostingDealer(activity);
  if (host === null) return null;
  const { name, trial } = dealerName(host);
  const others = activity.dealers.length - 1;
  return (
    <div className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.marginTop4}`}>
      <div className={layoutCss.grow}>
        <p className={`${textCss.medium} ${contentCss.dealer}`}>
          <Link className={layoutCss.lineLink} to={`/dealer/${host.id}`} prefetch="intent">
            {name}
          </Link>
          {trial !== null && <span className={contentCss.trial}>{trial}</span>}
        </p>
        <p className={`${textCss.caption} ${textCss.tertiary}`}>
          {host.address === activity.address
            ? detailMessages.place.host
            : detailMessages.place.hostAt(host.address)}
        </p>
        {others > 0 && (
          <p className={`${textCss.caption} ${textCss.tertiary}`}>{detailMessages.place.more(others)}</p>
        )}
      </div>
      <a
        className={`${controlsCss.button} ${controlsCss.tonal} ${controlsCss.small}`}
        href={`tel:${host.phone}`}
        aria-label={detailMessages.place.callDealer(name + (trial ?? ""))}
      >
        <PhoneIcon size={20} />
        {detailMessages.place.call}
      </a>
    </div>
  );
}

/** Timetable of the day. */
export const AgendaSection = ({ activity: { agenda } }: SectionProps) =>
  agenda.length === 0 ? null : (
    <section className={contentCss.panel}>
      <h2>{detailMessages.agenda}</h2>
      <ol className={detailCss.agenda}>
        {agenda.map(({ time, title, remark }) => (
          <li key={`${time} ${title}`}>
            <b>{time}</b>
            <div>
              <p className={textCss.medium}>
                <TitleText text={title} />
              </p>
              {remark !== "" && <p className={`${textCss.small} ${textCss.secondary}`}>{remark}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );

/** Description by the organiser, sanitised by the server, and the rules as text. */
export function AboutSection({ activity }: SectionProps) {
  const { content, rules } = activity;
  const lines = ruleLines(rules);
  return (
    <section className={contentCss.panel}>
      <h2>{detailMessages.about}</h2>
      <div className={detailCss.richText} dangerouslySetInnerHTML={{ __html: content }} />
      {lines.length > 0 && (
        <div className={detailCss.richText}>
          <h3>{takesLeads(activity) ? leadActivityMessages.rules : detailMessages.rules}</h3>
          {lines.map((line, at) => (
            <p key={line}>
              {at + 1}. {line}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

/** Rules alone, for a page whose other texts are composed of blocks. */
export function RulesSection({ activity: { rules } }: SectionProps) {
  const lines = ruleLines(rules);
  return lines.length === 0 ? null : (
    <section className={contentCss.panel}>
      <h2>{detailMessages.campaignRules}</h2>
      <ol className={detailCss.richText}>
        {lines.map((line, at) => (
          <li key={line}>
            {at + 1}. {line}
          </li>
        ))}
      </ol>
    </section>
  );
}

export const BenefitsSection = ({
  activity: { activityId, benefits, hasCoupons },
  hasWay,
}: SectionProps & {
  /** Whether the link to the coupons is shown here. */
  hasWay: boolean;
}) =>
  benefits.length === 0 ? null : (
    <section className={contentCss.panel}>
      <h2>{detailMessages.benefits}</h2>
      <ul className={detailCss.benefits}>
        {benefits.map(({ benefitId, name, value }) => (
          <li key={benefitId}>
            <span className={detailCss.icon}>
              <GiftIcon size={20} />
            </span>
            <div>
              <p className={textCss.medium}>{name}</p>
              <p className={`${textCss.small} ${textCss.secondary}`}>{value}</p>
            </div>
          </li>
        ))}
      </ul>
      {hasCoupons && hasWay && (
        <ButtonLink
          look="tonal"
          isWide
          className={layoutCss.marginTop4}
          to={`/coupon/result/${activityId}`}
          prefetch="intent"
        >
          {detailMessages.claim}
        </ButtonLink>
      )}
    </section>
  );

/** Link to the club's posts about the activity. */
export const ClubLink = ({ activity }: SectionProps) => (
  <ButtonLink
    look="tonal"
    isWide
    className={layoutCss.marginTop3}
    to={`/club/activity/${activity.activityId}`}
  >
    {detailMessages.club}
  </ButtonLink>
);

/** Number of participants without their names, and the link to the club's posts. */
export function PeopleSection({ activity }: SectionProps) {
  const taken = takenSeatCount(activity);
  return (
    <section className={contentCss.panel}>
      {taken !== null && taken > 0 && (
        <p className={`${layoutCss.row} ${layoutCss.gap3} ${textCss.small} ${textCss.secondary}`}>
          <PeopleIcon size={20} />
          {detailMessages.people(formatCount(taken))}
        </p>
      )}
      <ClubLink activity={activity} />
    </section>
  );
}
