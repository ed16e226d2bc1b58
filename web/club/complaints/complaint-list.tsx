import { useRef, useState } from "react";
import type { Complaint, ComplaintDecision } from "#contract/club/complaints.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { useWideScreen } from "../../platform/browser/use-wide-screen.ts";
import { ComplaintCard } from "./complaint-card.tsx";
import { keyOf } from "./complaint-subject.ts";
import { ComplaintTable, sortComplaints, type ComplaintSorting } from "./complaint-table.tsx";
import { complaintsMessages } from "./messages.ts";
import * as complaintsCss from "./complaints.module.css";

type ListProps = {
  complaints: readonly Complaint[];
  isBusy: (complaint: Complaint) => boolean;
  onDecide: (complaint: Complaint, decision: ComplaintDecision) => Promise<void>;
  /** Called when a picture fails because its URL has expired. */
  onExpired: () => void;
};

/**
 * Complaints as cards; in a wide window as a table, with the card of the chosen one beside it. When a decision removes
 * the chosen complaint, the next row of the table is chosen.
 */
export function ComplaintList({ complaints, isBusy, onDecide, onExpired }: ListProps) {
  const isWide = useWideScreen();
  const [sorting, setSorting] = useState<ComplaintSorting>(null);
  const [choice, setChoice] = useState<{ key: string; row: number }>({ key: "", row: 0 });
  const aside = useRef<HTMLUListElement>(null);
  const restoreFocus = useFocusFallback(() => aside.current);
  const rows = sortComplaints(complaints, sorting);
  const decide = async (complaint: Complaint, decision: ComplaintDecision) => {
    setChoice({ key: keyOf(complaint), row: rows.indexOf(complaint) });
    await onDecide(complaint, decision);
    restoreFocus();
  };
  const card = (complaint: Complaint) => (
    <ComplaintCard
      key={keyOf(complaint)}
      complaint={complaint}
      isBusy={isBusy(complaint)}
      onDecide={(decision) => void decide(complaint, decision)}
      onExpired={onExpired}
    />
  );
  if (!isWide) return <ul className={complaintsCss.list}>{complaints.map(card)}</ul>;
  const found = rows.find((complaint) => keyOf(complaint) === choice.key);
  const chosen = found ?? rows[Math.min(choice.row, rows.length - 1)];
  return (
    <div className={complaintsCss.columns}>
      <ComplaintTable
        complaints={rows}
        chosen={chosen ? keyOf(chosen) : null}
        onChoose={(key, row) => setChoice({ key, row })}
        sorting={sorting}
        onSort={setSorting}
      />
      <ul
        className={`${complaintsCss.list} ${complaintsCss.chosen}`}
        ref={aside}
        tabIndex={-1}
        aria-label={complaintsMessages.chosen}
      >
        {chosen && card(chosen)}
      </ul>
    </div>
  );
}
