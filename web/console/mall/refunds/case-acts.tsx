import { useState } from "react";
import type { MallCaseDetail } from "#contract/console/mall/after-sales.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { FieldPair } from "../../kit/form/form-frame.tsx";
import { NumberInput, TextAreaInput } from "../../kit/form/text-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { useMay } from "../../shell/index.ts";
import { yuanSign } from "../money.ts";
import { decideCaseOf, receiveCaseOf } from "./api.ts";
import { refundPageMessages } from "./messages.ts";

const { caseActs: texts } = refundPageMessages;
type ActProps = { detail: MallCaseDetail; onChanged: () => Promise<void> };
type DialogProps = ActProps & { onClose: () => void };

function AgreeDialog({ detail: { found }, onChanged, onClose }: DialogProps) {
  const isReturn = found.kind === "return";
  return (
    <ConfirmDialog
      isOpen
      title={texts.agreeTitle}
      text={isReturn ? texts.agreeReturnText : texts.agreeText(yuanSign(found.refundFen))}
      confirm={isReturn ? texts.agreeReturn : texts.agree}
      onConfirm={async () => {
        await decideCaseOf({ caseNo: found.caseNo, isAgreed: true });
        showResult(texts.agreed);
        await onChanged();
      }}
      onClose={onClose}
    />
  );
}

function DeclineDialog({ detail: { found }, onChanged, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={texts.declineTitle}
      text={texts.declineText}
      confirm={texts.decline}
      isDisabled={isBlank(reason) || reason.length > 200}
      onConfirm={async () => {
        await decideCaseOf({ caseNo: found.caseNo, isAgreed: false, reason });
        showResult(texts.declined);
        await onChanged();
      }}
      onClose={onClose}
    >
      <TextAreaInput label={texts.declineReason} isRequired value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

function ReceiveDialog({ detail: { found, units }, onChanged, onClose }: DialogProps) {
  const [counts, setCounts] = useState(() =>
    units.map(({ lineId, qty }): { lineId: string; received: number | null; good: number | null } => ({
      lineId,
      received: qty,
      good: qty,
    })),
  );
  const isFit = counts.every(({ received, good }, at) => {
    const [came, fine, most] = [received ?? -1, good ?? -1, units[at]?.qty ?? 0];
    return (
      Number.isInteger(came) &&
      Number.isInteger(fine) &&
      came >= 0 &&
      came <= most &&
      fine >= 0 &&
      fine <= came
    );
  });
  const set = (lineId: string, changed: { received?: number | null; good?: number | null }): void =>
    setCounts(counts.map((line) => (line.lineId === lineId ? { ...line, ...changed } : line)));
  return (
    <ConfirmDialog
      isOpen
      title={texts.receiveTitle}
      text={texts.receiveText}
      confirm={texts.receive}
      isDisabled={!isFit || counts.every(({ received }) => received === 0)}
      onConfirm={async () => {
        const inspected = counts.map(({ lineId, received, good }) => ({
          lineId,
          received: received ?? 0,
          good: good ?? 0,
        }));
        await receiveCaseOf({ caseNo: found.caseNo, units: inspected });
        showResult(texts.receiveDone);
        await onChanged();
      }}
      onClose={onClose}
    >
      {counts.map(({ lineId, received, good }, at) => (
        <FieldPair key={lineId}>
          <NumberInput
            label={texts.received(units[at]?.title ?? "", units[at]?.qty ?? 0)}
            value={received}
            onChange={(count) => set(lineId, { received: count })}
          />
          <NumberInput label={texts.good} value={good} onChange={(count) => set(lineId, { good: count })} />
        </FieldPair>
      ))}
    </ConfirmDialog>
  );
}

const dialogs = { agree: AgreeDialog, decline: DeclineDialog, receive: ReceiveDialog };

/** Acts on a case, as far as its state and the rights allow them. */
export function CaseActs(props: ActProps) {
  const { can, found } = props.detail;
  const mayDecide = useMay("mall.ship");
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const Dialog = open === null ? null : dialogs[open];
  if (!mayDecide) return null;
  return (
    <>
      {can.agree && (
        <ConsoleButton look="primary" isWide onClick={() => setOpen("agree")}>
          {found.kind === "return" ? texts.agreeReturn : texts.agree}
        </ConsoleButton>
      )}
      {can.receive && (
        <ConsoleButton look="primary" isWide onClick={() => setOpen("receive")}>
          {texts.receive}
        </ConsoleButton>
      )}
      {can.decline && (
        <ConsoleButton look="dangerOutline" onClick={() => setOpen("decline")}>
          {texts.decline}
        </ConsoleButton>
      )}
      {Dialog && <Dialog {...props} onClose={() => setOpen(null)} />}
    </>
  );
}
