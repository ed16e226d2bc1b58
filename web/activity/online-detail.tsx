import "./online-detail.css";
import type { ReactNode } from "react";
import type { ActivityDetail, Campaign } from "#contract/activity.ts";
import { useBrand } from "../platform/site.ts";
import { IconButton } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { NavBar } from "../ui/frame.tsx";
import { HeartFilledIcon, HeartIcon, ShareIcon } from "../ui/icons-of-things.tsx";
import { Notice } from "../ui/notice.tsx";
import { Picture } from "../ui/picture.tsx";
import { Screen } from "../ui/screen.tsx";
import { Tag } from "../ui/tag.tsx";
import { useFavourite, useShare } from "./detail-actions.ts";
import { AboutSection, BenefitsSection } from "./detail-sections.tsx";
import { words } from "./detail-words.ts";
import { KocSection } from "./koc-section.tsx";
import { AsOf } from "./offline-notice.tsx";
import { shownStatus } from "./status.ts";

const DAY = 86_400_000;
/** Whole days until a campaign begins or ends, today counting as one; null once it is over. */
export function daysLeft({ status, startTime, endTime }: ActivityDetail, now: number): number | null {
  if (status === 3) return null;
  return Math.max(1, Math.ceil((Date.parse(status === 1 ? startTime : endTime) - now) / DAY));
}

type OnlineDetailProps = {
  /** With its status of this moment. */
  activity: ActivityDetail;
  /** How it goes; null where that could not be loaded. */
  campaign: Campaign | null;
  /** The server's time, ms. */
  now: number;
  /** ms; not null: kept from then. */
  asOf: number | null;
  isPreview: boolean;
  /** Beside the texts, on a phone below them: where the person takes part. */
  form: { id: string; title: string; part: ReactNode };
  /** The bar's main button. */
  action: ReactNode;
};

/** Status, title and three numbers over the picture (mockup 06-online-detail). */
function Hero({ activity, campaign, now }: Pick<OnlineDetailProps, "activity" | "campaign" | "now">) {
  const { kind, word } = shownStatus(activity);
  const days = daysLeft(activity, now);
  const { participants, places, untilStart, untilEnd } = words.campaign;
  const numbers: [number, string][] = [
    ...(campaign && campaign.participants > 0
      ? ([[campaign.participants, participants]] satisfies [number, string][])
      : []),
    ...(activity.quota !== null ? ([[activity.quota, places]] satisfies [number, string][]) : []),
    ...(days !== null
      ? ([[days, activity.status === 1 ? untilStart : untilEnd]] satisfies [number, string][])
      : []),
  ];
  return (
    <section className="oh">
      <Picture
        url={activity.coverUrl}
        width={750}
        height={500}
        widths={[500, 750, 1000, 1500]}
        sizes="(min-width: 1024px) 720px, max(100vw, 780px)"
        isFirst
      />
      <div className="tx">
        <Tag kind={kind} isOnPicture>
          {word}
        </Tag>
        <h1>{activity.title}</h1>
        {activity.subtitle !== "" && <p>{activity.subtitle}</p>}
      </div>
      {numbers.length > 0 && (
        <dl className="st">
          {numbers.map(([number, label]) => (
            <div key={label}>
              <dd>{formatCount(number)}</dd>
              <dt>{label}</dt>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** An online campaign's page: what it is, what one gets, and the form beside it. */
export function OnlineDetail({ activity, campaign, now, asOf, isPreview, form, action }: OnlineDetailProps) {
  const brand = useBrand();
  const favourite = useFavourite(activity);
  const share = useShare(activity);
  return (
    <Screen brand={brand} current="activities" hasBar>
      <NavBar look="clear" back="/list?activityType=online">
        <IconButton
          label={words.share}
          icon={<ShareIcon />}
          isGlass
          onClick={share}
          data-tap="press"
          suppressHydrationWarning
        />
      </NavBar>
      <div className="split">
        <div>
          <Hero {...{ activity, campaign, now }} />
          {isPreview && (
            <div className="sect">
              <Notice>{words.preview}</Notice>
            </div>
          )}
          {asOf !== null && <AsOf time={asOf} />}
          <BenefitsSection activity={activity} />
          <KocSection activity={activity} />
          <AboutSection activity={activity} />
        </div>
        <aside className="aside">
          <section className="sect oform" id={form.id}>
            <h2>{form.title}</h2>
            {form.part}
          </section>
          <div className="bar">
            <div className="in">
              <button
                type="button"
                className="tool"
                aria-pressed={favourite.isFavourite}
                onClick={favourite.toggle}
                data-tap="toggle"
                suppressHydrationWarning
              >
                {favourite.isFavourite ? <HeartFilledIcon size={20} /> : <HeartIcon size={20} />}
                {words.favourite}
              </button>
              {action}
            </div>
          </div>
        </aside>
      </div>
    </Screen>
  );
}
