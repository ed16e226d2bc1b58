import { useQuery } from "@tanstack/react-query";
import { ledgerAccounts, type OrderPayments } from "#contract/console/mall/order-payments.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge, type Tone } from "../../kit/display/badge.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import type { Column } from "../../kit/table/column.ts";
import { DataTable } from "../../kit/table/data-table.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { yuanSign, yuanText } from "../money.ts";
import { loadOrderPayments, orderKeys } from "./api.ts";
import * as ordersCss from "./orders.module.css";
import { orderPaymentMessages as texts } from "./payment-messages.ts";

type Attempt = OrderPayments["attempts"][number];
type Refund = OrderPayments["refunds"][number];
type Entry = OrderPayments["ledger"][number];
const attemptTones: Readonly<Record<Attempt["state"], Tone>> = {
  made: "mute",
  open: "info",
  paid: "ok",
  closed: "mute",
};
const refundTones: Readonly<Record<Refund["state"], Tone>> = {
  waiting: "warn",
  due: "info",
  sent: "info",
  success: "ok",
  abnormal: "error",
  closed: "error",
};
const figure = { align: "end", isNumber: true } as const;
const signed = (fen: number): string => (fen < 0 ? `−${yuanText(-fen)}` : `+${yuanText(fen)}`);

const attemptColumns: readonly Column<Attempt>[] = [
  {
    id: "attempt",
    label: texts.columns.attempt,
    isNumber: true,
    cell: ({ attempt }) => `_${attempt}`,
  },
  {
    id: "way",
    label: texts.columns.way,
    isWide: true,
    cell: ({ way, scene, createdTime, notices, noticeTime }) => (
      <span className={ordersCss.two}>
        <span>
          {texts.ways[way]} {texts.scenes[scene] ?? scene}
        </span>
        <small>{texts.begun(formatShort(createdTime))}</small>
        <small>
          {noticeTime === null ? texts.noNotice : texts.notices(notices, formatShort(noticeTime))}
        </small>
      </span>
    ),
  },
  { id: "amount", label: texts.columns.amount, ...figure, cell: ({ amountFen }) => yuanText(amountFen) },
  {
    id: "state",
    label: texts.columns.state,
    cell: ({ state, isSurplus }) => (
      <Badge tone={attemptTones[state]}>{isSurplus ? texts.surplus : texts.attemptStates[state]}</Badge>
    ),
  },
];
const refundColumns: readonly Column<Refund>[] = [
  {
    id: "refund",
    label: texts.columns.refund,
    isWide: true,
    cell: ({ cause, createdTime }) => (
      <span className={ordersCss.two}>
        <span>{texts.causes[cause]}</span>
        <small className={utilityCss.number}>{formatShort(createdTime)}</small>
      </span>
    ),
  },
  { id: "amount", label: texts.columns.amount, ...figure, cell: ({ amountFen }) => yuanText(amountFen) },
  {
    id: "state",
    label: texts.columns.state,
    cell: ({ state }) => <Badge tone={refundTones[state]}>{texts.refundStates[state]}</Badge>,
  },
];
const ledgerColumns: readonly Column<Entry>[] = [
  { id: "time", label: texts.columns.time, isNumber: true, cell: ({ time }) => formatShort(time) },
  { id: "cause", label: texts.columns.cause, isWide: true, cell: ({ txnId }) => causeOf(txnId) },
  {
    id: "account",
    label: texts.columns.account,
    cell: ({ account, way }) =>
      way === null || account !== "channel" ? ledgerAccounts[account] : texts.channelOf(texts.ways[way]),
  },
  { id: "fen", label: texts.columns.fen, ...figure, cell: ({ fen }) => signed(fen) },
];
/** Cause of a transaction of the ledger, by the first word of its id. */
const causeOf = (txnId: string): string => {
  const [kind = ""] = txnId.split(" ");
  return texts.transactions[kind] ?? kind;
};

/** Interval in which the panels follow money that is on its way, ms. */
const REFRESH = 5_000;
/** Whether the channel's next answer changes what is shown. */
const isUnderWay = ({ attempts, refunds }: OrderPayments): boolean =>
  attempts.some(({ state }) => state === "open") ||
  refunds.some(({ state }) => state === "due" || state === "sent");

/** 支付、退款、账本 of an order: attempts with their notices, refunds, and what was booked. */
export function OrderPaymentPanels({ orderId }: { orderId: string }) {
  const query = useQuery({
    queryKey: orderKeys.payments(orderId),
    queryFn: () => loadOrderPayments(orderId),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? REFRESH : false),
  });
  if (query.data === undefined)
    return query.error === null ? (
      <Panel title={texts.title} />
    ) : (
      <NoteBar tone="error">{query.error.message}</NoteBar>
    );
  const { attempts, refunds, ledger, leftFen } = query.data;
  const paid = attempts.find(({ state }) => state === "paid");
  const balance = ledger.reduce((sum, { fen }) => sum + fen, 0);
  return (
    <>
      <div className={ordersCss.pair}>
        <Panel title={texts.title} isFlush>
          <DataTable
            label={texts.title}
            isInset
            columns={attemptColumns}
            rows={attempts}
            rowId={({ outTradeNo }) => outTradeNo}
            rowName={({ outTradeNo }) => outTradeNo}
          />
          <p className={ordersCss.foot}>
            {attempts.length === 0 && texts.none}
            {paid && paid.channelNo !== null && (
              <>
                {texts.channelNo} <span className={utilityCss.number}>{paid.channelNo}</span>
              </>
            )}
          </p>
        </Panel>
        <Panel title={texts.refunds} isFlush>
          <DataTable
            label={texts.refunds}
            isInset
            columns={refundColumns}
            rows={refunds}
            rowId={({ refundId }) => refundId}
            rowName={({ outRefundNo }) => outRefundNo}
          />
          <p className={ordersCss.foot}>
            {refunds.length === 0 ? texts.noRefund : texts.left} {refunds.length > 0 && yuanSign(leftFen)}
          </p>
        </Panel>
      </div>
      {ledger.length > 0 && (
        <Panel
          title={
            <>
              {texts.ledger}{" "}
              <Badge tone={balance === 0 ? "ok" : "error"}>
                {balance === 0 ? texts.balanced : texts.unbalanced(yuanText(balance))}
              </Badge>
            </>
          }
          hint={texts.ledgerHint}
          isFlush
        >
          <DataTable
            label={texts.ledger}
            isInset
            columns={ledgerColumns}
            rows={ledger}
            rowId={({ txnId, account }) => `${txnId} ${account}`}
            rowName={({ txnId }) => causeOf(txnId)}
          />
        </Panel>
      )}
    </>
  );
}
