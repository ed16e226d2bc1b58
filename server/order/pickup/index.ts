import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { PresentedPickup } from "#contract/check-in/check-in.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { OrderPorts } from "../ports.ts";
import { handOverOrder, type HandOver } from "./hand-over.ts";
import { findPickup, type PickupRow } from "./store.ts";

/** A pick-up order with its dealer. */
export type FoundPickup = {
  readonly orderId: string;
  readonly dealerId: string;
  readonly presented: PresentedPickup;
};
export type OrderPickup = {
  /** Finds a pick-up order that was paid by its code. @param code three groups of four characters */
  find(code: string): Promise<FoundPickup | null>;
  /** Hands an order over, once. @returns whether this call did */
  handOver(orderId: string, desk: HandOver): Promise<boolean>;
};

const present = (code: string, row: PickupRow): PresentedPickup => ({
  code,
  orderNo: row.order_no,
  state: row.state === "ready" ? "ready" : row.state === "done" ? "done" : "over",
  dealerName: dealerDisplayName(row.dealer),
  handedTime: row.state === "done" && row.done_time ? toShanghaiIso(row.done_time) : null,
  lines: row.lines
    .filter(({ units }) => units > 0)
    .map(({ snapshot, units }) => ({
      title: snapshot.title,
      optionValues: [...snapshot.optionValues],
      qty: units,
    })),
});

/** Hand-over of pick-up orders at dealers' desks. */
export const orderPickup = (
  { db }: Pick<AppContext, "db">,
  { payments }: Pick<OrderPorts, "payments">,
): OrderPickup => ({
  async find(code) {
    const row = await findPickup(db, code);
    return row && { orderId: row.order_id, dealerId: row.dealer_id, presented: present(code, row) };
  },
  handOver: (orderId, desk) => handOverOrder(db, orderId, desk, payments),
});
