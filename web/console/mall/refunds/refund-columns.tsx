import type { MallCaseRow } from "#contract/console/mall/after-sales.ts";
import type { RefundListRow, RefundTab } from "#contract/console/mall/refunds.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge, type Tone } from "../../kit/display/badge.tsx";
import type { Column } from "../../kit/table/column.ts";
import { yuanText } from "../money.ts";
import { refundPageMessages } from "./messages.ts";

const {
  columns: labels,
  ways,
  states,
  caseStates,
  caseKinds,
  reasons,
  byRule,
  declinedState,
  returnedState,
  problems,
  otherProblem,
} = refundPageMessages;
const refundTones: Readonly<Record<RefundTab, Tone>> = {
  waiting: "warn",
  going: "info",
  failed: "error",
  success: "ok",
};

/** State of a refund. */
export const RefundBadge = ({ refund, hasDot = false }: { refund: RefundListRow; hasDot?: boolean }) => (
  <Badge tone={refundTones[refund.tab]} hasDot={hasDot}>
    {stateText(refund)}
  </Badge>
);
function stateText({ state, isReturned, isDeclined }: RefundListRow): string {
  if (isDeclined) return declinedState;
  return isReturned ? returnedState : states[state];
}
/** Answer of the channel in words. */
export const problemText = (problem: string): string => problems[problem] ?? otherProblem(problem);

export const refundColumns: readonly Column<RefundListRow>[] = [
  { id: "refund", label: labels.refund, isNumber: true, cell: ({ outRefundNo }) => outRefundNo },
  { id: "goods", label: labels.goods, isWide: true, cell: ({ title }) => title },
  {
    id: "amount",
    label: labels.amount,
    align: "end",
    isNumber: true,
    isSortable: true,
    cell: ({ amountFen }) => yuanText(amountFen),
  },
  { id: "way", label: labels.way, hideBelow: "medium", cell: ({ way }) => ways[way] },
  { id: "asked", label: labels.asked, hideBelow: "narrow", cell: ({ askedBy }) => askedBy ?? byRule },
  {
    id: "created",
    label: labels.created,
    isNumber: true,
    isSortable: true,
    hideBelow: "medium",
    cell: ({ createdTime }) => formatShort(createdTime),
  },
  { id: "state", label: labels.state, cell: (refund) => <RefundBadge refund={refund} /> },
];

const caseTone = ({ state }: Pick<MallCaseRow, "state">): Tone => {
  if (state === "asked") return "warn";
  if (state === "done") return "ok";
  return state === "declined" || state === "withdrawn" || state === "lapsed" ? "mute" : "info";
};
/** State of a case. */
export const CaseBadge = ({ found, hasDot = false }: { found: MallCaseRow; hasDot?: boolean }) => (
  <Badge tone={caseTone(found)} hasDot={hasDot}>
    {caseStates[found.state]}
  </Badge>
);

export const caseColumns: readonly Column<MallCaseRow>[] = [
  { id: "case", label: labels.case, isNumber: true, cell: ({ caseNo }) => caseNo },
  { id: "goods", label: labels.goods, isWide: true, cell: ({ title }) => title },
  {
    id: "reason",
    label: labels.reason,
    hideBelow: "narrow",
    cell: ({ kind, reason }) => `${caseKinds[kind]} · ${reasons[reason]}`,
  },
  {
    id: "amount",
    label: labels.amount,
    align: "end",
    isNumber: true,
    cell: ({ refundFen }) => yuanText(refundFen),
  },
  {
    id: "created",
    label: labels.created,
    isNumber: true,
    isSortable: true,
    hideBelow: "medium",
    cell: ({ createdTime }) => formatShort(createdTime),
  },
  { id: "state", label: labels.state, cell: (found) => <CaseBadge found={found} /> },
];
