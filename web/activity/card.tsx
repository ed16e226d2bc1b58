import { Link } from "react-router";
import { businessTypes } from "#contract/activity-words.ts";
import { classes } from "../ui/classes.ts";
import { CalendarIcon, PinIcon } from "../ui/icons.tsx";
import { Picture } from "../ui/picture.tsx";
import { Quota } from "../ui/quota.tsx";
import { SkeletonLine } from "../ui/skeleton.tsx";
import { Tag } from "../ui/tag.tsx";
import { detailPath, noteOf, shownPlace, type CardActivity } from "./card-facts.ts";
import { formatDay, formatDistance, formatPeriod, wallClock } from "../ui/format.ts";
import { shownQuota, shownStatus } from "./status.ts";
import { words } from "./words.ts";

type CardProps = {
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

const StatusTag = ({ activity }: { activity: CardActivity }) => {
  const { kind, word } = shownStatus(activity);
  return (
    <Tag kind={kind} isOnPicture>
      {word}
    </Tag>
  );
};

const Cover = ({ activity, picture, sizes }: CardProps & { sizes: string }) => (
  <div className={classes("cover", shownStatus(activity).kind === "ended" && "off")}>
    <Picture
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
export function PlaceLine({ activity, className }: { activity: CardActivity; className?: string }) {
  const { name, trial } = shownPlace(activity);
  return (
    <p className={classes("meta", className)}>
      <PinIcon size={16} />
      <span className="dealer">
        <span>{name}</span>
        {trial !== null && <span className="trial">{trial}</span>}
      </span>
      {activity.distance !== null && <span className="nw c3 cap">{formatDistance(activity.distance)}</span>}
    </p>
  );
}

const Note = ({ activity }: { activity: CardActivity }) => {
  const { text, tone } = noteOf(activity);
  return (
    <span className={classes("cap nw", tone, tone === "acc" || tone === "pri" ? "md" : null)}>{text}</span>
  );
};

/** A card in a list (mockups 02-list). */
export const ListCard = ({ activity, picture }: CardProps) => (
  <Link className="card lcard" to={detailPath(activity)} prefetch="intent">
    <Cover activity={activity} sizes="(min-width: 1024px) 360px, 222px" {...(picture && { picture })} />
    <div className="bd">
      <h2 className="t3 el2">{activity.title}</h2>
      <p className="meta mt2">
        <CalendarIcon size={16} />
        <span className="el1">{formatPeriod(activity.startTime, activity.endTime)}</span>
      </p>
      <PlaceLine activity={activity} />
      <div className="ft">
        <span className="cap c2 nw">{businessTypes[activity.businessType]}</span>
        <Note activity={activity} />
      </div>
    </div>
  </Link>
);

/** A card of the nearby strip (mockups 01-index). */
export function NearbyCard({ activity, picture }: CardProps) {
  const { month, weekday } = wallClock(activity.startTime);
  const quota = shownQuota(activity);
  const isCounted = quota !== null && shownStatus(activity).kind === "live";
  return (
    <Link className="card lift ncard" to={detailPath(activity)} prefetch="intent">
      <Cover activity={activity} sizes="286px" {...(picture && { picture })} />
      <div className="bd">
        <div className="dateblk">
          <i>{words.card.month(month)}</i>
          <b>{formatDay(activity.startTime)}</b>
          <small>{weekday}</small>
        </div>
        <div className="f1">
          <h3 className="t3 el2">{activity.title}</h3>
          <PlaceLine activity={activity} className="mt1" />
          <div className="row g2 mt2">
            {quota && <Quota percent={quota.percent} isHot={quota.isHot} />}
            {isCounted && !quota.isHot ? (
              <span className="cap c3 nw">{words.card.taken(quota.percent)}</span>
            ) : (
              <Note activity={activity} />
            )}
          </div>
        </div>
      </div>
    </Link>
  );
}

/** A tile of the online section (mockups 01-index). */
export const OnlineTile = ({ activity }: { activity: CardActivity }) => (
  <Link to={detailPath(activity)} prefetch="intent">
    <Picture
      url={activity.coverUrl}
      width={240}
      height={160}
      widths={[360, 480, 720, 960]}
      sizes="(min-width: 1024px) 560px, 444px"
    />
    <StatusTag activity={activity} />
    <div className="tx">
      <h3 className="el2">{activity.title}</h3>
      {activity.subtitle !== "" && <p className="el2">{activity.subtitle}</p>}
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
