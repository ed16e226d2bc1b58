import {
  decideMallCase,
  listMallCases,
  receiveMallCase,
  showMallCase,
  type MallCaseDetail,
  type MallCasePage,
} from "#contract/console/mall/after-sales.ts";
import {
  approveRefund,
  countRefunds,
  listRefunds,
  resubmitRefund,
  retryRefund,
  reviewRefund,
  settleRefund,
  showRefund,
  type RefundCounts,
  type RefundDetail,
  type RefundPage,
} from "#contract/console/mall/refunds.ts";
import type { OperatorArgs } from "#contract/console/operator-call.ts";
import { send } from "../../shell/index.ts";

export const loadRefunds = (args: OperatorArgs<typeof listRefunds>): Promise<RefundPage> =>
  send(listRefunds, args);
export const loadRefundCounts = (): Promise<RefundCounts> => send(countRefunds, {});
export const loadRefund = (refundId: string): Promise<RefundDetail> => send(showRefund, { refundId });
export const approveAsSecond = async (refundId: string): Promise<void> =>
  void (await send(approveRefund, { refundId }));
export const retryAtChannel = async (refundId: string): Promise<void> =>
  void (await send(retryRefund, { refundId }));
export const settleOutside = async (refundId: string, receiptNo: string): Promise<void> =>
  void (await send(settleRefund, { refundId, receiptNo }));

export const loadCases = (args: OperatorArgs<typeof listMallCases>): Promise<MallCasePage> =>
  send(listMallCases, args);
export const loadCase = (caseNo: string): Promise<MallCaseDetail> => send(showMallCase, { caseNo });
export const decideCaseOf = async (args: OperatorArgs<typeof decideMallCase>): Promise<void> =>
  void (await send(decideMallCase, args));
export const receiveCaseOf = async (args: OperatorArgs<typeof receiveMallCase>): Promise<void> =>
  void (await send(receiveMallCase, args));

export const reviewAsSecond = async (args: OperatorArgs<typeof reviewRefund>): Promise<void> =>
  void (await send(reviewRefund, args));
export const submitAgain = async (refundId: string): Promise<void> =>
  void (await send(resubmitRefund, { refundId }));
/** Keys of this area's queries in the cache. */
export const refundKeys = {
  refunds: listRefunds.name,
  counts: countRefunds.name,
  refund: (refundId: string) => [showRefund.name, refundId],
  cases: listMallCases.name,
  case: (caseNo: string) => [showMallCase.name, caseNo],
};
