import {
  approveRefund,
  countRefunds,
  listRefunds,
  refundTabs,
  resubmitRefund,
  retryRefund,
  reviewRefund,
  settleRefund,
  showRefund,
  type RefundCounts,
  type RefundDetail,
  type RefundListRow,
  type RefundTab,
} from "#contract/console/mall/refunds.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import { countLimit, listQuery } from "../../http/console/list-query.ts";
import { requireOperator, requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { addNote } from "../../order/index.ts";
import { DECLINED } from "../refund/rules.ts";
import type { RefundDesk, SettleOutcome } from "../refund/operator.ts";
import { consolePaymentMessages as messages } from "./messages.ts";
import type { PaymentConsolePorts } from "./ports.ts";
import {
  countConsoleRefunds,
  findConsoleRefund,
  listConsoleRefunds,
  readRefundParts,
  refundListColumns,
  sumRefundTabs,
  type ConsoleRefundRow,
  type RefundParts,
} from "./refund-list-store.ts";

const unknownRefund = (): Refusal => new Refusal("notFound", { message: messages.unknownRefund });

const present =
  (names: ReadonlyMap<string, string>, ownId: string) =>
  (row: ConsoleRefundRow): RefundListRow => ({
    refundId: row.row_id,
    orderId: row.order_id,
    orderNo: row.order_no,
    title: row.title ?? "",
    outRefundNo: row.out_refund_no,
    way: row.way,
    cause: row.cause,
    amountFen: row.amount_fen,
    state: row.state,
    tab: row.tab,
    problem: row.problem,
    tries: row.tries,
    askedBy: row.asked_by && (names.get(row.asked_by) ?? row.asked_by),
    isOwn: row.asked_by === ownId,
    approvedBy: row.approved_by && (names.get(row.approved_by) ?? row.approved_by),
    receiptNo: row.receipt_no,
    isReturned: row.is_returned,
    isDeclined: row.problem === DECLINED,
    createdTime: toShanghaiIso(row.created_time),
    dueTime: row.due_time && toShanghaiIso(row.due_time),
  });
const namedIds = (rows: readonly ConsoleRefundRow[]): string[] =>
  rows.flatMap(({ asked_by, approved_by }) => [asked_by, approved_by]).filter((id) => id !== null);

function presentReview(
  parts: RefundParts | null,
  names: ReadonlyMap<string, string>,
): RefundDetail["review"] {
  if (parts === null || parts.reviewed_by === null || parts.reviewed_time === null) return null;
  const { reviewed_by, reviewed_time, order_note_text } = parts;
  const by = names.get(reviewed_by) ?? reviewed_by;
  return { by, reason: order_note_text ?? "", time: toShanghaiIso(reviewed_time) };
}

function readCalls(
  { db, clock, config }: AppContext,
  calls: OperatorRouter,
  ports: PaymentConsolePorts,
): void {
  calls.on(listRefunds, async (args, caller) => {
    const scopes = requireScopes(caller, "mall.read");
    const page = listQuery(args, refundListColumns, clock.now());
    const which = { scopes, tab: args.filter.tab };
    const { rows, count } = await readForOperator(db, async (reading) => ({
      rows: await listConsoleRefunds(reading, which, page),
      count: await countConsoleRefunds(reading, which, { limit: countLimit(), asOf: page.asOf }),
    }));
    const names = await ports.operatorNames(namedIds(rows));
    return page.toPage(rows, count, present(names, requireOperator(caller).operatorId));
  });
  calls.on(countRefunds, async (_args, caller) => {
    const scopes = requireScopes(caller, "mall.read");
    const found = await readForOperator(db, (reading) => sumRefundTabs(reading, scopes));
    const countOf = (name: RefundTab) => {
      const { count = 0, sumFen = 0 } = found.find(({ tab }) => tab === name) ?? {};
      return [name, { count, sumFen }] as const;
    };
    const counts = Object.fromEntries((Object.keys(refundTabs) as RefundTab[]).map(countOf));
    return { counts: counts as RefundCounts["counts"], secondPersonFen: config.secondEyesFen };
  });
  calls.on(showRefund, async ({ refundId }, caller) => {
    const row = await findConsoleRefund(db, requireScopes(caller, "mall.read"), refundId);
    if (row === null) throw unknownRefund();
    const parts = await readRefundParts(db, refundId);
    const names = await ports.operatorNames([...namedIds([row]), parts?.reviewed_by ?? ""]);
    const isHeld = row.state !== "success";
    return {
      refund: present(names, requireOperator(caller).operatorId)(row),
      paidFen: row.paid_fen,
      refundedFen: row.payment_refunded_fen,
      leftFen:
        row.paid_fen - row.payment_refunded_fen - row.payment_refunding_fen + (isHeld ? row.amount_fen : 0),
      paidTime: row.paid_time && toShanghaiIso(row.paid_time),
      review: presentReview(parts, names),
      caseNo: parts?.case_no ?? null,
      lines: parts?.lines ?? [],
      freightFen: parts?.freight_fen ?? 0,
    };
  });
}

/** @throws Refusal for an outcome that is not "done" */
function mustBeDone(outcome: SettleOutcome): Record<string, never> {
  switch (outcome) {
    case "done":
      return {};
    case "notFound":
      throw unknownRefund();
    case "ownRequest":
      throw new Refusal("secondPerson", { message: messages.ownRequest });
    case "state":
      throw new Refusal("stateChanged", { message: messages.refundState });
    default:
      throw new Refusal("stateChanged", { message: messages.settle[outcome] });
  }
}

/** Registers the console's calls about refunds (requirements CO76, MA68, MA94). */
export function refundCalls(
  context: AppContext,
  calls: OperatorRouter,
  desk: RefundDesk,
  ports: PaymentConsolePorts,
): void {
  readCalls(context, calls, ports);
  const operatorFor = async (caller: OperatorCaller, refundId: string) => {
    const found = await findConsoleRefund(context.db, requireScopes(caller, "mall.refund"), refundId);
    if (found === null) throw unknownRefund();
    return { id: requireOperator(caller).operatorId, host: "console" };
  };
  calls.on(approveRefund, async ({ refundId }, caller) =>
    mustBeDone(await desk.approve(refundId, await operatorFor(caller, refundId))),
  );
  calls.on(reviewRefund, async ({ refundId, answer, reason }, caller) => {
    const by = await operatorFor(caller, refundId);
    return mustBeDone(
      await desk.review(refundId, answer, by, (transaction, orderId, noteId, now) =>
        addNote(transaction, { noteId, orderId, text: trimmed(reason), by: by.id, now }),
      ),
    );
  });
  calls.on(resubmitRefund, async ({ refundId }, caller) => {
    const found = await findConsoleRefund(context.db, requireScopes(caller, "mall.ship"), refundId);
    if (found === null) throw unknownRefund();
    const by = { id: requireOperator(caller).operatorId, host: "console" };
    return mustBeDone(await desk.resubmit(refundId, by));
  });
  calls.on(retryRefund, async ({ refundId }, caller) =>
    mustBeDone(await desk.retry(refundId, await operatorFor(caller, refundId))),
  );
  calls.on(settleRefund, async ({ refundId, receiptNo }, caller) =>
    mustBeDone(await desk.settleOffline(refundId, receiptNo, await operatorFor(caller, refundId))),
  );
}
