import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { RefundDetail } from "#contract/console/mall/refunds.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { FactList } from "../../kit/display/fact-list.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { TextInput } from "../../kit/form/text-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { SidePanel } from "../../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { useMay } from "../../shell/index.ts";
import { yuanSign } from "../money.ts";
import { approveAsSecond, loadRefund, refundKeys, retryAtChannel, settleOutside } from "./api.ts";
import { problemText, RefundBadge } from "./refund-columns.tsx";
import { refundPageMessages } from "./messages.ts";

const { refund: texts, acts, causes, ways, byRule } = refundPageMessages;
const RECEIPT = /^[\w-]{4,64}$/;
const at = (time: string | null): string | null => (time === null ? null : formatDateTime(time));

function RefundFacts({ detail }: { detail: RefundDetail }) {
  const { refund, paidFen, refundedFen, leftFen, paidTime } = detail;
  return (
    <>
      <FactList
        facts={[
          [
            texts.order,
            <Link key="order" to={`/orders/${refund.orderId}`} className={utilityCss.link}>
              {refund.orderNo}
            </Link>,
          ],
          [texts.amount, yuanSign(refund.amountFen)],
          [texts.cause, causes[refund.cause]],
          [texts.way, ways[refund.way]],
          [texts.asked, refund.askedBy ?? byRule],
          [texts.approved, refund.approvedBy],
          [texts.created, at(refund.createdTime)],
          [texts.problem, refund.problem === "" ? null : problemText(refund.problem)],
          [texts.tries, refund.tries === 0 ? null : texts.times(refund.tries)],
          [texts.next, refund.state === "success" ? null : at(refund.dueTime)],
          [texts.receipt, refund.receiptNo],
        ]}
      />
      <section>
        <h3>{texts.paid}</h3>
        <FactList
          facts={[
            [texts.paid, yuanSign(paidFen)],
            [texts.refunded, yuanSign(refundedFen)],
            [texts.left, yuanSign(leftFen)],
            [texts.paidTime, at(paidTime)],
          ]}
        />
      </section>
      {refund.state === "waiting" && refund.isOwn && <NoteBar tone="warn">{texts.own}</NoteBar>}
    </>
  );
}

type ActsProps = { detail: RefundDetail; onChanged: () => Promise<void> };
function RefundActs({ detail: { refund }, onChanged }: ActsProps) {
  const { refundId, state, amountFen, isOwn } = refund;
  const mayRefund = useMay("mall.refund");
  const [open, setOpen] = useState<"approve" | "retry" | "settle" | null>(null);
  const [receiptNo, setReceipt] = useState("");
  if (!mayRefund || state === "success") return null;
  const done = async (text: string): Promise<void> => {
    showResult(text);
    await onChanged();
  };
  const close = (): void => setOpen(null);
  return (
    <>
      {state === "waiting" ? (
        <ConsoleButton look="primary" isWide disabled={isOwn} onClick={() => setOpen("approve")}>
          {acts.approve(yuanSign(amountFen))}
        </ConsoleButton>
      ) : (
        <ConsoleButton look="primary" isWide onClick={() => setOpen("retry")}>
          {acts.retry}
        </ConsoleButton>
      )}
      {(state === "abnormal" || state === "closed" || state === "sent") && (
        <ConsoleButton onClick={() => setOpen("settle")}>{acts.settle}</ConsoleButton>
      )}
      <ConfirmDialog
        isOpen={open === "approve"}
        title={acts.approveTitle}
        text={acts.approveText}
        confirm={acts.approve(yuanSign(amountFen))}
        onConfirm={async () => {
          await approveAsSecond(refundId);
          await done(acts.approved);
        }}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={open === "retry"}
        title={acts.retryTitle}
        text={acts.retryText}
        confirm={acts.retry}
        onConfirm={async () => {
          await retryAtChannel(refundId);
          await done(acts.retried);
        }}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={open === "settle"}
        title={acts.settleTitle}
        text={acts.settleText}
        confirm={acts.settle}
        isDisabled={!RECEIPT.test(receiptNo)}
        onConfirm={async () => {
          await settleOutside(refundId, receiptNo);
          await done(acts.settled);
        }}
        onClose={close}
      >
        <TextInput
          label={acts.receipt}
          hint={acts.receiptHint}
          autoComplete="off"
          value={receiptNo}
          onChange={(text) => setReceipt(text.trim())}
        />
      </ConfirmDialog>
    </>
  );
}

/** One refund: what it pays back, what is checked before, and the acts of its state. */
export function RefundPanel({ refundId, onClose }: { refundId: string; onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery({ queryKey: refundKeys.refund(refundId), queryFn: () => loadRefund(refundId) });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: refundKeys.refund(refundId) });
    for (const name of [refundKeys.refunds, refundKeys.counts])
      void client.invalidateQueries({ queryKey: [name] });
  };
  const refund = query.data?.refund;
  return (
    <SidePanel
      title={refund?.title ?? texts.noun}
      subtitle={<span className={utilityCss.number}>{texts.number(refund?.outRefundNo ?? "")}</span>}
      badge={refund && <RefundBadge refund={refund} hasDot />}
      footer={query.data && <RefundActs key={refundId} detail={query.data} onChanged={refresh} />}
      onClose={onClose}
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={[]} />}
        thing={{ noun: texts.noun, list: "/after-sales" }}
      >
        {(detail) => <RefundFacts detail={detail} />}
      </QueryState>
    </SidePanel>
  );
}
