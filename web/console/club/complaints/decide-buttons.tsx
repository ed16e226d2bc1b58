import { useState } from "react";
import { Refusal } from "#contract/core/errors.ts";
import type { ComplaintReason } from "#contract/club/complaints.ts";
import type { ListedComplaint } from "#contract/console/club/complaints.ts";
import { barDays } from "#contract/console/club/shapes.ts";
import { ConsoleButton, KeyCap } from "../../kit/controls/console-button.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { useShortcuts } from "../../shell/index.ts";
import type { DecideArgs } from "../api.ts";
import * as clubCss from "../club.module.css";
import { clubPageMessages, reasonNames } from "../messages.ts";
import { complaintMessages } from "./messages.ts";

const { acts: texts, keys } = complaintMessages;
export type PressedDecision = DecideArgs["decision"];
type Days = NonNullable<DecideArgs["days"]>;
/** A decision as it is sent, without the complaints that it is about. */
export type DecisionChoice = Omit<DecideArgs, "selection" | "isAgain">;

export const reasonOptions = Object.entries(reasonNames).map(([value, label]) => ({
  value: value as ComplaintReason,
  label,
}));
export const dayOptions = barDays.map((days) => ({
  value: String(days),
  label: clubPageMessages.days[days],
}));
export const barDaysOf = (text: string): Days => barDays.find((days) => String(days) === text) ?? 3;

type Act = {
  readonly decision: PressedDecision;
  readonly key: string;
  readonly label: string;
  readonly shortcut: string;
};
const keep = (label = clubPageMessages.decisions.reject): Act => ({
  decision: "reject",
  key: "1",
  label,
  shortcut: keys.keep,
});
const hide = (label: string = clubPageMessages.decisions.hide): Act => ({
  decision: "hide",
  key: "2",
  label,
  shortcut: keys.hide,
});
const remove: Act = {
  decision: "remove",
  key: "3",
  label: clubPageMessages.decisions.remove,
  shortcut: keys.remove,
};
const bar = (label: string): Act => ({ decision: "bar", key: "4", label, shortcut: keys.bar });

/** Decisions that make sense for a complaint, in the order of their keys. */
function actsOf({ kind, status, person, decided }: ListedComplaint): readonly Act[] {
  const bars = person === null || person.isBarred ? [] : [bar(texts.barPerson)];
  if (kind === "member") return decided?.decision === "reject" ? bars : [keep(), ...bars];
  if (kind === "group")
    return [
      ...(decided === null ? [keep()] : []),
      ...(status === "shown" && decided?.decision !== "clear"
        ? [{ decision: "clear", key: "2", label: texts.clear, shortcut: texts.clear } as const]
        : []),
    ];
  if (status === "deleted") return decided === null ? [keep(), ...bars] : bars;
  if (status === "hidden")
    return [
      { ...keep(), label: texts.showAgain },
      ...(decided === null ? [hide(texts.keepHidden)] : []),
      remove,
      ...bars,
    ];
  return [...(decided === null ? [keep()] : []), hide(), remove, ...bars];
}

type DecideButtonsProps = {
  complaint: ListedComplaint;
  /** Decides; the caller says so and shows the next one. @throws Refusal */
  onDecide: (choice: DecisionChoice) => Promise<void>;
};

/**
 * Decisions about one complaint: a press or one key each, with the reason that authors read. The most frequent reason of
 * the complaints is chosen already.
 */
export function DecideButtons({ complaint, onDecide }: DecideButtonsProps) {
  const first = complaint.reason === "review" ? "other" : complaint.reason;
  const [reason, setReason] = useState<ComplaintReason | "">(complaint.decided?.reason ?? first);
  const [days, setDays] = useState("3");
  const [busy, setBusy] = useState<PressedDecision | null>(null);
  const [isClearing, setClearing] = useState(false);
  const acts = actsOf(complaint);
  const choiceOf = (decision: PressedDecision): DecisionChoice => ({
    decision,
    ...(decision !== "reject" && reason !== "" && { reason }),
    ...(decision === "bar" && { days: barDaysOf(days) }),
  });
  async function press(decision: PressedDecision): Promise<void> {
    if (busy !== null) return;
    if (decision === "clear") {
      setClearing(true);
      return;
    }
    setBusy(decision);
    try {
      await onDecide(choiceOf(decision));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      setBusy(null);
    }
  }
  useShortcuts(
    acts.map(({ decision, key, shortcut }) => ({
      keys: key,
      label: shortcut,
      group: keys.group,
      run: () => void press(decision),
    })),
  );
  if (acts.length === 0) return null;
  const canBar = acts.some(({ decision }) => decision === "bar");
  return (
    <>
      <div className={clubCss.choices}>
        <SelectInput
          label={texts.reason}
          value={reason}
          onChange={(chosen) => setReason(chosen)}
          options={reasonOptions}
        />
        {canBar && <SelectInput label={texts.days} value={days} onChange={setDays} options={dayOptions} />}
      </div>
      <div className={clubCss.acts}>
        {acts.map(({ decision, key, label }, index) => (
          <ConsoleButton
            key={decision}
            look={
              index === 0
                ? "primary"
                : decision === "remove" || decision === "bar"
                  ? "dangerOutline"
                  : "outline"
            }
            isBusy={busy === decision}
            disabled={busy !== null && busy !== decision}
            onClick={() => void press(decision)}
          >
            {label}
            <KeyCap>{key}</KeyCap>
          </ConsoleButton>
        ))}
      </div>
      <ConfirmDialog
        isOpen={isClearing}
        title={texts.clearTitle(complaint.excerpt)}
        text={texts.clearText}
        confirm={texts.clear}
        isDanger
        onConfirm={() => onDecide(choiceOf("clear"))}
        onClose={() => setClearing(false)}
      />
    </>
  );
}
