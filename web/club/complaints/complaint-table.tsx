import type { Complaint } from "#contract/club/complaints.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { SortableHead, sortRows, type Sorting } from "../../ui/layout/desk-table.tsx";
import { nodesOf, plainText } from "../shared/rich-nodes.ts";
import { writingMessages } from "../writing-messages.ts";
import { keyOf, subjectName } from "./complaint-subject.ts";
import { complaintsMessages } from "./messages.ts";
import * as complaintsCss from "./complaints.module.css";
import * as deskTableCss from "../../ui/layout/desk-table.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type Column = "count" | "newest";
const valueOf = ({ count, newestTime }: Complaint, column: Column): number =>
  column === "count" ? count : Date.parse(newestTime);

/** Title or beginning of the reported content, as plain text. */
function excerptOf({ article, comment, group }: Complaint): string {
  if (article !== null && article.title !== "") return article.title;
  const written = article ?? comment;
  return written === null ? (group?.intro ?? "") : plainText(nodesOf(written.content));
}

/** State of the target, and the last decision. */
function States({ complaint: { kind, status, barred, decided } }: { complaint: Complaint }) {
  const state =
    kind === "group" && status === "deleted"
      ? complaintsMessages.closed
      : complaintsMessages.statuses[status];
  return (
    <>
      {state !== null && <Tag kind="ended">{state}</Tag>}{" "}
      {barred && <Tag kind="err">{complaintsMessages.barred}</Tag>}
      {decided !== null && (
        <p className={`${textCss.caption} ${textCss.secondary}`}>
          {complaintsMessages.decidedBy(
            complaintsMessages.decidedAs[decided.decision],
            decided.by,
            formatMoment(decided.time),
          )}
        </p>
      )}
    </>
  );
}

export type ComplaintSorting = Sorting<Column>;
/** Complaints in the order of a column; null keeps the order of the server. */
export const sortComplaints = (
  complaints: readonly Complaint[],
  sorting: ComplaintSorting,
): readonly Complaint[] => sortRows(complaints, sorting, valueOf);

type TableProps = {
  complaints: readonly Complaint[];
  chosen: string | null;
  /** @param key of the complaint, see `keyOf` @param row its place in the table */
  onChoose: (key: string, row: number) => void;
  sorting: ComplaintSorting;
  onSort: (sorting: ComplaintSorting) => void;
};

/** Complaints as a table; the button of a row shows its card. */
export function ComplaintTable({ complaints, chosen, onChoose, sorting, onSort }: TableProps) {
  const { columns } = complaintsMessages;
  return (
    <table className={deskTableCss.table} aria-label={complaintsMessages.view}>
      <thead>
        <tr>
          <th scope="col">{columns.target}</th>
          <th scope="col">{columns.content}</th>
          <th scope="col">{columns.reason}</th>
          <SortableHead column="count" label={columns.count} isDescendingFirst {...{ sorting, onSort }} />
          <SortableHead column="newest" label={columns.newest} isDescendingFirst {...{ sorting, onSort }} />
          <th scope="col">{columns.state}</th>
        </tr>
      </thead>
      <tbody>
        {complaints.map((complaint, row) => {
          const key = keyOf(complaint);
          const [report] = complaint.reports;
          return (
            <tr key={key} className={key === chosen ? deskTableCss.chosen : ""}>
              <td>
                <button
                  type="button"
                  className={deskTableCss.open}
                  dir="auto"
                  aria-pressed={key === chosen}
                  onClick={() => onChoose(key, row)}
                >
                  {subjectName(complaint)}
                </button>
                <span className={`${textCss.caption} ${textCss.secondary}`}>
                  {complaintsMessages.kinds[complaint.kind]}
                </span>
              </td>
              <td>
                <span className={`${textCss.twoLines} ${complaintsCss.excerpt}`} dir="auto">
                  {excerptOf(complaint)}
                </span>
              </td>
              <td>
                <span className={`${textCss.twoLines} ${complaintsCss.excerpt}`} dir="auto">
                  {report &&
                    complaintsMessages.reportText(
                      writingMessages.report.reasons[report.reason],
                      report.detail,
                    )}
                </span>
              </td>
              <td className={textCss.numeric}>{complaint.count}</td>
              <td>{formatMoment(complaint.newestTime)}</td>
              <td>
                <States complaint={complaint} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
