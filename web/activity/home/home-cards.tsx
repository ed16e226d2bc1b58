import { Link } from "react-router";
import { formatDay, wallClock } from "#contract/core/date-text.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { QuotaBar } from "../../ui/display/quota-bar.tsx";
import { CardCover, CardNoteLine, CardPlace, StatusTag, type CardProps } from "../card/card.tsx";
import { detailPath, type TileActivity } from "../card/card-facts.ts";
import { shownQuota, shownStatus } from "../status.ts";
import { activityMessages } from "../messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as cardCss from "../card/card.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Card of the nearby strip (mockups 01-index). */
export function NearbyCard({ activity, picture }: CardProps) {
  const { month, weekday } = wallClock(activity.startTime);
  const quota = shownQuota(activity);
  const showsPercentage = quota !== null && shownStatus(activity).kind === "live";
  return (
    <Link
      className={`${contentCss.card} ${contentCss.raised} ${cardCss.nearbyCard}`}
      to={detailPath(activity)}
      prefetch="intent"
    >
      <CardCover activity={activity} sizes="286px" {...(picture && { picture })} />
      <div className={cardCss.body}>
        <div className={cardCss.date}>
          <i>{activityMessages.card.month(month)}</i>
          <b>{formatDay(activity.startTime)}</b>
          <small>{weekday}</small>
        </div>
        <div className={layoutCss.grow}>
          <h3 className={`${textCss.title3} ${textCss.twoLines}`}>
            <TitleText text={activity.title} />
          </h3>
          <CardPlace activity={activity} className={layoutCss.marginTop1} />
          <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.marginTop2}`}>
            {quota && <QuotaBar percent={quota.percent} isHot={quota.isHot} />}
            {showsPercentage && !quota.isHot ? (
              <span className={`${textCss.caption} ${textCss.tertiary} ${textCss.noWrap}`}>
                {activityMessages.card.taken(quota.percent)}
              </span>
            ) : (
              <CardNoteLine activity={activity} />
            )}
          </div>
        </div>
      </div>
    </Link>
  );
}

/** Tile of the online section (mockups 01-index). */
export const OnlineTile = ({ activity }: { activity: TileActivity }) => (
  <Link to={detailPath(activity)} prefetch="intent">
    <ResponsivePicture
      url={activity.coverUrl}
      width={240}
      height={160}
      widths={[360, 480, 720, 960]}
      sizes="(min-width: 1024px) 560px, 444px"
    />
    <StatusTag activity={activity} />
    <div className={cardCss.text}>
      <h3 className={textCss.twoLines}>
        <TitleText text={activity.title} />
      </h3>
      {activity.subtitle !== "" && <p className={textCss.twoLines}>{activity.subtitle}</p>}
    </div>
  </Link>
);
