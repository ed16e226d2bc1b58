import { exportHeadings } from "#contract/console/export/headings.ts";
import { exportWords as words } from "#contract/console/export/words.ts";
import { listMallCases } from "#contract/console/mall/after-sales.ts";
import { listMallOrders } from "#contract/console/mall/orders.ts";
import { listMallProducts, productStates } from "#contract/console/mall/products.ts";
import { listDifferences, showReconciliation } from "#contract/console/mall/reconciliation.ts";
import { listRefunds } from "#contract/console/mall/refunds.ts";
import { exportList, timeCell, yuanCell } from "./export-list.ts";

/** Lists of orders and goods. */
export const orderLists = {
  orders: exportList(listMallOrders, "rows", exportHeadings.orders, {
    cells: {
      orderNo: ({ orderNo }) => orderNo,
      state: ({ state }) => words.order[state],
      delivery: ({ delivery }) => words.delivery[delivery],
      goods: ({ title }) => title,
      units: ({ units }) => units,
      amount: ({ payableFen }) => yuanCell(payableFen),
      refunded: ({ refundedFen }) => yuanCell(refundedFen),
      created: ({ createdTime }) => timeCell(createdTime),
      paid: ({ paidTime }) => timeCell(paidTime),
      late: ({ isLate }) => (isLate ? words.yes : words.no),
      cases: ({ openCases }) => openCases,
      problem: ({ hasProblem }) => (hasProblem ? words.yes : words.no),
      dealer: ({ dealerName }) => dealerName,
    },
  }),
  products: exportList(listMallProducts, "rows", exportHeadings.products, {
    cells: {
      id: ({ productId }) => productId,
      title: ({ title }) => title,
      state: ({ state }) => productStates[state],
      category: ({ categoryName }) => categoryName,
      price: ({ priceFen }) => yuanCell(priceFen),
      most: ({ mostFen }) => yuanCell(mostFen),
      skus: ({ skus }) => skus,
      onHand: ({ onHand }) => onHand,
      reserved: ({ reserved }) => reserved,
      free: ({ onHand, reserved }) => onHand - reserved,
      sold: ({ sold }) => sold,
      changed: ({ changedTime }) => timeCell(changedTime),
    },
  }),
  refunds: exportList(listRefunds, "rows", exportHeadings.refunds, {
    cells: {
      id: ({ outRefundNo }) => outRefundNo,
      orderNo: ({ orderNo }) => orderNo,
      goods: ({ title }) => title,
      amount: ({ amountFen }) => yuanCell(amountFen),
      way: ({ way }) => words.way[way],
      cause: ({ cause }) => words.refundCause[cause],
      state: ({ state }) => words.refund[state],
      tries: ({ tries }) => tries,
      asked: ({ askedBy }) => askedBy,
      approved: ({ approvedBy }) => approvedBy,
      receipt: ({ receiptNo }) => receiptNo,
      created: ({ createdTime }) => timeCell(createdTime),
    },
  }),
  "after-sales": exportList(listMallCases, "rows", exportHeadings["after-sales"], {
    cells: {
      caseNo: ({ caseNo }) => caseNo,
      orderNo: ({ orderNo }) => orderNo,
      kind: ({ kind }) => words.afterSaleKind[kind],
      state: ({ state }) => words.afterSale[state],
      reason: ({ reason }) => words.afterSaleReason[reason],
      goods: ({ title }) => title,
      units: ({ units }) => units,
      refund: ({ refundFen }) => yuanCell(refundFen),
      created: ({ createdTime }) => timeCell(createdTime),
      due: ({ dueTime }) => timeCell(dueTime),
    },
  }),
} as const;

/** Lists of bills. */
export const billLists = {
  reconciliation: exportList(showReconciliation, "days", exportHeadings.reconciliation, {
    isWhole: true,
    cells: {
      day: ({ day }) => day,
      way: ({ way }) => words.way[way],
      state: ({ state }) => words.reconciliation[state],
      oursCount: ({ ours }) => ours.count,
      ours: ({ ours }) => yuanCell(ours.fen),
      billCount: ({ bill }) => bill.count,
      bill: ({ bill }) => yuanCell(bill.fen),
      paid: ({ bill }) => yuanCell(bill.paidFen),
      refunded: ({ bill }) => yuanCell(bill.refundedFen),
      fee: ({ bill }) => yuanCell(bill.feeFen),
      differences: ({ differences }) => differences,
      open: ({ open }) => open,
    },
  }),
  differences: exportList(listDifferences, "differences", exportHeadings.differences, {
    isWhole: true,
    cells: {
      id: ({ differenceId }) => differenceId,
      day: ({ day }) => day,
      way: ({ way }) => words.way[way],
      kind: ({ kind }) => words.difference[kind],
      number: ({ number }) => number,
      orderNo: ({ order }) => order?.orderNo ?? null,
      ours: ({ oursFen }) => yuanCell(oursFen),
      theirs: ({ theirsFen }) => yuanCell(theirsFen),
      state: ({ state }) => words.differenceState[state],
      by: ({ resolvedBy }) => resolvedBy,
      reason: ({ resolvedReason }) => resolvedReason,
    },
  }),
} as const;
