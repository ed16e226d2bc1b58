import { useState } from "react";
import type { ComplaintReason } from "#contract/club/complaints.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import * as clubCss from "../club.module.css";
import { clubPageMessages } from "../messages.ts";
import { complaintMessages } from "./messages.ts";
import {
  dayOptions,
  barDaysOf,
  reasonOptions,
  type PressedDecision,
  type DecisionChoice,
} from "./decide-buttons.tsx";

const { bulk: texts, acts } = complaintMessages;
const decisions = ["reject", "hide", "remove", "bar"] as const satisfies readonly PressedDecision[];

type BulkDecideProps = {
  /** Number of the chosen complaints, as shown. */
  count: string;
  onDecide: (choice: DecisionChoice) => Promise<void>;
};
/** Decisions about the ticked complaints, after a question that names their number. */
export function BulkDecide({ count, onDecide }: BulkDecideProps) {
  const [decision, setDecision] = useState<(typeof decisions)[number] | null>(null);
  const [reason, setReason] = useState<ComplaintReason | "">("");
  const [days, setDays] = useState("3");
  const name = clubPageMessages.decisions[decision ?? "reject"];
  const needsReason = decision !== "reject";
  return (
    <>
      {decisions.map((each) => (
        <ConsoleButton key={each} isSmall onClick={() => setDecision(each)}>
          {clubPageMessages.decisions[each]}
        </ConsoleButton>
      ))}
      <ConfirmDialog
        isOpen={decision !== null}
        title={texts.title(name, count)}
        text={texts.text}
        confirm={texts.apply(name)}
        isDanger={decision === "remove" || decision === "bar"}
        isDisabled={needsReason && reason === ""}
        onConfirm={async () => {
          if (decision === null) return;
          await onDecide({
            decision,
            ...(needsReason && reason !== "" && { reason }),
            ...(decision === "bar" && { days: barDaysOf(days) }),
          });
        }}
        onClose={() => setDecision(null)}
      >
        {needsReason && (
          <div className={clubCss.choices}>
            <SelectInput
              label={acts.reason}
              hint={acts.reasonHint}
              value={reason}
              onChange={(chosen) => setReason(chosen)}
              options={reasonOptions}
              isRequired
            />
            {decision === "bar" && (
              <SelectInput label={acts.days} value={days} onChange={setDays} options={dayOptions} />
            )}
          </div>
        )}
      </ConfirmDialog>
    </>
  );
}
