import type { ReactNode } from "react";
import { Link } from "react-router";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { FlagIcon, ShieldIcon, WheelIcon, WrenchIcon } from "../../ui/icons/activity-icons.tsx";
import { GiftIcon } from "../../ui/icons/detail-icons.tsx";
import type { CardActivity, TileActivity } from "../card/card-facts.ts";
import { NearbyCard, OnlineTile } from "./home-cards.tsx";
import { activityMessages } from "../messages.ts";
import { homeMessages } from "./home-messages.ts";

const entries = [
  { to: "/list?businessType=1", EntryIcon: WheelIcon },
  { to: "/list?businessType=2", EntryIcon: WrenchIcon },
  { to: "/list?businessType=3", EntryIcon: FlagIcon },
  { to: "/list?businessType=4", EntryIcon: ShieldIcon },
  { to: "/mine/coupons", EntryIcon: GiftIcon },
] as const;

/** Quick entries: the four kinds of activity, and what one has been given (mockup 01-index). */
export const QuickEntries = () => (
  <nav className="quick pgw" aria-label={homeMessages.quick}>
    {entries.map(({ to, EntryIcon }, place) => (
      <Link key={to} to={to} prefetch="intent">
        <span className="ic">
          <EntryIcon />
        </span>
        {homeMessages.entries[place]}
      </Link>
    ))}
  </nav>
);

type SectionProps = { title: string; sub: string; more: { to: string; label: string }; children: ReactNode };

const Section = ({ title, sub, more, children }: SectionProps) => (
  <section className="sec">
    <div className="sec-h">
      <div>
        <h2 className="t2">{title}</h2>
        <p className="sub">{sub}</p>
      </div>
      <Link className="lk" to={more.to} prefetch="intent">
        {more.label}
        <ChevronRightIcon size={16} />
      </Link>
    </div>
    {children}
  </section>
);

type NearbyProps = {
  activities: readonly CardActivity[];
  total: number;
  cityName: string;
  /** The page has no banner, so the first card's picture is the main one. */
  isFirst: boolean;
};

/** Offline activities around; nothing where there are none. */
export function NearbySection({ activities, total, cityName, isFirst }: NearbyProps) {
  if (activities.length === 0) return null;
  const isByDistance = activities.some(({ distance }) => distance !== null);
  return (
    <Section
      title={homeMessages.nearby}
      sub={isByDistance ? homeMessages.byDistance(cityName) : homeMessages.byTime(cityName)}
      more={{ to: "/list?activityType=localoffline", label: homeMessages.all(total) }}
    >
      <div className="scroller nears">
        {activities.map((activity, place) => (
          <NearbyCard
            key={activity.activityId}
            activity={activity}
            {...(isFirst && place < 2 && { picture: place === 0 ? "first" : "eager" })}
          />
        ))}
      </div>
    </Section>
  );
}

/** Online activities; nothing where there are none. */
export function OnlineSection({ activities }: { activities: readonly TileActivity[] }) {
  if (activities.length === 0) return null;
  return (
    <Section
      title={homeMessages.online}
      sub={homeMessages.onlineSub}
      more={{ to: "/list?activityType=online", label: homeMessages.more }}
    >
      <div className="bento">
        {activities.map((activity) => (
          <OnlineTile key={activity.activityId} activity={activity} />
        ))}
      </div>
    </Section>
  );
}

/** Boxes of what is coming. */
export const HomeSkeleton = () => (
  <>
    <div className="bann pgw" aria-hidden="true">
      <div className="scroller">
        <div className="bn sk" />
      </div>
    </div>
    <QuickEntries />
    <div className="sec" aria-hidden="true">
      <div className="scroller nears">
        {[1, 2, 3, 4].map((place) => (
          <div key={place} className="card ncard">
            <div className="cover sk" />
            <div className="bd">
              <div className="f1">
                <div className="sk ln" />
                <div className="sk sh mt2" />
                <div className="sk sh mt2" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
    <output className="sr">{activityMessages.list.loading}</output>
  </>
);
