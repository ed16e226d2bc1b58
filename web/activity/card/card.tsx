import { Link } from "react-router";
import { businessTypes } from "#contract/activity/labels.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { CalendarIcon, PinIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { detailPath, cardNote, shownPlace, type CardActivity } from "./card-facts.ts";
import { formatDistance, formatPeriod } from "../../ui/display/format.ts";
import { shownStatus } from "../status.ts";

export type CardProps = {
  activity: CardActivity;
  /** The page's main picture, or one near the top. */
  picture?: "first" | "eager";
};

/** Covers are 3:2 scenes; a card shows as much of them as fits its box. */
const coverWidths = [240, 360, 480, 720] as const;
const pictureLoad = (picture: CardProps["picture"]) => ({
  isFirst: picture === "first",
  isEager: picture === "eager",
});

export const StatusTag = ({ activity }: { activity: CardActivity }) => {
  const { kind, word } = shownStatus(activity);
  return (
    <Tag kind={kind} isOnPicture>
      {word}
    </Tag>
  );
};

export const CardCover = ({ activity, picture, sizes }: CardProps & { sizes: string }) => (
  <div className={classNames("cover", shownStatus(activity).kind === "ended" && "off")}>
    <ResponsivePicture
      url={activity.coverUrl}
      width={240}
      height={160}
      widths={coverWidths}
      sizes={sizes}
      {...pictureLoad(picture)}
    />
    <span className="tl">
      <StatusTag activity={activity} />
    </span>
  </div>
);

/** Where it is held, and how far away. */
export function CardPlace({ activity, className }: { activity: CardActivity; className?: string }) {
  const { name, trial } = shownPlace(activity);
  return (
    <p className={classNames("meta", className)}>
      <PinIcon size={16} />
      <span className="dealer">
        <span>{name}</span>
        {trial !== null && <span className="trial">{trial}</span>}
      </span>
      {activity.distance !== null && <span className="nw c3 cap">{formatDistance(activity.distance)}</span>}
    </p>
  );
}

export const CardNoteLine = ({ activity }: { activity: CardActivity }) => {
  const { text, tone } = cardNote(activity);
  return (
    <span className={classNames("cap nw", tone, tone === "acc" || tone === "pri" ? "md" : null)}>{text}</span>
  );
};

/** A card in a list (mockups 02-list). */
export const ListCard = ({ activity, picture }: CardProps) => (
  <Link className="card lcard" to={detailPath(activity)} prefetch="intent">
    <CardCover activity={activity} sizes="(min-width: 1024px) 360px, 222px" {...(picture && { picture })} />
    <div className="bd">
      <h2 className="t3 el2">{activity.title}</h2>
      <p className="meta mt2">
        <CalendarIcon size={16} />
        <span>{formatPeriod(activity.startTime, activity.endTime)}</span>
      </p>
      <CardPlace activity={activity} />
      <div className="ft">
        <span className="cap c2 nw">{businessTypes[activity.businessType]}</span>
        <CardNoteLine activity={activity} />
      </div>
    </div>
  </Link>
);

/** The same box as a list card, still empty. */
export const ListCardSkeleton = () => (
  <div className="card lcard" aria-hidden="true">
    <div className="cover sk" />
    <div className="bd">
      <SkeletonLine />
      <SkeletonLine kind="sh" />
      <SkeletonLine kind="sh" />
      <div className="ft">
        <SkeletonLine kind="ti" />
        <SkeletonLine kind="ti" />
      </div>
    </div>
  </div>
);
