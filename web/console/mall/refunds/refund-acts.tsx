import { useState } from "react";
import type { RefundDetail } from "#contract/console/mall/refunds.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { TextAreaInput, TextInput } from "../../kit/form/text-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { useMay } from "../../shell/index.ts";
import { yuanSign } from "../money.ts";
import { approveAsSecond, retryAtChannel, reviewAsSecond, settleOutside, submitAgain } from "./api.ts";
import { refundPageMessages } from "./messages.ts";

const { acts: texts } = refundPageMessages;
const RECEIPT = /^[\w-]{4,64}$/;
type Act = "approve" | "return" | "decline" | "resubmit" | "retry" | "settle";

/** Acts that the refund's state and the rights allow, the main one first. */
function actsOf(
  { state, isReturned, isDeclined }: RefundDetail["refund"],
  may: { readonly refund: boolean; readonly submit: boolean },
): Act[] {
  if (state === "success") return [];
  const submit: Act[] = may.submit && (isReturned || isDeclined) ? ["resubmit"] : [];
  if (!may.refund || isReturned) return submit;
  if (state === "waiting") return ["approve", "return", "decline"];
  const isFailed = state === "abnormal" || state === "closed" || state === "sent";
  return [...submit, ...(isDeclined ? [] : (["retry"] as const)), ...(isFailed ? (["settle"] as const) : [])];
}

type ActsProps = { detail: RefundDetail; onChanged: () => Promise<void> };
/** Acts on a refund with their dialogs. */
export function RefundActs({ detail: { refund }, onChanged }: ActsProps) {
  const may = { refund: useMay("mall.refund"), submit: useMay("mall.ship") };
  const [open, setOpen] = useState<Act | null>(null);
  const acts = actsOf(refund, may);
  const amount = yuanSign(refund.amountFen);
  const labels: Readonly<Record<Act, string>> = { ...texts, approve: texts.approve(amount) };
  return (
    <>
      {acts.map((act, at) => (
        <ConsoleButton
          key={act}
          look={at === 0 ? "primary" : act === "decline" ? "dangerOutline" : "outline"}
          isWide={at === 0}
          disabled={refund.isOwn && (act === "approve" || act === "return" || act === "decline")}
          onClick={() => setOpen(act)}
        >
          {labels[act]}
        </ConsoleButton>
      ))}
      {open !== null && (
        <ActDialog
          act={open}
          label={labels[open]}
          refundId={refund.refundId}
          onChanged={onChanged}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

type ActDialogProps = {
  act: Act;
  label: string;
  refundId: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
};
const words: Readonly<Record<Act, { title: string; text: string; done: string }>> = {
  approve: { title: texts.approveTitle, text: texts.approveText, done: texts.approved },
  return: { title: texts.returnTitle, text: texts.returnText, done: texts.returned },
  decline: { title: texts.declineTitle, text: texts.declineText, done: texts.declined },
  resubmit: { title: texts.resubmitTitle, text: texts.resubmitText, done: texts.resubmitted },
  retry: { title: texts.retryTitle, text: texts.retryText, done: texts.retried },
  settle: { title: texts.settleTitle, text: texts.settleText, done: texts.settled },
};

function ActDialog({ act, label, refundId, onChanged, onClose }: ActDialogProps) {
  const [text, setText] = useState("");
  const isReview = act === "return" || act === "decline";
  const isReady = isReview ? !isBlank(text) && text.length <= 200 : act !== "settle" || RECEIPT.test(text);
  const run = (): Promise<void> => {
    if (act === "return" || act === "decline") return reviewAsSecond({ refundId, answer: act, reason: text });
    if (act === "approve") return approveAsSecond(refundId);
    if (act === "resubmit") return submitAgain(refundId);
    return act === "retry" ? retryAtChannel(refundId) : settleOutside(refundId, text);
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger={act === "decline"}
      title={words[act].title}
      text={words[act].text}
      confirm={label}
      isDisabled={!isReady}
      onConfirm={async () => {
        await run();
        showResult(words[act].done);
        await onChanged();
      }}
      onClose={onClose}
    >
      {isReview && (
        <TextAreaInput
          label={texts.opinion}
          hint={texts.opinionHint}
          isRequired
          value={text}
          onChange={setText}
        />
      )}
      {act === "settle" && (
        <TextInput
          label={texts.receipt}
          hint={texts.receiptHint}
          autoComplete="off"
          value={text}
          onChange={(typed) => setText(typed.trim())}
        />
      )}
    </ConfirmDialog>
  );
}
