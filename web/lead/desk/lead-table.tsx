import { useState } from "react";
import type { DeskLead } from "#contract/lead/desk.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { SortableHead, sortRows, type Sorting } from "../../ui/layout/desk-table.tsx";
import { isOverdue } from "./follow-up.tsx";
import { stateOf, stateTags } from "./lead-card.tsx";
import { leadDeskMessages } from "./messages.ts";
import * as deskTableCss from "../../ui/layout/desk-table.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type Column = "updated" | "nextCall";
const valueOf = (lead: DeskLead, column: Column): number =>
  column === "updated" ? Date.parse(lead.updatedTime) : Date.parse(lead.nextCallTime ?? "9999-01-01");
type TableProps = {
  leads: readonly DeskLead[];
  chosenId: string | null;
  onChoose: (leadId: string) => void;
};

/** Leads as a table; the button of a row shows its card. */
export function LeadTable({ leads, chosenId, onChoose }: TableProps) {
  const [sorting, onSort] = useState<Sorting<Column>>(null);
  const { columns } = leadDeskMessages;
  return (
    <table className={deskTableCss.table} aria-label={leadDeskMessages.list}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.interest}</th>
          <SortableHead column="updated" label={columns.updated} isDescendingFirst {...{ sorting, onSort }} />
          <th scope="col">{columns.state}</th>
          <SortableHead column="nextCall" label={columns.nextCall} {...{ sorting, onSort }} />
          <th scope="col">{columns.notes}</th>
        </tr>
      </thead>
      <tbody>
        {sortRows(leads, sorting, valueOf).map((lead) => (
          <tr key={lead.leadId} className={lead.leadId === chosenId ? deskTableCss.chosen : ""}>
            <td>
              <button
                type="button"
                className={deskTableCss.open}
                dir="auto"
                aria-pressed={lead.leadId === chosenId}
                onClick={() => onChoose(lead.leadId)}
              >
                {lead.name}
              </button>
              <span className={`${textCss.caption} ${textCss.secondary} ${textCss.numeric}`}>
                {lead.mobile}
              </span>
            </td>
            <td>{[lead.seriesName, lead.dealerName].filter(Boolean).join(leadDeskMessages.between)}</td>
            <td>{formatMoment(lead.updatedTime)}</td>
            <td>
              <Tag kind={stateTags[stateOf(lead)]}>{leadDeskMessages.states[stateOf(lead)]}</Tag>
            </td>
            <td className={isOverdue(lead) ? `${textCss.accent} ${textCss.medium}` : ""}>
              {lead.nextCallTime !== null &&
                (isOverdue(lead)
                  ? leadDeskMessages.overdueSince(formatMoment(lead.nextCallTime))
                  : formatMoment(lead.nextCallTime))}
            </td>
            <td dir="auto">{lead.notes.at(-1)?.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
