import type { ActivityDetail } from "#contract/activity/activity.ts";
import { mapLink } from "../../platform/location/map-link.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { GiftIcon, NavigateIcon, PhoneIcon } from "../../ui/icons/detail-icons.tsx";
import { PeopleIcon } from "../../ui/icons/common-icons.tsx";
import { dealerName, hostingDealer, ruleLines, takenSeatCount } from "./detail-facts.ts";
import mapUrl from "../../ui/media/map.svg?url&no-inline";
import { detailMessages } from "./detail-messages.ts";
import { formatCount, formatDistance } from "../../ui/display/format.ts";
import { leadActivityMessages as leadWords } from "./lead-messages.ts";
import { takesLeads } from "./takes-leads.ts";

type SectionProps = { activity: ActivityDetail };

/** Where it is held; the map is a drawing, its button opens a real one at the coordinates. */
export function PlaceSection({ activity }: SectionProps) {
  const { address, distance, longitude, latitude } = activity;
  return (
    <section className="sect">
      <h2>{detailMessages.place.title}</h2>
      <div className="mapst">
        <img src={mapUrl} alt="" width={750} height={132} loading="lazy" decoding="async" />
        <div className="ad">
          <div className="f1">
            <p className="bs md">{address}</p>
            {distance !== null && (
              <p className="cap c3">{detailMessages.place.away(formatDistance(distance))}</p>
            )}
          </div>
          <a
            className="btn t sm"
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

/** The dealer that holds it, with its telephone. */
function Host({ activity }: SectionProps) {
  const host = hostingDealer(activity);
  if (host === null) return null;
  const { name, trial } = dealerName(host);
  const others = activity.dealers.length - 1;
  return (
    <div className="row g3 mt4">
      <div className="f1">
        <p className="md dealer">
          <span>{name}</span>
          {trial !== null && <span className="trial">{trial}</span>}
        </p>
        <p className="cap c3">
          {host.address === activity.address
            ? detailMessages.place.host
            : detailMessages.place.hostAt(host.address)}
        </p>
        {others > 0 && <p className="cap c3">{detailMessages.place.more(others)}</p>}
      </div>
      <a
        className="btn t sm"
        href={`tel:${host.phone}`}
        aria-label={detailMessages.place.callDealer(name + (trial ?? ""))}
      >
        <PhoneIcon size={20} />
        {detailMessages.place.call}
      </a>
    </div>
  );
}

/** The day's order. */
export const AgendaSection = ({ activity: { agenda } }: SectionProps) =>
  agenda.length === 0 ? null : (
    <section className="sect">
      <h2>{detailMessages.agenda}</h2>
      <ol className="agenda">
        {agenda.map(({ time, title, remark }) => (
          <li key={`${time} ${title}`}>
            <b>{time}</b>
            <div>
              <p className="md">{title}</p>
              {remark !== "" && <p className="bs c2">{remark}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );

/** The organiser's own words, sanitised by the server, and the rules as text. */
export function AboutSection({ activity }: SectionProps) {
  const { content, rules } = activity;
  const lines = ruleLines(rules);
  return (
    <section className="sect">
      <h2>{detailMessages.about}</h2>
      <div className="rich" dangerouslySetInnerHTML={{ __html: content }} />
      {lines.length > 0 && (
        <div className="rich">
          <h3>{takesLeads(activity) ? leadWords.rules : detailMessages.rules}</h3>
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

/** The rules on their own, where the texts before them are composed of blocks. */
export function RulesSection({ activity: { rules } }: SectionProps) {
  const lines = ruleLines(rules);
  return lines.length === 0 ? null : (
    <section className="sect">
      <h2>{detailMessages.campaignRules}</h2>
      <ol className="rich">
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
  /** Whether the way to the coupons stands here. */
  hasWay: boolean;
}) =>
  benefits.length === 0 ? null : (
    <section className="sect">
      <h2>{detailMessages.benefits}</h2>
      <ul className="ben">
        {benefits.map(({ benefitId, name, value }) => (
          <li key={benefitId}>
            <span className="ic">
              <GiftIcon size={20} />
            </span>
            <div>
              <p className="md">{name}</p>
              <p className="bs c2">{value}</p>
            </div>
          </li>
        ))}
      </ul>
      {hasCoupons && hasWay && (
        <ButtonLink look="tonal" isWide className="mt4" to={`/coupon/result/${activityId}`} prefetch="intent">
          {detailMessages.claim}
        </ButtonLink>
      )}
    </section>
  );

/** What car club members tell of it. */
export const ClubLink = ({ activity }: SectionProps) => (
  <ButtonLink look="tonal" isWide className="mt3" to={`/club/activity/${activity.activityId}`}>
    {detailMessages.club}
  </ButtonLink>
);

/** How many come, though not who they are; and what car club members tell of it. */
export function PeopleSection({ activity }: SectionProps) {
  const taken = takenSeatCount(activity);
  return (
    <section className="sect">
      {taken !== null && taken > 0 && (
        <p className="row g3 bs c2">
          <PeopleIcon size={20} />
          {detailMessages.people(formatCount(taken))}
        </p>
      )}
      <ClubLink activity={activity} />
    </section>
  );
}
