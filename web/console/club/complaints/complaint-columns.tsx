import type { ListedComplaint } from "#contract/console/club/complaints.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge, type Tone } from "../../kit/display/badge.tsx";
import type { Column } from "../../kit/table/column.ts";
import * as utilityCss from "../../kit/styles/utility.module.css";
import * as clubCss from "../club.module.css";
import { DueCell } from "../due.tsx";
import { clubPageMessages } from "../messages.ts";
import { complaintMessages } from "./messages.ts";
import { PersonCell } from "../person-cell.tsx";

const { columns: labels } = complaintMessages;
const tones: Readonly<Record<ListedComplaint["status"], Tone>> = {
  shown: "ok",
  hidden: "warn",
  deleted: "mute",
};

/** Whether others see it now. */
export const StatusBadge = ({ complaint }: { complaint: ListedComplaint }) =>
  complaint.kind === "member" ? (
    <Badge tone={complaint.person?.isBarred === true ? "error" : "mute"}>
      {complaint.person?.isBarred === true ? clubPageMessages.isBarred : clubPageMessages.kinds.member}
    </Badge>
  ) : (
    <Badge tone={tones[complaint.status]}>{clubPageMessages.statuses[complaint.status]}</Badge>
  );

/** Words of a complaint's row. */
export const excerptText = ({ kind, excerpt }: ListedComplaint): string =>
  kind === "member" ? complaintMessages.memberTarget : excerpt || complaintMessages.noText;
export const complaintSecondLine = (row: ListedComplaint): string =>
  [row.group?.name, clubPageMessages.reasons[row.reason]].filter((part) => part !== undefined).join(" · ");

const content: Column<ListedComplaint> = {
  id: "content",
  label: labels.content,
  isWide: true,
  cell: (row) => (
    <span className={clubCss.two}>
      <span>{excerptText(row)}</span>
      <small>
        {[
          clubPageMessages.kinds[row.kind],
          row.pictures > 0 ? complaintMessages.pictures(row.pictures) : null,
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </small>
    </span>
  ),
};
const person: Column<ListedComplaint> = {
  id: "person",
  label: labels.person,
  cell: (row) => <PersonCell person={row.person} />,
};
const group: Column<ListedComplaint> = {
  id: "group",
  label: labels.group,
  hideBelow: "medium",
  cell: (row) => row.group?.name ?? "",
};
const reason: Column<ListedComplaint> = {
  id: "count",
  label: labels.reason,
  isSortable: true,
  hideBelow: "narrow",
  cell: ({ reason: main, isReview, count }) => (
    <span className={utilityCss.row}>
      {isReview ? (
        <Badge tone="info">{clubPageMessages.reasons.review}</Badge>
      ) : (
        clubPageMessages.reasons[main]
      )}
      {count > 0 && <span className={utilityCss.secondary}>{complaintMessages.people(count)}</span>}
    </span>
  ),
};
const status: Column<ListedComplaint> = {
  id: "status",
  label: labels.status,
  cell: (row) => <StatusBadge complaint={row} />,
};

/** Columns of the open complaints. */
export const openColumns: readonly Column<ListedComplaint>[] = [
  content,
  person,
  group,
  reason,
  {
    id: "since",
    label: labels.since,
    isSortable: true,
    cell: ({ since, dueTime }) => <DueCell since={since} due={dueTime} />,
  },
  status,
];
/** Columns of the decided complaints. */
export const decidedColumns: readonly Column<ListedComplaint>[] = [
  content,
  person,
  group,
  {
    id: "decision",
    label: labels.decision,
    cell: ({ decided }) =>
      decided && (
        <span className={`${clubCss.two} ${clubCss.whole}`}>
          <span>{clubPageMessages.decisions[decided.decision]}</span>
          <small>{complaintMessages.panel.by(decided.by)}</small>
        </span>
      ),
  },
  {
    id: "decided",
    label: labels.decided,
    isSortable: true,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ decided }) => decided && formatShort(decided.time),
  },
  status,
];
