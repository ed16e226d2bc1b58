import { Link } from "react-router";
import type { GroupDetail } from "#contract/club/club.ts";
import type { ClubActivity } from "#contract/club/shapes.ts";
import { activityStatusLabels } from "#contract/activity/labels.ts";
import { endClock, twoDigits, wallClock } from "#contract/core/date-text.ts";
import { formatLastDate } from "#contract/core/moment-text.ts";
import { formatCount } from "../../ui/display/format.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Avatar } from "../shared/avatar.tsx";
import { groupMessages } from "./messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as groupCss from "./group.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Picture, name, introduction and counts of a group. @param members kept current by the person's own joining */
export const GroupCover = ({ group, members }: { group: GroupDetail; members: number }) => (
  <section className={groupCss.hero}>
    <ResponsivePicture
      url={group.coverUrl}
      width={430}
      height={264}
      widths={[430, 860, 1290]}
      sizes="100vw"
      isFirst
    />
    <div className={groupCss.text}>
      <h1 className={textCss.title1}>
        <TitleText text={group.name} />
      </h1>
      <p className={`${textCss.small} ${layoutCss.marginTop1}`}>{group.intro}</p>
      <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.marginTop3}`}>
        <span className={groupCss.avatars} aria-hidden="true">
          {group.people.slice(0, 4).map(({ id, avatar }) => (
            <Avatar key={id} url={avatar} size={28} />
          ))}
        </span>
        <span className={`${textCss.caption} ${textCss.numeric}`}>
          {groupMessages.members(formatCount(members))} ·{" "}
          {groupMessages.articles(formatCount(group.articles))}
        </span>
      </div>
    </div>
  </section>
);

const statusTags = { 1: "soon", 2: "live", 3: "ended" } as const;

/** An activity near the group's members. */
export const GroupActivity = ({ activity }: { activity: ClubActivity }) => {
  const { activityId, activityMode, title, startTime, endTime, status, remaining } = activity;
  // A running online activity can last for weeks: its end matters more than its start.
  const isUntil = activityMode === "online" && status === 2;
  const { month, day, weekday, time } = isUntil ? endClock(endTime) : wallClock(startTime);
  return (
    <Link
      className={`${contentCss.card} ${groupCss.event}`}
      to={`/${activityMode}/${activityId}`}
      prefetch="intent"
    >
      <span className={groupCss.date} aria-hidden="true">
        <i>{groupMessages.month(month)}</i>
        <b>{twoDigits(day)}</b>
        <small>{isUntil ? groupMessages.until : weekday}</small>
      </span>
      <span className={layoutCss.grow}>
        <span className={`${textCss.medium} ${textCss.twoLines}`}>
          <TitleText text={title} />
        </span>
        <span className={`${textCss.caption} ${textCss.tertiary} ${clubCss.block}`}>
          {isUntil ? groupMessages.untilDay(formatLastDate(endTime)) : `${weekday} ${time}`}
          {remaining !== null && ` · ${groupMessages.remaining(remaining)}`}
        </span>
      </span>
      <Tag kind={statusTags[status]}>{activityStatusLabels[activityMode][status]}</Tag>
    </Link>
  );
};

/** Conditions of joining and the leader's rules of conduct. */
export const GroupRules = ({ group }: { group: GroupDetail }) => (
  <section className={`${contentCss.card} ${contentCss.padded} ${groupCss.rules}`}>
    <h2 className={textCss.title3}>{groupMessages.rules}</h2>
    <ul className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop2}`}>
      <li>{groupMessages.forWhom(group.seriesCodes.length > 0, group.joinMode)}</li>
      {group.rules
        .split("\n")
        .filter((rule) => rule.trim() !== "")
        .map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
    </ul>
  </section>
);
