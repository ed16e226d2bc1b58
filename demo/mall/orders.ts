import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { SeededMall } from "../../server/mall/index.ts";
import type { SeededOrder } from "../../server/order/index.ts";
import { DAY, HOUR } from "../calendar.ts";
import type { DemoGuest } from "../guests/people.ts";
import { guestsOf } from "../guests/people.ts";
import { demoId } from "../ids.ts";
import { seededHash, seededPick } from "../seeded-hash.ts";

/** A part of an order's story, in hours after it was placed. */
type Story = {
  /** Hours before `now` at which it was placed. */
  readonly ago: number;
  readonly lines?: number;
  readonly qty?: number;
  /** Takes the dearest SKU, so that its refund needs a second person. */
  readonly isDear?: boolean;
  readonly pays?: "wechat" | "alipay" | null;
  /** A first attempt by the other channel was given up. */
  readonly secondTry?: boolean;
  readonly isPickup?: boolean;
  readonly ships?: number;
  readonly parcel?: "moving" | "signed" | "problem";
  readonly done?: number;
  readonly cancels?: number;
  readonly afterSale?: {
    readonly kind: "refund" | "return";
    readonly reason: NonNullable<SeededOrder["afterSale"]>["reason"];
    readonly text: string;
    readonly at: number;
    readonly decided?: number;
    readonly declined?: string;
    readonly received?: number;
  };
  readonly closes?: number;
  readonly note?: string;
  readonly remark?: string;
};

/** Orders of the demo in every state that an operator works on. */
const stories: readonly Story[] = [
  { ago: 0.1, pays: null },
  { ago: 0.2, pays: null, lines: 2 },
  { ago: 20, remark: "工作日送货，谢谢" },
  { ago: 22, secondTry: true, lines: 2 },
  { ago: 24, note: "买家来电，请周五前发出" },
  { ago: 26, qty: 2 },
  { ago: 30, pays: "alipay" },
  { ago: 53, remark: "请放快递柜" },
  { ago: 58, lines: 3 },
  { ago: 75, pays: "alipay" },
  { ago: 27, isPickup: true },
  { ago: 50, isPickup: true, pays: "alipay" },
  { ago: 60, ships: 20, parcel: "moving" },
  { ago: 66, ships: 8, parcel: "moving", lines: 2, secondTry: true },
  { ago: 72, ships: 22, parcel: "moving", pays: "alipay" },
  { ago: 90, ships: 10, parcel: "problem", note: "已联系快递核实派送地址" },
  { ago: 96, ships: 18, parcel: "signed" },
  { ago: 110, ships: 16, parcel: "signed", pays: "alipay", lines: 2 },
  { ago: 130, ships: 12, parcel: "signed", done: 100 },
  { ago: 150, ships: 20, parcel: "signed", done: 110, qty: 2 },
  { ago: 170, ships: 9, parcel: "signed", done: 120, pays: "alipay" },
  { ago: 190, ships: 30, parcel: "signed", done: 140, lines: 2 },
  { ago: 220, ships: 15, parcel: "signed", done: 130 },
  { ago: 40, pays: null, cancels: 0.3 },
  { ago: 80, pays: null, cancels: 0.2 },
  {
    ago: 120,
    ships: 14,
    parcel: "signed",
    afterSale: { kind: "return", reason: "damaged", text: "外壳有一道裂纹，附开箱照片", at: 108 },
  },
  {
    ago: 100,
    ships: 12,
    parcel: "signed",
    afterSale: { kind: "refund", reason: "missing", text: "少了一件配件", at: 90 },
    pays: "alipay",
  },
  {
    ago: 140,
    ships: 16,
    parcel: "signed",
    afterSale: { kind: "return", reason: "unwanted", text: "", at: 110, decided: 118 },
  },
  {
    ago: 160,
    ships: 10,
    parcel: "signed",
    afterSale: {
      kind: "refund",
      reason: "other",
      text: "想补差价",
      at: 100,
      decided: 104,
      declined: "活动前下单不补差价，感谢理解",
    },
  },
  {
    ago: 180,
    ships: 12,
    parcel: "signed",
    afterSale: { kind: "refund", reason: "damaged", text: "杯盖漏水", at: 90, decided: 96 },
  },
  // Unsent, agreed to at once: one was paid back, one failed at the channel.
  { ago: 70, afterSale: { kind: "refund", reason: "unwanted", text: "", at: 3 } },
  { ago: 76, afterSale: { kind: "refund", reason: "late", text: "", at: 12 } },
  { ago: 28, isDear: true, closes: 6, note: "仓库盘亏，协商退款" },
  { ago: 31, isDear: true, pays: "alipay", closes: 8 },
];
/** Story whose refund fails at the channel. */
const FAILED = 31;

const details = [
  "云溪路 18 号 3 栋 502",
  "望湖东路 66 号",
  "滨江大道 209 号 A 座 1103",
  "桂雨巷 7 号",
  "松林街 35 号",
];
const places = [
  ["330000", "330100", "330106"],
  ["310000", "310100", "310104"],
  ["320000", "320100", "320105"],
  ["440000", "440300", "440305"],
] as const;
const carriers = ["shunfeng", "zhongtong", "yuantong"] as const;

/** SKUs for sale with enough stock that the shop's pages name no number of them. */
function plentifulSkus({ skus, products }: SeededMall): SeededMall["skus"] {
  const onSale = new Set(
    products
      .filter(({ state, saleFrom, buyMost }) => state === "on" && saleFrom === null && buyMost === null)
      .map(({ productId }) => productId),
  );
  return skus.filter(({ productId, isOn, stock }) => isOn && stock >= 30 && onSale.has(productId));
}

function parcelOf(story: Story, created: number, number: number): SeededOrder["parcel"] {
  if (story.ships === undefined) return undefined;
  const at = created + story.ships * HOUR;
  const nodes = [
    { time: at + HOUR, text: "上海青浦 已揽收" },
    { time: at + 12 * HOUR, text: "到达 杭州中转场" },
    ...(story.parcel === "moving" ? [] : [{ time: at + 22 * HOUR, text: "派送中" }]),
    ...(story.parcel === "signed" ? [{ time: at + 26 * HOUR, text: "已签收，感谢使用" }] : []),
    ...(story.parcel === "problem" ? [{ time: at + 30 * HOUR, text: "收件人电话无法接通，派送失败" }] : []),
  ];
  return {
    carrier: seededPick(carriers, `carrier${number}`),
    trackingNo: `SF14200${String(98_832_700 + number * 37)}`,
    at,
    state: story.parcel ?? "moving",
    nodes,
  };
}

function attemptsOf({ pays = "wechat", secondTry = false }: Story, created: number): SeededOrder["attempts"] {
  if (pays === null) return [];
  const scene = pays === "wechat" ? "jsapi" : "wap";
  const paid = { way: pays, scene, state: "paid", at: created + 4 * 60_000 } as const;
  const other = {
    way: pays === "wechat" ? "alipay" : "wechat",
    scene: pays === "wechat" ? "wap" : "h5",
  } as const;
  return secondTry ? [{ ...other, state: "closed", at: created + 60_000 }, paid] : [paid];
}

function afterSaleOf(
  { afterSale, qty = 1 }: Story,
  created: number,
  operatorId: string,
): SeededOrder["afterSale"] {
  if (!afterSale) return undefined;
  const { decided, declined, received, at, ...rest } = afterSale;
  const after = (hours: number): number => created + hours * HOUR;
  return {
    ...rest,
    qty,
    at: after(at),
    ...(decided !== undefined && {
      decided: { by: operatorId, at: after(decided), ...(declined !== undefined && { declined }) },
    }),
    ...(received !== undefined && { received: { by: operatorId, at: after(received) } }),
  };
}

/** Needs of the orders of the demo. */
export type DemoOrderParts = {
  readonly mall: SeededMall;
  readonly guests: readonly DemoGuest[];
  readonly dealerIds: readonly string[];
  /** Operator who decides and closes. */
  readonly operatorId: string;
  readonly now: number;
};

/** Orders of the demo's guests, the same at every first start. */
export function demoOrders({ mall, guests, dealerIds, operatorId, now }: DemoOrderParts): SeededOrder[] {
  const skus = plentifulSkus(mall);
  const dearest = skus.toSorted((one, other) => other.priceFen - one.priceFen)[0];
  const buyers = guestsOf(guests, "mall orders", stories.length);
  return stories.map((story, number) => {
    const created = Math.floor(now - story.ago * HOUR);
    const buyer = buyers[number];
    if (!buyer || !dearest) throw new Error("the demo has no buyers or SKUs");
    const key = `order${number}`;
    const start = seededHash(key) % skus.length;
    const chosen =
      story.isDear === true
        ? [dearest]
        : Array.from(
            { length: story.lines ?? 1 },
            (_, at) => skus[(start + at * 7) % skus.length] ?? dearest,
          );
    // Above ¥2,000 a refund that an operator asks for waits for a second person.
    const dearQty = Math.min(20, Math.ceil(240_000 / dearest.priceFen));
    const place = seededPick(places, key);
    const parcel = parcelOf(story, created, number);
    const afterSale = afterSaleOf(story, created, operatorId);
    return {
      orderId: demoId("order", number),
      orderNo: `M${toShanghaiDate(created).slice(2).replaceAll("-", "")}${String(38_471_900 + number * 11)}`,
      userId: buyer.userId,
      lines: [...new Map(chosen.map((sku) => [sku.skuId, sku])).values()].map(({ skuId }, at) => ({
        lineId: demoId("orderLine", number * 4 + at),
        skuId,
        qty: story.isDear === true ? dearQty : (story.qty ?? 1),
      })),
      recipient: { name: buyer.name, mobile: buyer.mobile, detail: seededPick(details, key) },
      provinceCode: place[0],
      cityCode: place[1],
      districtCode: place[2],
      dealerId: story.isPickup === true ? (dealerIds[number % dealerIds.length] ?? null) : null,
      freightFen: 0,
      remark: story.remark ?? "",
      channel: seededPick(["wechat", "app", "search", "douyin"], key),
      createdTime: created,
      attempts: attemptsOf(story, created),
      ...(parcel && { parcel }),
      ...(story.done !== undefined && { doneTime: created + story.done * HOUR }),
      ...(story.cancels !== undefined && { cancelledTime: created + story.cancels * HOUR }),
      ...(afterSale && { afterSale }),
      ...(story.closes !== undefined && { closed: { by: operatorId, at: created + story.closes * HOUR } }),
      ...(story.note !== undefined && { note: { by: operatorId, text: story.note } }),
    };
  });
}

/** Bills of the last days, of which yesterday's has a payment that is none of ours. */
export const demoBills = (now: number) => ({
  days: Array.from({ length: 12 }, (_, at) => toShanghaiDate(now - (at + 1) * DAY)),
  difference: {
    number: `M${toShanghaiDate(now - DAY)
      .slice(2)
      .replaceAll("-", "")}90017745_1`,
    theirsFen: 19_900,
  },
  failedOrderId: demoId("order", FAILED),
  now,
});
