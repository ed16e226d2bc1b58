import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import type { GroupRow } from "#contract/console/club/groups.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { formatCount } from "../../../ui/display/format.ts";
import { Badge, ShareBar } from "../../kit/display/badge.tsx";
import type { Column } from "../../kit/table/column.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as clubCss from "../club.module.css";
import { PersonCell } from "../person-cell.tsx";
import { managedGroupMessages as texts } from "./messages.ts";

const { columns: labels } = texts;
export const GroupBadge = ({ group }: { group: GroupRow }) =>
  group.closedTime === null ? (
    <Badge tone="ok">{texts.states.open}</Badge>
  ) : (
    <Badge tone="mute">{texts.states.closed}</Badge>
  );
export const membersText = ({ members, places }: GroupRow): string =>
  texts.of(formatCount(members), formatCount(places));

/** Columns of the list of groups. */
export const groupColumns: readonly Column<GroupRow>[] = [
  {
    id: "name",
    label: labels.name,
    isWide: true,
    cell: ({ name, coverUrl, cityName }) => (
      <span className={clubCss.groupCell}>
        {coverUrl === "" ? (
          <i />
        ) : (
          <img src={pictureUrl(coverUrl, { width: 88, height: 60 })} alt="" loading="lazy" />
        )}
        <span className={clubCss.two}>
          <span>{name}</span>
          <small>{cityName ?? texts.nationwide}</small>
        </span>
      </span>
    ),
  },
  { id: "leader", label: labels.leader, cell: ({ leader }) => <PersonCell person={leader} /> },
  {
    id: "members",
    label: labels.members,
    isSortable: true,
    isNumber: true,
    cell: (group) => (
      <span className={clubCss.due}>
        {membersText(group)}
        <ShareBar label={labels.members} value={group.members} max={group.places} />
      </span>
    ),
  },
  {
    id: "articles",
    label: labels.articles,
    isSortable: true,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ articles, recentArticles }) => (
      <span className={classNames(clubCss.two, clubCss.whole)}>
        <span>{formatCount(articles)}</span>
        <small>{texts.recent(recentArticles)}</small>
      </span>
    ),
  },
  {
    id: "complaints",
    label: labels.complaints,
    isNumber: true,
    hideBelow: "medium",
    cell: ({ openComplaints }) => (openComplaints === 0 ? "" : <Badge tone="warn">{openComplaints}</Badge>),
  },
  { id: "join", label: labels.join, hideBelow: "medium", cell: ({ joinMode }) => texts.joins[joinMode] },
  {
    id: "created",
    label: labels.created,
    isSortable: true,
    isNumber: true,
    isOptional: true,
    cell: ({ createdTime }) => formatShort(createdTime),
  },
  { id: "state", label: labels.state, cell: (group) => <GroupBadge group={group} /> },
];
