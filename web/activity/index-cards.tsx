import { Link } from "react-router";
import { formatDay, wallClock } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { Quota } from "../ui/quota.tsx";
import { Cover, Note, PlaceLine, StatusTag, type CardProps } from "./card.tsx";
import { detailPath, type TileActivity } from "./card-facts.ts";
import { shownQuota, shownStatus } from "./status.ts";
import { words } from "./words.ts";

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
export const OnlineTile = ({ activity }: { activity: TileActivity }) => (
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
