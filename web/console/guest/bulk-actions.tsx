import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GuestSelection } from "#contract/console/guest-acts.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { useMay } from "../shell/index.ts";
import { planBulk, startBulk, type BulkPlan, type GuestBulkAct } from "./api.ts";
import { sessionChoices, useChoices, useChosenActivity } from "./guest-filters.ts";
import { guestPageMessages } from "./messages.ts";

const { bulk: texts, move: moveTexts, giveUp: giveUpTexts } = guestPageMessages;
type Kind = GuestBulkAct["kind"];

/** Effect of the act before it is started (requirement CO37). */
const PlanNote = ({ plan }: { plan: BulkPlan }) => (
  <NoteBar tone={plan.able === 0 ? "warn" : "info"}>
    {texts.plan(plan.able, plan.count - plan.able)} · {texts.dryRun}
    {plan.refused.map(({ fault, count }) => (
      <div key={fault}>{texts.fault(fault, count)}</div>
    ))}
  </NoteBar>
);

type BulkDialogProps = {
  kind: Kind;
  selection: GuestSelection;
  onStarted: (jobId: string) => void;
  onClose: () => void;
};
/** Asks for what the act needs, shows what it would do, and starts it. */
function BulkDialog({ kind, selection, onStarted, onClose }: BulkDialogProps) {
  const activityId = useChosenActivity();
  const choices = useChoices(activityId);
  const [sessionId, setSessionId] = useState("");
  const [reason, setReason] = useState("");
  const target =
    kind === "move" && activityId !== null && sessionId !== "" ? { activityId, sessionId } : null;
  const plan = useQuery({
    queryKey: ["planGuestBulk", kind, target, selection],
    queryFn: () => planBulk(kind, target, selection),
    enabled: kind !== "move" || target !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const act = (): GuestBulkAct | null => {
    if (kind === "checkIn") return { kind };
    if (kind === "giveUp") return isBlank(reason) ? null : { kind, reason };
    return target === null ? null : { kind, target };
  };
  return (
    <ConfirmDialog
      isOpen
      title={texts[kind]}
      {...(kind === "giveUp" && { text: giveUpTexts.text })}
      confirm={texts[kind]}
      isDanger={kind === "giveUp"}
      isDisabled={act() === null || (plan.data?.able ?? 0) === 0}
      onConfirm={async () => {
        const chosen = act();
        if (chosen !== null) onStarted(await startBulk(chosen, selection));
      }}
      onClose={onClose}
    >
      {kind === "move" && (
        <SelectInput
          label={moveTexts.target}
          value={sessionId}
          onChange={setSessionId}
          options={activityId === null ? [] : sessionChoices(choices)}
          isRequired
          {...(activityId === null && { hint: texts.chooseActivity })}
        />
      )}
      {kind === "giveUp" && (
        <TextInput
          label={giveUpTexts.reason}
          hint={giveUpTexts.reasonHint}
          value={reason}
          onChange={setReason}
          isRequired
        />
      )}
      {plan.error && <NoteBar tone="error">{plan.error.message}</NoteBar>}
      {plan.data && <PlanNote plan={plan.data} />}
    </ConfirmDialog>
  );
}

type BulkActionsProps = {
  selection: GuestSelection;
  onStarted: (jobId: string) => void;
};
/** Bulk acts on the ticked guests. */
export function GuestBulkActions({ selection, onStarted }: BulkActionsProps) {
  const [kind, setKind] = useState<Kind | null>(null);
  const canWrite = useMay("signup.write");
  const canCheckIn = useMay("signup.checkIn");
  const button = (each: Kind) => (
    <ConsoleButton isSmall onClick={() => setKind(each)}>
      {texts[each]}
    </ConsoleButton>
  );
  return (
    <>
      {canCheckIn && button("checkIn")}
      {canWrite && button("move")}
      {canWrite && button("giveUp")}
      {kind !== null && (
        <BulkDialog kind={kind} selection={selection} onStarted={onStarted} onClose={() => setKind(null)} />
      )}
    </>
  );
}
