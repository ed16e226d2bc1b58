import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { leadState, type LeadListFilter, type LeadListRow, type LeadState } from "#contract/console/leads.ts";
import { Refusal } from "#contract/core/errors.ts";
import { formatCount } from "../../ui/display/format.ts";
import { Badge } from "../kit/display/badge.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useMay } from "../shell/index.ts";
import { clearResult, leadKeys, loadBoardColumn, recordResult } from "./api.ts";
import * as boardCss from "./board.module.css";
import { Assignee, LeadBadge, SlaCell } from "./lead-columns.tsx";
import { leadPageMessages } from "./messages.ts";

const { board: texts, states: names, done } = leadPageMessages;
const columns = leadState.options;
type LeadBoardProps = { filter: LeadListFilter; onOpen: (leadId: string) => void };

/** Moves a lead to a column by what the column stands for. @returns whether it can be moved there */
async function moveLead(lead: LeadListRow, to: LeadState): Promise<boolean> {
  if (to === "reached" || to === "declined") await recordResult(lead, to, "");
  else if (to === "following") await recordResult(lead, "missed", "");
  else if (lead.contactedTime !== null) await clearResult(lead.leadId, lead.contactedTime);
  else return false;
  return true;
}

/** @returns function that moves a lead and tells how it went, and its words for screen readers */
function useMove(canMark: boolean): {
  move: (lead: LeadListRow, to: LeadState) => Promise<void>;
  notice: string;
} {
  const client = useQueryClient();
  const [notice, setNotice] = useState("");
  const move = async (lead: LeadListRow, to: LeadState): Promise<void> => {
    if (!canMark || lead.state === to) return;
    try {
      if (!(await moveLead(lead, to))) {
        showResult(texts.cannot, { isError: true });
        return;
      }
      showResult(done.marked);
      setNotice(texts.moved(lead.name ?? texts.hidden, names[to]));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      for (const name of [leadKeys.list, leadKeys.counts])
        void client.invalidateQueries({ queryKey: [name] });
    }
  };
  return { move, notice };
}

/** 看板: leads by state, those due first; a card is moved by the pointer, or with Alt and the arrow keys. */
export function LeadBoard({ filter, onOpen }: LeadBoardProps) {
  const canMark = useMay("lead.mark", "one");
  const [dragged, setDragged] = useState<LeadListRow | null>(null);
  const { move, notice } = useMove(canMark);
  return (
    <div className={boardCss.board}>
      {columns.map((state, at) => (
        <BoardColumn
          key={state}
          state={state}
          filter={filter}
          isTarget={dragged !== null && dragged.state !== state}
          onDrop={() => {
            if (dragged !== null) void move(dragged, state);
            setDragged(null);
          }}
        >
          {(lead) => (
            <LeadCard
              lead={lead}
              canMove={canMark}
              onOpen={() => onOpen(lead.leadId)}
              onDrag={setDragged}
              onStep={(step) => {
                const to = columns[at + step];
                if (to !== undefined) void move(lead, to);
              }}
            />
          )}
        </BoardColumn>
      ))}
      <output className={utilityCss.visuallyHidden}>{notice}</output>
    </div>
  );
}

type BoardColumnProps = {
  state: LeadState;
  filter: LeadListFilter;
  /** A card of another column is over the board. */
  isTarget: boolean;
  onDrop: () => void;
  /** Card of a lead. */
  children: (lead: LeadListRow) => ReactNode;
};
function BoardColumn({ state, filter, isTarget, onDrop, children }: BoardColumnProps) {
  const query = useQuery({
    queryKey: leadKeys.board(filter, state),
    queryFn: () => loadBoardColumn(filter, state),
  });
  const count = query.data?.count ?? null;
  return (
    <section
      aria-label={texts.column(names[state], count ?? 0)}
      aria-busy={query.isPending}
      data-target={isTarget}
      {...{
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          onDrop();
        },
      }}
    >
      <h2 className={boardCss.head}>
        <LeadBadge state={state} />{" "}
        {count !== null && <span className={utilityCss.number}>{formatCount(count)}</span>}
      </h2>
      <QueryState query={query} skeleton={<BoardSkeleton />} right="lead.read">
        {({ rows, count: all }) => (
          <>
            <ul>
              {rows.map((lead) => (
                <li key={lead.leadId}>{children(lead)}</li>
              ))}
            </ul>
            {rows.length === 0 && <p className={boardCss.empty}>{texts.empty}</p>}
            {all > rows.length && <p className={boardCss.empty}>{texts.more(all - rows.length)}</p>}
          </>
        )}
      </QueryState>
    </section>
  );
}

/** Cards of a column while they are loaded. */
const BoardSkeleton = () => (
  <ul aria-hidden="true">
    {[0, 1, 2].map((at) => (
      <li key={at} className={boardCss.bone} />
    ))}
  </ul>
);

type LeadCardProps = {
  lead: LeadListRow;
  canMove: boolean;
  onOpen: () => void;
  onDrag: (lead: LeadListRow | null) => void;
  onStep: (step: -1 | 1) => void;
};
function LeadCard({ lead, canMove, onOpen, onDrag, onStep }: LeadCardProps) {
  const { name, mobile, seriesName, dealerName, activityTitle, isOverdue, remindedTime } = lead;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || !event.altKey || !canMove) return;
    event.preventDefault();
    onStep(step === 1 ? 1 : -1);
  };
  return (
    <button
      type="button"
      className={boardCss.card}
      data-overdue={isOverdue}
      draggable={canMove}
      title={canMove ? texts.keys : undefined}
      aria-keyshortcuts={canMove ? "Alt+ArrowLeft Alt+ArrowRight" : undefined}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      onDragStart={() => onDrag(lead)}
      onDragEnd={() => onDrag(null)}
    >
      <span className={utilityCss.row}>
        <b data-private>{name ?? texts.hidden}</b>
        <span className={`${utilityCss.number} ${utilityCss.secondary}`} data-private>
          {mobile}
        </span>
        {remindedTime !== null && lead.contactedTime === null && (
          <Badge tone="warn">{leadPageMessages.bulk.remind}</Badge>
        )}
      </span>
      <small>{[seriesName, dealerName].filter((part) => part !== null).join(" · ") || activityTitle}</small>
      <SlaCell lead={lead} />
      <Assignee lead={lead} />
    </button>
  );
}
