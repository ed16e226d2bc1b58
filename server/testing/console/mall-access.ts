import { randomUUID } from "node:crypto";
import {
  decideMallCase,
  listMallCases,
  receiveMallCase,
  showMallCase,
} from "#contract/console/mall/after-sales.ts";
import {
  closeMallOrder,
  correctMallParcel,
  noteMallOrder,
  planParcelFile,
  revealMallRecipient,
  shipMallOrder,
  shipParcelFile,
} from "#contract/console/mall/order-acts.ts";
import {
  countMallOrders,
  findMallOrders,
  listMallOrders,
  showMallOrder,
} from "#contract/console/mall/orders.ts";
import {
  adjustMallStock,
  listMallProducts,
  listStockReservations,
  publishMallProduct,
  saveMallProduct,
  showMallProduct,
} from "#contract/console/mall/products.ts";
import {
  listDifferences,
  refetchBill,
  resolveDifference,
  showReconciliation,
} from "#contract/console/mall/reconciliation.ts";
import {
  approveRefund,
  countRefunds,
  listRefunds,
  retryRefund,
  settleRefund,
  showRefund,
} from "#contract/console/mall/refunds.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const ORDERS = "server/order/console/orders.routes.test.ts";
const PAYMENTS = "server/payment/console/payments.routes.test.ts";
const PRODUCTS = "server/mall/console/products.routes.test.ts";
const UNKNOWN = "1";
const CASE = "R00000000000000";
const none = { scope: "none" } as const;
const ofOrders = { ...none, scopeShownIn: ORDERS } as const;
const ofPayments = { ...none, scopeShownIn: PAYMENTS } as const;
const orderAct = { ...ofOrders, auditShownIn: ORDERS } as const;
const paymentAct = { ...ofPayments, auditShownIn: PAYMENTS } as const;
const ofProducts = { ...none, scopeShownIn: PRODUCTS } as const;
const productAct = { ...ofProducts, auditShownIn: PRODUCTS } as const;
const listed = { scope: "list", reads: "dealer" } as const;
const parcel = { carrier: "shunfeng", trackingNo: "SF1234567890" } as const;
const has = (rows: readonly { readonly orderId: string }[], thing: { orderId: string }): boolean =>
  rows.some(({ orderId }) => orderId === thing.orderId);
const day = { way: "wechat", day: "2026-01-01" } as const;
const file = { text: "订单号,快递公司,运单号\nM00000000000000,shunfeng,SF1234567890" };

const orderCalls: readonly AccessRow[] = [
  accessRow({
    ...listed,
    call: listMallOrders,
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) => has(rows, things[place]),
  }),
  accessRow({
    ...listed,
    call: countMallOrders,
    args: (things, place) => ({ filter: { find: things[place].orderNo } }),
    shows: ({ total }) => total > 0,
  }),
  accessRow({
    ...listed,
    call: findMallOrders,
    args: (things, place) => ({ number: things[place].orderNo }),
    shows: ({ rows }, things, place) => has(rows, things[place]),
  }),
  accessRow({
    scope: "record",
    reads: "dealer",
    call: showMallOrder,
    args: (things, place) => ({ orderId: things[place].orderId }),
  }),
  accessRow({ ...orderAct, call: shipMallOrder, args: () => ({ orderId: UNKNOWN, ...parcel }) }),
  accessRow({ ...orderAct, call: correctMallParcel, args: () => ({ shipmentId: UNKNOWN, ...parcel }) }),
  accessRow({ ...ofOrders, call: planParcelFile, args: () => file }),
  accessRow({ ...orderAct, call: shipParcelFile, args: () => file }),
  accessRow({ ...orderAct, call: closeMallOrder, args: () => ({ orderId: UNKNOWN }) }),
  accessRow({
    ...ofOrders,
    call: noteMallOrder,
    args: () => ({ orderId: UNKNOWN, text: "来电催发货" }),
    succeeds: ({ things }) => ({ orderId: things.ownRegion.orderId, text: "来电催发货" }),
  }),
  accessRow({
    ...orderAct,
    call: revealMallRecipient,
    args: () => ({ orderId: UNKNOWN, purpose: "contact" as const }),
  }),
  accessRow({ ...ofOrders, call: listMallCases, args: () => ({ filter: {} }) }),
  accessRow({ ...ofOrders, call: showMallCase, args: () => ({ caseNo: CASE }) }),
  accessRow({ ...orderAct, call: decideMallCase, args: () => ({ caseNo: CASE, isAgreed: true as const }) }),
  accessRow({
    ...orderAct,
    call: receiveMallCase,
    args: () => ({ caseNo: CASE, units: [{ lineId: UNKNOWN, received: 1, good: 1 }] }),
  }),
];

const productCalls: readonly AccessRow[] = [
  accessRow({ ...ofProducts, call: listMallProducts, args: () => ({ filter: {} }) }),
  accessRow({ ...ofProducts, call: showMallProduct, args: () => ({ productId: UNKNOWN }) }),
  accessRow({
    ...productAct,
    call: saveMallProduct,
    args: () => ({
      productId: UNKNOWN,
      basedOn: 1,
      title: "保温杯",
      subtitle: "",
      skus: [{ skuId: UNKNOWN, priceFen: 1, ownerFen: null, isOn: true }],
    }),
  }),
  accessRow({
    ...productAct,
    call: publishMallProduct,
    args: () => ({ productId: UNKNOWN, state: "on" as const, basedOn: 1 }),
  }),
  accessRow({
    ...productAct,
    call: adjustMallStock,
    args: () => ({ skuId: UNKNOWN, key: randomUUID(), delta: 1, reason: "盘点" }),
  }),
  accessRow({ ...ofProducts, call: listStockReservations, args: () => ({ skuId: UNKNOWN }) }),
];

/** Access of the calls of the mall. */
export const mallAccess: readonly AccessRow[] = [
  ...orderCalls,
  ...productCalls,
  accessRow({ ...ofPayments, call: listRefunds, args: () => ({ filter: {} }) }),
  accessRow({ ...ofPayments, call: countRefunds, args: () => ({}) }),
  accessRow({ ...ofPayments, call: showRefund, args: () => ({ refundId: UNKNOWN }) }),
  accessRow({ ...paymentAct, call: approveRefund, args: () => ({ refundId: UNKNOWN }) }),
  accessRow({ ...paymentAct, call: retryRefund, args: () => ({ refundId: UNKNOWN }) }),
  accessRow({ ...paymentAct, call: settleRefund, args: () => ({ refundId: UNKNOWN, receiptNo: "BANK-1" }) }),
  accessRow({ ...ofPayments, call: showReconciliation, args: () => ({ month: "2026-01" }) }),
  accessRow({ ...ofPayments, call: listDifferences, args: () => day }),
  accessRow({ ...paymentAct, call: refetchBill, args: () => day }),
  accessRow({
    ...paymentAct,
    call: resolveDifference,
    args: () => ({ differenceId: UNKNOWN, reason: "已核对" }),
  }),
];
