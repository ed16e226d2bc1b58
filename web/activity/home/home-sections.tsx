import type { ReactNode } from "react";
import { Link } from "react-router";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { GiftIcon, ShieldIcon } from "../../ui/icons/activity-icons.tsx";
import { FlagIcon, WheelIcon, WrenchIcon } from "../../ui/icons/home-icons.tsx";
import type { CardActivity, TileActivity } from "../card/card-facts.ts";
import { NearbyCard, OnlineTile } from "./home-cards.tsx";
import { activityMessages } from "../messages.ts";
import { homeMessages } from "./home-messages.ts";
import * as cardCss from "../card/card.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as homeCss from "./home.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const entries = [
  { to: "/list?businessType=1", EntryIcon: WheelIcon },
  { to: "/list?businessType=2", EntryIcon: WrenchIcon },
  { to: "/list?businessType=3", EntryIcon: FlagIcon },
  { to: "/list?businessType=4", EntryIcon: ShieldIcon },
  { to: "/mine/coupons", EntryIcon: GiftIcon },
] as const;

/** Quick entries: the four business types and the coupons (mockup 01-index). */
export const QuickEntries = () => (
  <nav className={`${homeCss.quickLinks} ${frameWideCss.pageWidth}`} aria-label={homeMessages.quick}>
    {entries.map(({ to, EntryIcon }, index) => (
      <Link key={to} to={to} prefetch="intent">
        <span className={homeCss.icon}>
          <EntryIcon />
        </span>
        {homeMessages.entries[index]}
      </Link>
    ))}
  </nav>
);

type SectionProps = { title: string; sub: string; more: { to: string; label: string }; children: ReactNode };

const Section = ({ title, sub, more, children }: SectionProps) => (
  <section className={contentCss.section}>
    <div className={contentCss.sectionHead}>
      <div>
        <h2 className={textCss.title2}>{title}</h2>
        <p className={contentCss.subtitle}>{sub}</p>
      </div>
      <Link className={controlsCss.link} to={more.to} prefetch="intent">
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
  /** Without a banner the first card's picture is the page's main picture. */
  isFirst: boolean;
};

/** Offline activities nearby; renders nothing if there are none. */
export function NearbySection({ activities, total, cityName, isFirst }: NearbyProps) {
  if (activities.length === 0) return null;
  const isByDistance = activities.some(({ distance }) => distance !== null);
  return (
    <Section
      title={homeMessages.nearby}
      sub={isByDistance ? homeMessages.byDistance(cityName) : homeMessages.byTime(cityName)}
      more={{ to: "/list?activityType=localoffline", label: homeMessages.all(total) }}
    >
      <div className={`${controlsCss.scroller} ${cardCss.nearby}`}>
        {activities.map((activity, index) => (
          <NearbyCard
            key={activity.activityId}
            activity={activity}
            {...(isFirst && index < 2 && { picture: index === 0 ? "first" : "eager" })}
          />
        ))}
      </div>
    </Section>
  );
}

/** Online activities; renders nothing if there are none. */
export function OnlineSection({ activities }: { activities: readonly TileActivity[] }) {
  if (activities.length === 0) return null;
  return (
    <Section
      title={homeMessages.online}
      sub={homeMessages.onlineSub}
      more={{ to: "/list?activityType=online", label: homeMessages.more }}
    >
      <div className={cardCss.tiles}>
        {activities.map((activity) => (
          <OnlineTile key={activity.activityId} activity={activity} />
        ))}
      </div>
    </Section>
  );
}

/** Skeleton of the index. */
export const HomeSkeleton = () => (
  <>
    <div className={`${homeCss.banners} ${frameWideCss.pageWidth}`} aria-hidden="true">
      <div className={controlsCss.scroller}>
        <div className={`${homeCss.banner} ${contentCss.skeleton}`} />
      </div>
    </div>
    <QuickEntries />
    <div className={contentCss.section} aria-hidden="true">
      <div className={`${controlsCss.scroller} ${cardCss.nearby}`}>
        {[1, 2, 3, 4].map((index) => (
          <div key={index} className={`${contentCss.card} ${cardCss.nearbyCard}`}>
            <div className={`${contentCss.cover} ${contentCss.skeleton}`} />
            <div className={cardCss.body}>
              <div className={layoutCss.grow}>
                <div className={`${contentCss.skeleton} ${contentCss.line}`} />
                <div className={`${contentCss.skeleton} ${contentCss.shortLine} ${layoutCss.marginTop2}`} />
                <div className={`${contentCss.skeleton} ${contentCss.shortLine} ${layoutCss.marginTop2}`} />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
    <output className={textCss.visuallyHidden}>{activityMessages.loading}</output>
  </>
);
