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
  correctMallRecipient,
  noteMallOrder,
  planParcelFile,
  revealMallRecipient,
  shipMallOrder,
  shipParcelFile,
} from "#contract/console/mall/order-acts.ts";
import { showOrderPayments } from "#contract/console/mall/order-payments.ts";
import {
  countMallOrders,
  findMallOrders,
  listMallOrders,
  showMallOrder,
} from "#contract/console/mall/orders.ts";
import {
  addMallProduct,
  listProductChoices,
  listProductVersions,
  putPricePlan,
  removePricePlan,
  restoreProductVersion,
  saveMallProduct,
  showProductVersion,
} from "#contract/console/mall/product-edit.ts";
import {
  cancelProductPlan,
  listMallProducts,
  publishMallProduct,
  showMallProduct,
} from "#contract/console/mall/products.ts";
import { adjustMallStock, listStockMovements, listStockReservations } from "#contract/console/mall/stock.ts";
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
  resubmitRefund,
  retryRefund,
  reviewRefund,
  settleRefund,
  showRefund,
} from "#contract/console/mall/refunds.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const ORDERS = "server/order/console/orders.routes.test.ts";
const PAYMENTS = "server/payment/console/payments.routes.test.ts";
const PRODUCTS = "server/mall/console/products.routes.test.ts";
const EDITING = "server/mall/console/product-edit.routes.test.ts";
const UNKNOWN = "1";
const CASE = "R00000000000000";
const none = { scope: "none" } as const;
const ofOrders = { ...none, scopeShownIn: ORDERS } as const;
const ofPayments = { ...none, scopeShownIn: PAYMENTS } as const;
const orderAct = { ...ofOrders, auditShownIn: ORDERS } as const;
const paymentAct = { ...ofPayments, auditShownIn: PAYMENTS } as const;
const ofProducts = { ...none, scopeShownIn: PRODUCTS } as const;
const productAct = { ...ofProducts, auditShownIn: PRODUCTS } as const;
const ofEditing = { ...none, scopeShownIn: EDITING } as const;
const editAct = { ...ofEditing, auditShownIn: EDITING } as const;
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
  accessRow({
    ...orderAct,
    call: correctMallRecipient,
    args: () => ({ orderId: UNKNOWN, detail: "望湖路 2 号" }),
  }),
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

const paymentsOfOrder = accessRow({
  scope: "record",
  reads: "dealer",
  call: showOrderPayments,
  args: (things, place) => ({ orderId: things[place].orderId }),
});

const productCalls: readonly AccessRow[] = [
  accessRow({ ...ofProducts, call: listMallProducts, args: () => ({ filter: {} }) }),
  accessRow({ ...ofProducts, call: showMallProduct, args: () => ({ productId: UNKNOWN }) }),
  accessRow({
    ...productAct,
    call: publishMallProduct,
    args: () => ({ productId: UNKNOWN, state: "on" as const, basedOn: 1, at: null }),
  }),
  accessRow({
    ...productAct,
    call: adjustMallStock,
    args: () => ({ skuId: UNKNOWN, key: randomUUID(), change: { delta: 1 }, reason: "盘点" }),
  }),
  accessRow({ ...ofProducts, call: listStockReservations, args: () => ({ skuId: UNKNOWN }) }),
  accessRow({ ...ofEditing, call: listStockMovements, args: () => ({ productId: UNKNOWN }) }),
];

const fields = {
  title: "保温杯",
  subtitle: "",
  categoryId: UNKNOWN,
  images: ["/media/cup.png"],
  content: "",
  options: [],
  tags: [],
  services: [],
  seriesCodes: [],
  saleFrom: null,
  buyMost: null,
  noReturn: false,
  returnDays: 7,
  freightId: UNKNOWN,
  pickupDealers: null,
};
const year = { fromTime: "2027-01-01T00:00:00+08:00", toTime: "2028-01-01T00:00:00+08:00" };
const editCalls: readonly AccessRow[] = [
  accessRow({ ...none, call: listProductChoices, args: () => ({}) }),
  accessRow({
    ...editAct,
    call: addMallProduct,
    args: () => ({ fields, skus: [{ skuId: null, optionValues: [] }] }),
  }),
  accessRow({
    ...editAct,
    call: saveMallProduct,
    args: () => ({ productId: UNKNOWN, basedOn: 1, fields: { title: "保温杯" }, skus: [] }),
  }),
  accessRow({
    ...editAct,
    call: putPricePlan,
    args: () => ({ planId: null, skuId: UNKNOWN, priceFen: 1, audience: "everyone" as const, ...year }),
  }),
  accessRow({ ...editAct, call: removePricePlan, args: () => ({ planId: UNKNOWN }) }),
  accessRow({
    ...editAct,
    call: cancelProductPlan,
    args: () => ({ productId: UNKNOWN, changeId: UNKNOWN }),
  }),
  accessRow({ ...ofEditing, call: listProductVersions, args: () => ({ productId: UNKNOWN }) }),
  accessRow({ ...ofEditing, call: showProductVersion, args: () => ({ productId: UNKNOWN, revision: 1 }) }),
  accessRow({
    ...editAct,
    call: restoreProductVersion,
    args: () => ({ productId: UNKNOWN, revision: 1, basedOn: 1 }),
  }),
];

/** Access of the calls of the mall. */
export const mallAccess: readonly AccessRow[] = [
  ...orderCalls,
  paymentsOfOrder,
  ...productCalls,
  ...editCalls,
  accessRow({ ...ofPayments, call: listRefunds, args: () => ({ filter: {} }) }),
  accessRow({ ...ofPayments, call: countRefunds, args: () => ({}) }),
  accessRow({ ...ofPayments, call: showRefund, args: () => ({ refundId: UNKNOWN }) }),
  accessRow({ ...paymentAct, call: approveRefund, args: () => ({ refundId: UNKNOWN }) }),
  accessRow({
    ...paymentAct,
    call: reviewRefund,
    args: () => ({ refundId: UNKNOWN, answer: "return" as const, reason: "请补充凭证" }),
  }),
  accessRow({ ...paymentAct, call: resubmitRefund, args: () => ({ refundId: UNKNOWN }) }),
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
