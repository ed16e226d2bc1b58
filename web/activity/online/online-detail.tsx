import * as onlineDetailCss from "./online-detail.module.css";
import type { ReactNode } from "react";
import type { CampaignDetail } from "#contract/activity/activity.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { ButtonLink } from "../../ui/form/button.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { DetailFrame, DetailNotices } from "../detail/detail-frame.tsx";
import { DetailFacts } from "../detail/detail-hero.tsx";
import { AboutSection, BenefitsSection, ClubLink, RulesSection } from "../detail/detail-sections.tsx";
import { detailMessages } from "../detail/detail-messages.ts";
import { LazyReferrerRow } from "../referrer/lazy-referrer-row.tsx";
import { KocSection } from "../detail/koc-section.tsx";
import { NumberWithUnit, TimeLeft } from "./time-left.tsx";
import { shownStatus } from "../status.ts";
import type { Detail } from "../detail/use-detail.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";

type HeroProps = Pick<Detail, "activity"> & {
  /** Progress of the campaign; null if it could not be loaded. */
  campaign: CampaignDetail | null;
};

/** Status, title and three numbers over the picture (mockup 06-online-detail). */
function Hero({ activity, campaign }: HeroProps) {
  const { kind, label } = shownStatus(activity);
  const { participants, places } = detailMessages.campaign;
  const numbers: [number, string][] = [
    ...(campaign && campaign.participants > 0
      ? ([[campaign.participants, participants]] satisfies [number, string][])
      : []),
    ...(activity.quota !== null ? ([[activity.quota, places]] satisfies [number, string][]) : []),
  ];
  return (
    <section className={onlineDetailCss.hero}>
      <ResponsivePicture
        url={activity.coverUrl}
        width={750}
        height={500}
        widths={[500, 750, 1000, 1500]}
        sizes="(min-width: 1024px) 720px, max(100vw, 780px)"
        isFirst
      />
      <div className={onlineDetailCss.text}>
        <Tag kind={kind} isOnPicture>
          {label}
        </Tag>
        <h1>
          <TitleText text={activity.title} />
        </h1>
        {activity.subtitle !== "" && <p>{activity.subtitle}</p>}
      </div>
      {(numbers.length > 0 || activity.status !== 3) && (
        <dl className={onlineDetailCss.stats}>
          {numbers.map(([number, label]) => (
            <NumberWithUnit key={label} {...{ number, label }} />
          ))}
          <TimeLeft activity={activity} />
        </dl>
      )}
    </section>
  );
}

/** Facts in the aside, on a desktop. */
export const AsideFacts = ({ activity, series }: Pick<Detail, "activity" | "series">) => (
  <section className={`${contentCss.panel} ${onlineDetailCss.form} ${frameCss.desktopOnly}`}>
    <h2>{detailMessages.takePart}</h2>
    <DetailFacts activity={activity} series={series} />
  </section>
);

type OnlineDetailProps = {
  detail: Detail;
  campaign: CampaignDetail | null;
  /** Shown before the texts. */
  intro?: ReactNode;
  /** Blocks that the operator composed; null for the default order of texts. */
  body: ReactNode;
  /** Way to take part: beside the texts on a desktop, below them on a phone; contains the sticky bar. */
  aside: ReactNode;
};

/** Page of an online campaign: description, benefits, and the way to take part. */
export function OnlineDetail({ detail, campaign, intro, body, aside }: OnlineDetailProps) {
  const { activity, fetchedAt, isPreview, share, openPoster } = detail;
  const hasNotices = isPreview || fetchedAt !== null;
  return (
    <DetailFrame back="/list?activityType=online" onShare={share} onPoster={openPoster} aside={aside}>
      <Hero {...{ activity, campaign }} />
      {hasNotices && (
        <div className={contentCss.panel}>
          <DetailNotices {...{ isPreview, fetchedAt }} />
        </div>
      )}
      {!isPreview && <LazyReferrerRow activity={activity} />}
      {intro}
      <BenefitsSection
        activity={activity}
        hasWay={!isPreview && activity.blocks.every(({ kind }) => kind !== "coupon")}
      />
      {!isPreview && <KocSection activity={activity} onInvite={openPoster} />}
      {activity.contest && !isPreview && (
        <section className={contentCss.panel}>
          <ButtonLink look="tonal" isWide to={`/contest/${activity.activityId}`} prefetch="intent">
            {detailMessages.contest[activity.contest]}
          </ButtonLink>
        </section>
      )}
      {body ?? <AboutSection activity={activity} />}
      {body !== null && <RulesSection activity={activity} />}
      {!isPreview && (
        <section className={contentCss.panel}>
          <ClubLink activity={activity} />
        </section>
      )}
    </DetailFrame>
  );
}
