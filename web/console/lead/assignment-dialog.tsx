import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { AssignmentWay, LeadAssignees, LeadSelection } from "#contract/console/lead/lead-assignment.ts";
import { Segments } from "../kit/controls/segments.tsx";
import { TickBox } from "../kit/controls/tick-box.tsx";
import { Initial } from "../kit/display/badge.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { leadKeys, loadAssignees, planAssignment, startAssignment, type AssignmentPlan } from "./api.ts";
import * as leadCss from "./lead.module.css";
import { leadPageMessages } from "./messages.ts";

const { assign: texts } = leadPageMessages;
type Kind = AssignmentWay["kind"];
const kinds: readonly Kind[] = ["evenly", "byDealer", "one"];
const hints = { evenly: texts.evenlyHint, byDealer: texts.byDealerHint, one: texts.oneHint };

type StaffListProps = {
  staff: LeadAssignees["assignees"];
  kind: Kind;
  chosen: ReadonlySet<string>;
  plan: AssignmentPlan | undefined;
  onChange: (chosen: ReadonlySet<string>) => void;
};
/** Colleagues with their open leads before and after. */
function StaffList({ staff, kind, chosen, plan, onChange }: StaffListProps) {
  const added = new Map(plan?.shares.map((share) => [share.operatorId, share.added]));
  const toggle = (operatorId: string, isOn: boolean): void => {
    const next = new Set(kind === "one" ? [] : chosen);
    if (isOn) next.add(operatorId);
    else next.delete(operatorId);
    onChange(next);
  };
  return (
    <ul className={`${leadCss.staff} ${leadCss.scroll}`}>
      {staff.map(({ operatorId, name, open }) => {
        const more = added.get(operatorId) ?? 0;
        return (
          <li key={operatorId}>
            <label>
              <TickBox
                aria-label={texts.pick(name)}
                checked={kind === "byDealer" ? more > 0 : chosen.has(operatorId)}
                disabled={kind === "byDealer"}
                onChange={(event) => toggle(operatorId, event.target.checked)}
              />
              <span className={utilityCss.row}>
                <Initial name={name} />
                {name}
              </span>
            </label>
            <span className={`${leadCss.figure} ${utilityCss.muted}`}>{open}</span>
            <span className={`${leadCss.figure} ${more > 0 ? leadCss.added : utilityCss.muted}`}>
              {open + more}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Effect of the assignment before it is started. */
const PlanNotes = ({ plan }: { plan: AssignmentPlan }) => (
  <>
    <NoteBar tone={plan.able === 0 ? "warn" : "info"}>
      {texts.able(plan.able)}
      {plan.refused.map(({ fault, count }) => (
        <div key={fault}>{texts.fault(fault, count)}</div>
      ))}
    </NoteBar>
    {plan.reassigned > 0 && <NoteBar tone="info">{texts.reassigned(plan.reassigned)}</NoteBar>}
  </>
);

const wayOf = (kind: Kind, chosen: ReadonlySet<string>): AssignmentWay | null => {
  const [first] = chosen;
  if (kind === "byDealer") return { kind };
  if (first === undefined) return null;
  return kind === "one" ? { kind, operatorId: first } : { kind, operatorIds: [...chosen] };
};

type AssignmentDialogProps = {
  selection: LeadSelection;
  count: string;
  onStarted: (jobId: string) => void;
  onClose: () => void;
};
/** Assigns the ticked leads: evenly, by dealer, or to one colleague (requirement CO62). */
export function AssignmentDialog({ selection, count, onStarted, onClose }: AssignmentDialogProps) {
  const [kind, setKind] = useState<Kind>("evenly");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data: staff } = useQuery({ queryKey: leadKeys.assignees, queryFn: loadAssignees });
  const way = wayOf(kind, chosen);
  const plan = useQuery({
    queryKey: leadKeys.plan(selection, way ?? { kind: "byDealer" }),
    queryFn: () => planAssignment(selection, way ?? { kind: "byDealer" }),
    enabled: way !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const shown = way === null ? undefined : plan.data;
  return (
    <ConfirmDialog
      isOpen
      title={texts.title(count)}
      confirm={texts.confirm(shown?.able ?? 0)}
      isDisabled={way === null || (shown?.able ?? 0) === 0}
      onConfirm={async () => {
        if (way !== null) onStarted(await startAssignment(selection, way));
      }}
      onClose={onClose}
    >
      <Segments
        label={texts.way}
        value={kind}
        options={kinds.map((value) => ({ value, label: texts.ways[value] }))}
        onChange={(next) => {
          setKind(next);
          setChosen(new Set());
        }}
      />
      <p className={`${utilityCss.caption} ${utilityCss.muted}`}>{hints[kind]}</p>
      <p className={`${utilityCss.row} ${utilityCss.caption} ${utilityCss.muted}`}>
        <span className={utilityCss.grow} />
        {texts.load}
      </p>
      {staff?.assignees.length === 0 && <NoteBar tone="warn">{texts.nobody}</NoteBar>}
      <StaffList
        staff={staff?.assignees ?? []}
        kind={kind}
        chosen={chosen}
        plan={shown}
        onChange={setChosen}
      />
      {plan.error && <NoteBar tone="error">{plan.error.message}</NoteBar>}
      {shown && <PlanNotes plan={shown} />}
    </ConfirmDialog>
  );
}
