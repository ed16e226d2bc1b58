import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { OrderDetail, OrderLine, OrderSummary } from "#contract/order/order.ts";
import { divisionNameOf } from "../../location/index.ts";
import { orderMessages } from "../messages.ts";
import { actionsOf } from "../rules/order-actions.ts";
import type { OrderLineRow, OrderRecipient } from "../tables.ts";
import type { NewsRow, OrderParts, ReadOrder } from "./store.ts";

const presentLine = (line: OrderLineRow): OrderLine => ({
  lineId: line.line_id,
  skuId: line.sku_id,
  productId: line.snapshot.productId,
  title: line.snapshot.title,
  coverUrl: line.snapshot.coverUrl,
  optionValues: [...line.snapshot.optionValues],
  qty: line.qty,
  priceFen: line.price_fen,
  netFen: line.net_fen,
  shippedQty: line.shipped_qty,
  refundedQty: line.refunded_qty,
  askedQty: line.asked_qty,
  noReturn: line.snapshot.noReturn,
});

/** An order as lists show it. @param now ms */
export const presentSummary = (order: ReadOrder, now: number): OrderSummary => ({
  orderId: order.order_id,
  orderNo: order.order_no,
  state: order.state,
  stateText: orderMessages.states[order.state],
  delivery: order.delivery,
  lines: order.lines.map(presentLine),
  payableFen: order.payable_fen,
  refundedFen: order.refunded_fen,
  payBefore: toShanghaiIso(order.pay_before),
  createdTime: toShanghaiIso(order.created_time),
  actions: actionsOf(order, now),
});

/** The recipient with a masked mobile (requirement MA12); null for pick-up and after an erasure. */
function presentAddress(order: ReadOrder): OrderDetail["address"] {
  const { order_recipient, province_code, city_code, district_code } = order;
  if (order_recipient === null) return null;
  const { name, mobile, detail } = JSON.parse(order_recipient) as OrderRecipient;
  const divisionName = divisionNameOf(province_code ?? "", city_code ?? "", district_code ?? "") ?? "";
  return { name, mobile: maskMobile(mobile), divisionName, detail };
}

function presentTimeline({ events, way }: OrderParts): OrderDetail["timeline"] {
  const texts = orderMessages.timeline;
  return events
    .filter(({ from_state, to_state }) => from_state !== to_state)
    .map(({ to_state: state, why, at }) => {
      const isDeadline = state === "closing" && why === "deadline";
      const text = state === "paid" && way !== null ? orderMessages.paidWay[way] : texts[state];
      return { state, text: isDeadline ? texts.closingDeadline : text, time: toShanghaiIso(at) };
    });
}

const presentRefund = ({ amountFen, state, createdTime }: OrderParts["refunds"][number]) => {
  const { success, abnormal, other } = orderMessages.refundStates;
  const text = state === "success" ? success : state === "abnormal" ? abnormal : other;
  return { amountFen, text, createdTime: toShanghaiIso(createdTime) };
};

/** An order's page. @param carrierName name of a carrier's code @param now ms */
export function presentDetail(
  order: ReadOrder,
  parts: OrderParts,
  carrierName: (code: string) => string,
  now: number,
): OrderDetail {
  const isWaiting = order.state === "shipping" || order.state === "ready";
  return {
    ...presentSummary(order, now),
    money: {
      goodsFen: order.goods_fen,
      freightFen: order.freight_fen,
      couponFen: order.coupon_fen,
      freightCouponFen: order.freight_coupon_fen,
      payableFen: order.payable_fen,
    },
    paidFen: order.paid_fen,
    address: presentAddress(order),
    dealer: parts.dealer && {
      dealerId: parts.dealer.dealerId,
      name: dealerDisplayName(parts.dealer),
      address: parts.dealer.address,
      phone: parts.dealer.phone,
    },
    pickupCode: order.state === "ready" ? order.pickup_code : null,
    remark: order.remark ?? "",
    way: parts.way,
    timeline: presentTimeline(parts),
    shipments: parts.shipments.map(({ lastText, lastTime, ...shipment }) => ({
      ...shipment,
      carrierName: carrierName(shipment.carrier),
      lastText: lastText ?? "",
      lastTime: lastTime && toShanghaiIso(lastTime),
    })),
    afterSales: parts.afterSales.map((one) => ({ ...one, createdTime: toShanghaiIso(one.createdTime) })),
    refunds: parts.refunds.map(presentRefund),
    receiveBefore: isWaiting && order.receive_due_time ? toShanghaiIso(order.receive_due_time) : null,
    serverTime: toShanghaiIso(now),
  };
}

export const presentNews = ({ kind, about_id, created_time, title }: NewsRow) => ({
  kind,
  aboutId: about_id,
  text: orderMessages.news[kind](title ?? ""),
  createdTime: toShanghaiIso(created_time),
});
