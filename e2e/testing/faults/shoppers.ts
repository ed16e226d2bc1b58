import { Refusal } from "#contract/core/errors.ts";
import type { Acknowledged } from "../../../server/testing/mall/shop-database.ts";
import { paidJourneys, type Journey } from "./paid-journeys.ts";
import { Shopper, type ShopUnderFaults } from "./shopper.ts";

/** Journeys, of which each shopper takes one. */
const journeys: readonly Journey[] = [
  async (shopper) => {
    const orderId = await shopper.order();
    await shopper.startPayment(orderId);
    await shopper.payAtCashier(orderId);
    await shopper.awaitPayment(orderId);
  },
  async (shopper) => {
    const orderId = await shopper.order();
    await shopper.cancel(orderId);
    await shopper.awaitClosed(orderId);
  },
  // Cancels while paying: paid and refunded, or cancelled and not paid.
  async (shopper) => {
    const orderId = await shopper.order();
    await shopper.startPayment(orderId);
    await Promise.all([shopper.payAtCashier(orderId), shopper.cancel(orderId)]);
    await shopper.awaitClosed(orderId);
  },
  // Leaves the cashier without paying.
  async (shopper) => shopper.startPayment(await shopper.order()),
  ...paidJourneys,
];

/** Sends one new shopper on a journey. @returns what the server has acknowledged */
export async function runShopper(shop: ShopUnderFaults): Promise<readonly Acknowledged[]> {
  const shopper = new Shopper(shop, await shop.database.addBuyer());
  try {
    await journeys[Math.floor(Math.random() * journeys.length)]?.(shopper);
  } catch (error) {
    // A SKU that sells out, or has units again after the preview, ends the journey.
    const isStock = error instanceof Refusal && ["stockShort", "priceChanged"].includes(error.refusal);
    if (!isStock) throw error;
  }
  return shopper.acknowledged;
}
