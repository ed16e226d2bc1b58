import type { OwnerReviewState, OwnerRow } from "#contract/console/club/owners.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import type { Column } from "../kit/table/column.ts";
import { ownerPageMessages as texts } from "./messages.ts";
import * as ownerCss from "./owner.module.css";

const { columns: labels } = texts;
const tones: Readonly<Record<OwnerReviewState, Tone>> = { review: "warn", accepted: "ok", declined: "mute" };
export const OwnerBadge = ({ state }: { state: OwnerReviewState }) => (
  <Badge tone={tones[state]}>{texts.states[state]}</Badge>
);

const isCause = (text: string): text is keyof typeof texts.causes => text in texts.causes;
/** Last answer of the maker's system, in words. */
export function answerText({ answer, answerCause, tries }: OwnerRow): string {
  if (answer === null) return tries === 0 ? texts.notAsked : texts.notYet;
  if (answer !== "failed" || answerCause === null) return texts.answers[answer];
  const cause = isCause(answerCause) ? texts.causes[answerCause] : texts.causeStatus(answerCause);
  return `${texts.answers.failed} · ${cause}`;
}

/** Line below the applicant where the table is narrow. */
export const ownerSecondLine = ({ seriesName, vin }: OwnerRow): string => `${seriesName} · ${vin}`;

/** Columns of the list of applications. */
export const ownerColumns: readonly Column<OwnerRow>[] = [
  {
    id: "name",
    label: labels.name,
    isWide: true,
    cell: ({ name, mobile }) => (
      <span className={ownerCss.two} data-private>
        {name}
        <small className={utilityCss.number}>{mobile}</small>
      </span>
    ),
  },
  {
    id: "car",
    label: labels.car,
    hideBelow: "narrow",
    cell: ({ seriesName, vin }) => (
      <span className={`${ownerCss.two} ${ownerCss.whole}`}>
        {seriesName}
        <small className={utilityCss.number} data-private>
          {vin}
        </small>
      </span>
    ),
  },
  {
    id: "created",
    label: labels.applied,
    isSortable: true,
    isNumber: true,
    cell: ({ createdTime, isOverdue }) => (
      <span className={`${ownerCss.two} ${ownerCss.whole}`}>
        {formatShort(createdTime)}
        {isOverdue && <small className={ownerCss.late}>{texts.overdue}</small>}
      </span>
    ),
  },
  {
    id: "answer",
    label: labels.answer,
    cell: (row) => (
      <span className={`${ownerCss.two} ${ownerCss.whole}`}>
        <span className={row.answer === "failed" && row.state === "review" ? ownerCss.late : undefined}>
          {answerText(row)}
        </span>
        {row.answeredTime !== null && (
          <small className={utilityCss.number}>{formatShort(row.answeredTime)}</small>
        )}
      </span>
    ),
  },
  {
    id: "decided",
    label: labels.decided,
    isSortable: true,
    isNumber: true,
    hideBelow: "medium",
    cell: ({ decidedTime, decidedBy }) =>
      decidedTime !== null && (
        <span className={`${ownerCss.two} ${ownerCss.whole}`}>
          {formatShort(decidedTime)}
          <small>{decidedBy ?? texts.panel.system}</small>
        </span>
      ),
  },
  { id: "state", label: labels.state, cell: ({ state }) => <OwnerBadge state={state} /> },
];
