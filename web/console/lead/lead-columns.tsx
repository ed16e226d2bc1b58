import type { LeadListRow, LeadState } from "#contract/console/leads.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { Badge, Initial, ShareBar, type Tone } from "../kit/display/badge.tsx";
import type { Column } from "../kit/table/column.ts";
import * as utilityCss from "../kit/styles/utility.module.css";
import * as leadCss from "./lead.module.css";
import { leadPageMessages } from "./messages.ts";
import { slaState } from "./sla-words.ts";
import { useNow } from "./use-now.ts";

const { columns: labels, states, nobody, panel } = leadPageMessages;
const tones: Readonly<Record<LeadState, Tone>> = {
  unassigned: "mute",
  waiting: "info",
  following: "ok",
  reached: "brand",
  declined: "mute",
};

export const LeadBadge = ({ state, hasDot = false }: { state: LeadState; hasDot?: boolean }) => (
  <Badge tone={tones[state]} hasDot={hasDot}>
    {states[state]}
  </Badge>
);

const toneClasses = { late: leadCss.late, soon: leadCss.soon, open: leadCss.open, done: leadCss.done };
/** Time limit of the first call: words, and how much of the time has passed. */
export function SlaCell({ lead }: { lead: LeadListRow }) {
  const { words, tone, share } = slaState(lead, useNow());
  return (
    <div className={classNames(leadCss.sla, toneClasses[tone])}>
      <p>{words}</p>
      {tone !== "done" && <ShareBar label={labels.due} value={share} max={1} />}
    </div>
  );
}

export const Assignee = ({ lead }: { lead: LeadListRow }) =>
  lead.assignee === null ? (
    <span className={utilityCss.secondary}>{nobody}</span>
  ) : (
    <span className={utilityCss.row}>
      <Initial name={lead.assignee.name} />
      {lead.assignee.name}
    </span>
  );

/** Name of a row in the label of its tick. */
export const leadRowName = ({ name, leadId }: LeadListRow): string => name ?? leadId;
/** Line below the customer where the table is narrow. */
export const leadSecondLine = ({ seriesName, dealerName, activityTitle }: LeadListRow): string =>
  [seriesName, dealerName, activityTitle].filter((part) => part !== null).join(" · ");

/** Columns of the list of leads. */
export const leadColumns: readonly Column<LeadListRow>[] = [
  {
    id: "customer",
    label: labels.customer,
    cell: ({ name, mobile }) => (
      <span className={leadCss.two} data-private>
        {name ?? panel.erased}
        <small className={classNames(utilityCss.number, leadCss.whole)}>{mobile}</small>
      </span>
    ),
  },
  {
    id: "interest",
    label: labels.interest,
    isWide: true,
    hideBelow: "narrow",
    cell: ({ seriesName, activityTitle }) => (
      <span className={leadCss.two}>
        {seriesName}
        <small>{activityTitle}</small>
      </span>
    ),
  },
  { id: "dealer", label: labels.dealer, hideBelow: "narrow", cell: ({ dealerName }) => dealerName },
  { id: "assignee", label: labels.assignee, cell: (lead) => <Assignee lead={lead} /> },
  { id: "due", label: labels.due, isSortable: true, cell: (lead) => <SlaCell lead={lead} /> },
  {
    id: "updated",
    label: labels.updated,
    isSortable: true,
    isNumber: true,
    isOptional: true,
    cell: ({ updatedTime }) => formatShort(updatedTime),
  },
  {
    id: "nextCall",
    label: labels.nextCall,
    isNumber: true,
    isOptional: true,
    cell: ({ nextCallTime }) => (nextCallTime === null ? "" : formatShort(nextCallTime)),
  },
  { id: "state", label: labels.state, cell: ({ state }) => <LeadBadge state={state} /> },
];
