import { bearer, open, own, type CallAccess } from "./call-access-kinds.ts";

/** Mobile of the address that callers add, which only they see. */
export const OWN_ADDRESS_MOBILE = "13912345678";
const addressEntry = {
  name: "别人",
  mobile: OWN_ADDRESS_MOBILE,
  provinceCode: "310000",
  cityCode: "310100",
  districtCode: "310106",
  detail: "南京西路 1 号",
};

const wantedCase = {
  orderId: "1",
  kind: "refund",
  units: [{ lineId: "1", qty: 1 }],
  reason: "unwanted",
};

/** Access of the calls of the mall; see `callAccess`. */
export const mallCallAccess: Readonly<Record<string, CallAccess>> = {
  addAddress: own(() => addressEntry),
  addToCart: own(() => ({ skuId: "1", qty: 1 })),
  cancelAfterSale: own(() => ({ id: "1" })),
  cancelOrder: own(() => ({ id: "1" })),
  changeAddress: own(() => ({ ...addressEntry, id: "1" })),
  changeCartLine: own(() => ({ skuId: "1", qty: 1, isChosen: true })),
  changeOrderAddress: own(() => ({ id: "1", addressId: "1" })),
  countOrders: own(),
  estimateFreight: open(() => ({ skuId: "1", provinceCode: "310000", cityCode: "310100" })),
  extendReceipt: own(() => ({ id: "1" })),
  handOverPickup: bearer(({ link, couponCode }) => ({ link, code: couponCode })),
  hideOrder: own(() => ({ id: "1" })),
  listAddresses: own(),
  listAfterSales: own(),
  listCategories: open(),
  listOrders: own(),
  listPickupDealers: open(() => ({ skuIds: "1", cityCode: "310100" })),
  listProducts: open(),
  listRushes: open(),
  mergeCart: own(() => ({ lines: [] })),
  noticeStock: own(() => ({ skuId: "1" })),
  orderAgain: own(() => ({ id: "1" })),
  placeOrder: own(
    () => ({ lines: [{ skuId: "1", qty: 1 }], delivery: "express", payableFen: 100 }),
    "userWithMobile",
  ),
  placeRushOrder: own(() => ({ skuId: "1", qty: 1, delivery: "express", payableFen: 100 }), "userWithMobile"),
  previewAfterSale: own(() => wantedCase),
  previewCheckout: own(() => ({ lines: [{ skuId: "1", qty: 1 }], delivery: "express" })),
  receiveOrder: own(() => ({ id: "1" })),
  remindOrder: own(() => ({ id: "1" })),
  removeAddress: own(() => ({ id: "1" })),
  removeFromCart: own(() => ({ skuIds: ["1"] })),
  requestAfterSale: own(() => wantedCase),
  seeMallNews: own(),
  sendAfterSale: own(() => ({ id: "1", carrier: "shunfeng", trackingNo: "SF1000000001" })),
  showAfterSale: own(() => ({ id: "1" })),
  showCart: own(),
  showPayment: own(() => ({ id: "1" })),
  startPayment: own(() => ({ orderId: "1", way: "wechat", host: "desktop" })),
  showOffers: open(() => ({ skuIds: "1" })),
  showOrder: own(() => ({ id: "1" })),
  showProduct: open(() => ({ id: "1" })),
  showVisitorCart: open(() => ({ skuIds: "1" })),
  suggestProducts: open(() => ({ keyword: "香" })),
  trackShipment: own(() => ({ id: "1" })),
};
