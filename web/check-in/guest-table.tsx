import { useState } from "react";
import type { Guest } from "#contract/check-in/check-in.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { AnswerList } from "../ui/display/answer-list.tsx";
import { Tag } from "../ui/display/tag.tsx";
import { SortableHead, sortRows, type Sorting } from "../ui/layout/desk-table.tsx";
import { GuestAction, type GuestActionProps } from "./guest-action.tsx";
import { checkInMessages } from "./messages.ts";
import * as checkInCss from "./check-in.module.css";
import * as deskTableCss from "../ui/layout/desk-table.module.css";
import * as textCss from "../ui/styles/text.module.css";

type Column = "session" | "state";
/** Time of arrival, those who have not arrived first; or start of the session. */
const valueOf = ({ startTime, checkedInTime }: Guest, column: Column): number =>
  column === "session" ? Date.parse(startTime) : Date.parse(checkedInTime ?? "1970-01-01");

const ArrivalState = ({ guest: { checkedInTime, checkedInBy } }: { guest: Guest }) =>
  checkedInTime === null ? (
    <Tag kind="soon">{checkInMessages.waiting}</Tag>
  ) : (
    <>
      <Tag kind="ended">{checkInMessages.here}</Tag>
      <p className={`${textCss.caption} ${textCss.tertiary}`}>
        {checkInMessages.come(formatMoment(checkedInTime), checkedInBy ?? "")}
      </p>
    </>
  );

/** Guests as a table, sorted by session or arrival; answers have a column if there are any. */
export function GuestTable({ guests, ...actions }: GuestActionProps & { guests: readonly Guest[] }) {
  const [sorting, onSort] = useState<Sorting<Column>>(null);
  const { columns } = checkInMessages;
  const hasAnswers = guests.some(({ answers }) => answers.length > 0);
  return (
    <table className={deskTableCss.table} aria-label={checkInMessages.list}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <SortableHead column="session" label={columns.session} {...{ sorting, onSort }} />
          {hasAnswers && <th scope="col">{columns.answers}</th>}
          <SortableHead column="state" label={columns.state} {...{ sorting, onSort }} />
          <th scope="col">
            <span className={textCss.visuallyHidden}>{columns.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sortRows(guests, sorting, valueOf).map((guest) => (
          <tr key={guest.signUpId}>
            <th scope="row">
              <bdi className={textCss.medium}>{guest.name}</bdi>
              <p className={`${textCss.caption} ${textCss.tertiary} ${textCss.numeric}`}>{guest.mobile}</p>
            </th>
            <td>{formatMoment(guest.startTime)}</td>
            {hasAnswers && (
              <td className={checkInCss.answers}>
                <AnswerList answers={guest.answers} />
              </td>
            )}
            <td>
              <ArrivalState guest={guest} />
            </td>
            <td className={checkInCss.actions}>
              <GuestAction {...{ guest }} {...actions} hasNoTag />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
