import { createHash } from "node:crypto";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { unsentUnits, type LineUnits } from "../rules/order-machine.ts";
import type { OrderRecipient } from "../tables.ts";

/** whole: everything in one parcel, or handed over; split: several parcels, or a part of what was ordered. */
type ShippingMode = "whole" | "split";
/** A parcel of a report; without carrier and number: handed over at a dealer. */
export type ReportedParcel = {
  /** Carrier's code at kuaidi100. */
  readonly carrier: string | null;
  readonly trackingNo: string | null;
  /** Goods in the parcel, at most 120 characters. */
  readonly goods: string;
};
/** Report of an order to WeChat. */
export type ShippingReport = {
  readonly mode: ShippingMode;
  readonly isPickup: boolean;
  /** Everything that will be sent has been sent. */
  readonly isComplete: boolean;
  /** 1 to 15. */
  readonly parcels: readonly ReportedParcel[];
  /** Recipient's mobile, masked; null: a pick-up, or erased. */
  readonly contact: string | null;
};

type Goods = { readonly title: string; readonly qty: number };
/** Facts of an order from which its report is made. */
export type ShippingFacts = {
  readonly state: string;
  readonly delivery: "express" | "pickup";
  readonly recipient: OrderRecipient | null;
  readonly lines: readonly (LineUnits & { readonly title: string })[];
  readonly parcels: readonly { carrier: string; trackingNo: string; goods: readonly Goods[] }[];
};
/** Last report of an order that WeChat has accepted. */
export type AcceptedReport = {
  readonly mode: ShippingMode;
  readonly is_complete: boolean;
  readonly is_corrected: boolean;
  readonly parcels_hash: string;
};

/** Parcels of one payment that WeChat takes. */
const MOST_PARCELS = 15;
const MOST_TEXT = 120;

const textOf = (goods: readonly Goods[]): string =>
  [...goods.map(({ title, qty }) => `${title}×${qty}`).join("，")].slice(0, MOST_TEXT).join("");

/** Report of an order as it is now; null: nothing was sent or handed over yet. */
export function shippingReportOf(
  facts: ShippingFacts,
  accepted: AcceptedReport | null,
): ShippingReport | null {
  const contact = facts.recipient === null ? null : maskMobile(facts.recipient.mobile);
  if (facts.delivery === "pickup") {
    if (facts.state !== "done") return null;
    const goods = facts.lines
      .map(({ title, shipped_qty: qty }) => ({ title, qty }))
      .filter(({ qty }) => qty > 0);
    const parcels = [{ carrier: null, trackingNo: null, goods: textOf(goods) }];
    return { mode: "whole", isPickup: true, isComplete: true, parcels, contact: null };
  }
  if (facts.parcels.length === 0) return null;
  const isComplete = facts.lines.every((line) => unsentUnits(line) === 0);
  const isOneParcel = facts.parcels.length === 1 && isComplete;
  // Another mode counts as the only correction, so that an order which was reported in parts stays so.
  const mode = accepted?.mode === "split" || !isOneParcel ? "split" : "whole";
  const parcels = facts.parcels
    .slice(0, MOST_PARCELS)
    .map(({ carrier, trackingNo, goods }) => ({ carrier, trackingNo, goods: textOf(goods) }));
  return { mode, isPickup: false, isComplete, parcels, contact };
}

/** Identifies the content of a report: the same one is not sent twice. */
export const parcelsHash = ({ mode, isComplete, parcels }: ShippingReport): string =>
  createHash("sha256")
    .update(JSON.stringify([mode, isComplete, parcels]))
    .digest("hex");

/**
 * Next step with a report. known: WeChat has it; spent: WeChat takes no second correction of a complete order
 * (requirement MA79).
 */
export function reportStep(
  report: ShippingReport,
  accepted: AcceptedReport | null,
): "send" | "known" | "spent" {
  if (accepted === null) return "send";
  if (accepted.parcels_hash === parcelsHash(report)) return "known";
  return accepted.is_complete && accepted.is_corrected ? "spent" : "send";
}
