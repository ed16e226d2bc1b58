import { useState } from "react";
import type { LeadDetail } from "#contract/console/leads.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { ContactResult } from "#contract/lead/desk.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Segments } from "../kit/controls/segments.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { DateTimeInput } from "../kit/form/date-time-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { useMay } from "../shell/index.ts";
import { agreeCall, clearResult, recordResult } from "./api.ts";
import { leadPageMessages } from "./messages.ts";

const { panel: texts, mark, plan, results, done } = leadPageMessages;
type LeadActionsProps = { detail: LeadDetail; onChanged: () => Promise<void> };
type DialogProps = LeadActionsProps & { onClose: () => void };

const choices: readonly ContactResult[] = ["reached", "missed", "declined"];

/** Result of a call, with the agreed test drive. */
function MarkDialog({ detail, onChanged, onClose }: DialogProps) {
  const [result, setResult] = useState<ContactResult>("reached");
  const [testDrive, setTestDrive] = useState("");
  return (
    <ConfirmDialog
      isOpen
      title={mark.title}
      confirm={mark.confirm}
      onConfirm={async () => {
        try {
          await recordResult(detail.lead, result, result === "reached" ? testDrive : "");
          showResult(done.marked);
        } finally {
          await onChanged();
        }
      }}
      onClose={onClose}
    >
      <Segments
        label={mark.result}
        value={result}
        options={choices.map((value) => ({ value, label: results[value] }))}
        onChange={setResult}
      />
      {result === "reached" && (
        <DateTimeInput label={mark.testDrive} value={testDrive} onChange={setTestDrive} />
      )}
    </ConfirmDialog>
  );
}

/** Time of the next call. */
function PlanDialog({ detail, onChanged, onClose }: DialogProps) {
  const [time, setTime] = useState(detail.lead.nextCallTime ?? "");
  return (
    <ConfirmDialog
      isOpen
      title={plan.title}
      confirm={plan.confirm}
      isDisabled={time === "" && detail.lead.nextCallTime === null}
      onConfirm={async () => {
        try {
          await agreeCall(detail.lead, time === "" ? null : time);
          showResult(done.planned);
        } finally {
          await onChanged();
        }
      }}
      onClose={onClose}
    >
      <DateTimeInput label={plan.time} value={time} onChange={setTime} />
    </ConfirmDialog>
  );
}

/** Acts on one lead, as far as the rights allow them. */
export function LeadActions(props: LeadActionsProps) {
  const { detail, onChanged } = props;
  const { leadId, contactedTime } = detail.lead;
  const canMark = useMay("lead.mark", "one");
  const [open, setOpen] = useState<"mark" | "plan" | null>(null);
  if (!canMark) return null;
  const clear = async (seen: string): Promise<void> => {
    try {
      await clearResult(leadId, seen);
      showResult(done.cleared);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      await onChanged();
    }
  };
  return (
    <>
      <ConsoleButton look="primary" isWide onClick={() => setOpen("mark")}>
        {texts.mark}
      </ConsoleButton>
      <ConsoleButton onClick={() => setOpen("plan")}>{texts.plan}</ConsoleButton>
      {contactedTime !== null && (
        <ConsoleButton onClick={() => void clear(contactedTime)}>{texts.clear}</ConsoleButton>
      )}
      {open === "mark" && <MarkDialog {...props} onClose={() => setOpen(null)} />}
      {open === "plan" && <PlanDialog {...props} onClose={() => setOpen(null)} />}
    </>
  );
}
