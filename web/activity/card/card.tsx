import { Link } from "react-router";
import { businessTypes } from "#contract/activity/labels.ts";
import { formatPeriod } from "#contract/core/date-text.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { CalendarIcon, PinIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { detailPath, cardNote, shownPlace, type CardActivity } from "./card-facts.ts";
import { formatDistance } from "../../ui/display/format.ts";
import { shownStatus } from "../status.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as cardCss from "./card.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

export type CardProps = {
  activity: CardActivity;
  /** Loading of the picture: the page's main picture, or one near the top. */
  picture?: "first" | "eager";
};

/** Covers have the aspect ratio 3:2; a card crops them to its box. */
const coverWidths = [240, 360, 480, 720] as const;
const pictureLoad = (picture: CardProps["picture"]) => ({
  isFirst: picture === "first",
  isEager: picture === "eager",
});

export const StatusTag = ({ activity }: { activity: CardActivity }) => {
  const { kind, label } = shownStatus(activity);
  return (
    <Tag kind={kind} isOnPicture>
      {label}
    </Tag>
  );
};

export const CardCover = ({ activity, picture, sizes }: CardProps & { sizes: string }) => (
  <div className={classNames(contentCss.cover, shownStatus(activity).kind === "ended" && contentCss.faded)}>
    <ResponsivePicture
      url={activity.coverUrl}
      width={240}
      height={160}
      widths={coverWidths}
      sizes={sizes}
      {...pictureLoad(picture)}
    />
    <span className={contentCss.topLeft}>
      <StatusTag activity={activity} />
    </span>
  </div>
);

/** Place and distance. */
export function CardPlace({ activity, className }: { activity: CardActivity; className?: string }) {
  const { name, trial } = shownPlace(activity);
  return (
    <p className={classNames(contentCss.meta, className)}>
      <PinIcon size={16} />
      <span className={contentCss.dealer}>
        <span>{name}</span>
        {trial !== null && <span className={contentCss.trial}>{trial}</span>}
      </span>
      {activity.distance !== null && (
        <span className={`${textCss.noWrap} ${textCss.tertiary} ${textCss.caption}`}>
          {formatDistance(activity.distance)}
        </span>
      )}
    </p>
  );
}

export const CardNoteLine = ({ activity }: { activity: CardActivity }) => {
  const { text, tone } = cardNote(activity);
  return (
    <span
      className={classNames(
        `${textCss.caption} ${textCss.noWrap}`,
        tone,
        tone === textCss.accent || tone === textCss.brand ? textCss.medium : null,
      )}
    >
      {text}
    </span>
  );
};

/** Card of a list (mockups 02-list). */
export const ListCard = ({ activity, picture }: CardProps) => (
  <Link className={`${contentCss.card} ${cardCss.listCard}`} to={detailPath(activity)} prefetch="intent">
    <CardCover activity={activity} sizes="(min-width: 1024px) 360px, 222px" {...(picture && { picture })} />
    <div className={cardCss.body}>
      <h2 className={`${textCss.title3} ${textCss.twoLines}`}>
        <TitleText text={activity.title} />
      </h2>
      <p className={`${contentCss.meta} ${layoutCss.marginTop2}`}>
        <CalendarIcon size={16} />
        <span>{formatPeriod(activity.startTime, activity.endTime)}</span>
      </p>
      <CardPlace activity={activity} />
      <div className={cardCss.footer}>
        <span className={`${textCss.caption} ${textCss.secondary} ${textCss.noWrap}`}>
          {businessTypes[activity.businessType]}
        </span>
        <CardNoteLine activity={activity} />
      </div>
    </div>
  </Link>
);

/** Skeleton with the size of a list card. */
export const ListCardSkeleton = () => (
  <div className={`${contentCss.card} ${cardCss.listCard}`} aria-hidden="true">
    <div className={`${contentCss.cover} ${contentCss.skeleton}`} />
    <div className={cardCss.body}>
      <SkeletonLine />
      <SkeletonLine kind="sh" />
      <SkeletonLine kind="sh" />
      <div className={cardCss.footer}>
        <SkeletonLine kind="ti" />
        <SkeletonLine kind="ti" />
      </div>
    </div>
  </div>
);
