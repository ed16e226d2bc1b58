import type { AfterSaleState } from "#contract/order/order-state.ts";

/**
 * Events of a case. agree: its units are refunded, or, of a return, sent back first; finish: the money is back or there was
 * none to pay back.
 */
export const caseEvents = [
  "agree",
  "agreeReturn",
  "decline",
  "withdraw",
  "send",
  "receive",
  "refund",
  "finish",
  "lapse",
] as const;
export type CaseEvent = (typeof caseEvents)[number];

const machine: Readonly<Record<AfterSaleState, Partial<Readonly<Record<CaseEvent, AfterSaleState>>>>> = {
  asked: { agree: "refunding", agreeReturn: "agreed", decline: "declined", withdraw: "withdrawn" },
  // Goods that come without a number are received too.
  agreed: { send: "sent", receive: "received", withdraw: "withdrawn", lapse: "lapsed" },
  // Declined: nothing came, or something else.
  sent: { receive: "received", decline: "declined" },
  received: { refund: "refunding" },
  refunding: { finish: "done" },
  done: {},
  declined: {},
  withdrawn: {},
  lapsed: {},
};

/** @returns the state after an event; null if the case does not accept it now */
export const nextCaseState = (state: AfterSaleState, event: CaseEvent): AfterSaleState | null =>
  machine[state][event] ?? null;

/** Whether units of the case are held: neither refunded nor free again. */
export const isCaseOpen = (state: AfterSaleState): boolean =>
  state === "asked" || state === "agreed" || state === "sent" || state === "received";
