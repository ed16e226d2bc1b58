import { Link } from "react-router";
import type { GroupDetail } from "#contract/club/club.ts";
import type { ClubActivity } from "#contract/club/shapes.ts";
import { activityStatusLabels } from "#contract/activity/labels.ts";
import { formatCount, formatDay, wallClock } from "../../ui/display/format.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Avatar } from "../shared/avatar.tsx";
import { groupMessages } from "./messages.ts";

/** Picture, name, introduction and counts of a group. @param members kept current by the person's own joining */
export const GroupCover = ({ group, members }: { group: GroupDetail; members: number }) => (
  <section className="cl-gh">
    <ResponsivePicture
      url={group.coverUrl}
      width={430}
      height={264}
      widths={[430, 860, 1290]}
      sizes="100vw"
      isFirst
    />
    <div className="tx">
      <h1 className="t1">{group.name}</h1>
      <p className="bs mt1">{group.intro}</p>
      <div className="row g2 mt3">
        <span className="cl-avs" aria-hidden="true">
          {group.people.slice(0, 4).map(({ id, avatar }) => (
            <Avatar key={id} url={avatar} size={28} />
          ))}
        </span>
        <span className="cap num">
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
  const moment = isUntil ? endTime : startTime;
  const { month, day, weekday, time } = wallClock(moment);
  return (
    <Link className="card cl-ev" to={`/${activityMode}/${activityId}`} prefetch="intent">
      <span className="cl-date" aria-hidden="true">
        <i>{groupMessages.month(month)}</i>
        <b>{formatDay(moment)}</b>
        <small>{isUntil ? groupMessages.until : weekday}</small>
      </span>
      <span className="f1">
        <span className="md el2">{title}</span>
        <span className="cap c3 cl-blk">
          {isUntil ? groupMessages.untilDay(month, day) : `${weekday} ${time}`}
          {remaining !== null && ` · ${groupMessages.remaining(remaining)}`}
        </span>
      </span>
      <Tag kind={statusTags[status]}>{activityStatusLabels[activityMode][status]}</Tag>
    </Link>
  );
};

/** Conditions of joining and the leader's rules of conduct. */
export const GroupRules = ({ group }: { group: GroupDetail }) => (
  <section className="card p cl-rules">
    <h2 className="t3">{groupMessages.rules}</h2>
    <ul className="bs c2 mt2">
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
