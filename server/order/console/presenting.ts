import type { MallOrderDetail, MallOrderLine, MallOrderRow } from "#contract/console/mall/orders.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { divisionNameOf } from "../../location/index.ts";
import { carrierName } from "../carriers.ts";
import { nextState } from "../rules/order-machine.ts";
import { shippableUnits, type LineUnit } from "../shipment/rules.ts";
import type { OrderLineRow, OrderRecipient } from "../tables.ts";
import type { ConsoleOrderNote, ConsoleOrderParts } from "./detail-store.ts";
import type { ConsoleOrderRow } from "./list-store.ts";

/** Presents an order of the list. */
export const presentConsoleOrder = (row: ConsoleOrderRow): MallOrderRow => ({
  orderId: row.row_id,
  orderNo: row.order_no,
  state: row.state,
  delivery: row.delivery,
  title: row.title ?? "",
  coverUrl: row.cover_url ?? "",
  units: row.units,
  payableFen: row.payable_fen,
  refundedFen: row.refunded_fen,
  createdTime: toShanghaiIso(row.created_time),
  paidTime: row.paid_time && toShanghaiIso(row.paid_time),
  payBefore: row.state === "pending" ? toShanghaiIso(row.pay_before) : null,
  isLate: row.is_late,
  openCases: row.open_cases,
  hasProblem: row.has_problem,
  dealerName: row.dealer && dealerDisplayName(row.dealer),
});

const presentLine = (line: OrderLineRow, shippable: readonly LineUnit[]): MallOrderLine => ({
  lineId: line.line_id,
  skuId: line.sku_id,
  title: line.snapshot.title,
  coverUrl: line.snapshot.coverUrl,
  optionValues: [...line.snapshot.optionValues],
  qty: line.qty,
  priceFen: line.price_fen,
  couponFen: line.coupon_fen,
  netFen: line.net_fen,
  shippedQty: line.shipped_qty,
  refundedQty: line.refunded_qty,
  refundedFen: line.refunded_fen,
  askedQty: line.asked_qty,
  shippableQty: Math.max(0, shippable.find(({ lineId }) => lineId === line.line_id)?.qty ?? 0),
});

/** Recipient as it is shown without a reveal: a name is whole only for operators who read names. */
function maskedRecipient(parts: ConsoleOrderParts, isNamed: boolean): MallOrderDetail["recipient"] {
  if (parts.order_recipient === null) return null;
  const { name, mobile } = JSON.parse(parts.order_recipient) as OrderRecipient;
  const { province_code, city_code, district_code } = parts;
  return {
    name: isNamed ? name : `${[...name].slice(0, 1).join("")}**`,
    mobile: maskMobile(mobile),
    division: divisionNameOf(province_code ?? "", city_code ?? "", district_code ?? "") ?? "",
  };
}

type DetailParts = {
  readonly row: ConsoleOrderRow;
  readonly parts: ConsoleOrderParts;
  readonly lines: readonly OrderLineRow[];
  /** Units of open cases that were not sent. */
  readonly asked: readonly LineUnit[];
  readonly notes: readonly ConsoleOrderNote[];
  readonly names: ReadonlyMap<string, string>;
  readonly isNamed: boolean;
};

/** Presents one order. */
export function presentOrderDetail(found: DetailParts): MallOrderDetail {
  const { row, parts, lines, asked, notes, names, isNamed } = found;
  const shippable = shippableUnits(lines, asked);
  const facts = { state: row.state, delivery: row.delivery, lines };
  const canShip = nextState(facts, "ship") !== null && shippable.some(({ qty }) => qty > 0);
  const isUnsent = lines.every(({ shipped_qty }) => shipped_qty === 0);
  const isPaid = row.state === "paid" || row.state === "ready";
  return {
    order: presentConsoleOrder(row),
    lines: lines.map((line) => presentLine(line, canShip ? shippable : [])),
    goodsFen: parts.goods_fen,
    freightFen: parts.freight_fen,
    couponFen: parts.coupon_fen,
    freightCouponFen: parts.freight_coupon_fen,
    paidFen: parts.paid_fen,
    recipient: maskedRecipient(parts, isNamed),
    hasRemark: parts.remark !== null && parts.remark !== "",
    parcels: parts.parcels.map(({ time, nodes, ...parcel }) => ({
      ...parcel,
      carrierName: carrierName(parcel.carrier),
      createdTime: toShanghaiIso(time),
      nodes: nodes.map((node) => ({ time: toShanghaiIso(node.time), text: node.text })),
    })),
    cases: parts.cases,
    events: parts.events.map(({ time, ...event }) => ({ ...event, time: toShanghaiIso(time) })),
    notes: notes.map(({ note_id, order_note_text, by, created_time }) => ({
      noteId: note_id,
      text: order_note_text,
      by: names.get(by) ?? by,
      time: toShanghaiIso(created_time),
    })),
    can: {
      ship: canShip,
      close: nextState(facts, "close") !== null || (isPaid && isUnsent),
      correct: row.state === "shipping",
      address:
        row.delivery === "express" &&
        (row.state === "pending" || row.state === "paid") &&
        isUnsent &&
        parts.order_recipient !== null,
    },
  };
}
