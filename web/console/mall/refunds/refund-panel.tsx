import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { RefundDetail } from "#contract/console/mall/refunds.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { FactList } from "../../kit/display/fact-list.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { SidePanel } from "../../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { yuanSign } from "../money.ts";
import { loadRefund, refundKeys } from "./api.ts";
import { RefundActs } from "./refund-acts.tsx";
import { RefundChecks, RefundSum } from "./refund-checks.tsx";
import { problemText, RefundBadge } from "./refund-columns.tsx";
import { refundPageMessages } from "./messages.ts";

const { refund: texts, causes, ways, byRule } = refundPageMessages;
const at = (time: string | null): string | null => (time === null ? null : formatDateTime(time));

function RefundFacts({ detail }: { detail: RefundDetail }) {
  const { refund, paidFen, refundedFen, leftFen, paidTime, review, caseNo } = detail;
  const isOpen = refund.isReturned || refund.isDeclined;
  const [shownAt] = useState(() => Date.now());
  return (
    <>
      {review !== null && isOpen && (
        <NoteBar tone={refund.isDeclined ? "error" : "warn"}>
          {(refund.isDeclined ? texts.declined : texts.returned)(review.by, formatDateTime(review.time))}
          {review.reason}
        </NoteBar>
      )}
      <FactList
        facts={[
          [
            texts.order,
            <Link key="order" to={`/orders/${refund.orderId}`} className={utilityCss.link}>
              {refund.orderNo}
            </Link>,
          ],
          [
            texts.case,
            caseNo && (
              <Link key="case" to={`/after-sales?queue=returning&open=${caseNo}`} className={utilityCss.link}>
                {caseNo}
              </Link>
            ),
          ],
          [texts.amount, yuanSign(refund.amountFen)],
          [texts.cause, causes[refund.cause]],
          [texts.way, ways[refund.way]],
          [texts.asked, refund.askedBy ?? byRule],
          [texts.approved, refund.approvedBy],
          [texts.created, at(refund.createdTime)],
          [texts.problem, refund.problem === "" ? null : problemText(refund.problem)],
          [texts.tries, refund.tries === 0 ? null : texts.times(refund.tries)],
          [texts.next, ["success", "waiting"].includes(refund.state) ? null : at(refund.dueTime)],
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
      <RefundSum detail={detail} />
      {refund.state === "waiting" && <RefundChecks detail={detail} now={shownAt} />}
      {refund.state === "waiting" && refund.isOwn && <NoteBar tone="warn">{texts.own}</NoteBar>}
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
