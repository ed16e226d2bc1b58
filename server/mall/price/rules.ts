/** Prices of a SKU without a time: for everybody, and for verified owners (null: none of their own). */
export type BasePrices = { readonly priceFen: number; readonly ownerFen: number | null };

/** A price for a time; it begins at `fromTime` and has ended at `toTime` (ms). */
export type PricePlan = {
  readonly fromTime: number;
  readonly toTime: number;
  readonly priceFen: number;
  readonly audience: "everyone" | "owners";
};

/** 限时抢购 of a SKU (times in ms): an own price and an own quota within the stock. */
export type Rush = {
  readonly rushId: string;
  readonly priceFen: number;
  readonly quota: number;
  readonly taken: number;
  readonly fromTime: number;
  readonly toTime: number;
  readonly buyMost: number;
};

export const isRunning = (
  { fromTime, toTime }: { readonly fromTime: number; readonly toTime: number },
  now: number,
): boolean => fromTime <= now && now < toTime;

/**
 * Unit price of a SKU in fen: the least of its price, the running plans, the owner's price and a running rush
 * (requirements MA05, MA06).
 * @param rush null for everything but a rush order, since only rush orders count against the rush's quota
 */
export function currentPrice(
  { priceFen, ownerFen }: BasePrices,
  plans: readonly PricePlan[],
  rush: Pick<Rush, "fromTime" | "toTime" | "priceFen"> | null,
  { isOwner, now }: { readonly isOwner: boolean; readonly now: number },
): number {
  const planned = plans.filter((plan) => isRunning(plan, now) && (plan.audience === "everyone" || isOwner));
  return Math.min(
    priceFen,
    ...planned.map((plan) => plan.priceFen),
    ...(isOwner && ownerFen !== null ? [ownerFen] : []),
    ...(rush && isRunning(rush, now) ? [rush.priceFen] : []),
  );
}

/** Lowest price for owners, if it is lower than the price for everybody; null: none. */
export function ownerPrice(prices: BasePrices, plans: readonly PricePlan[], now: number): number | null {
  const ofOwners = currentPrice(prices, plans, null, { isOwner: true, now });
  return ofOwners < currentPrice(prices, plans, null, { isOwner: false, now }) ? ofOwners : null;
}

/** gone: withdrawn, or never published; soon: sale has not begun (`saleFrom`, ms). */
export type SaleState = "on" | "soon" | "gone";
export const saleStateOf = (
  {
    productState,
    isOn,
    saleFrom,
  }: {
    readonly productState: "draft" | "on" | "off";
    readonly isOn: boolean;
    readonly saleFrom: number | null;
  },
  now: number,
): SaleState => {
  if (productState !== "on" || !isOn) return "gone";
  return saleFrom !== null && now < saleFrom ? "soon" : "on";
};
