import type { AfterSale } from "#contract/order/after-sale.ts";
import { orderMessages } from "../shared/order-messages.ts";

/** One step of a case: over, under way, ended without success, or still to come. */
export type CaseStep = { readonly name: string; readonly state: "done" | "current" | "failed" | "open" };

const { steps: names } = orderMessages.afterSale;

/** Place of the step that a state belongs to, from 0; the last two are the goods' way back and the refund. */
function placeOf(state: AfterSale["state"], count: number): number {
  switch (state) {
    case "asked":
    case "declined":
    case "withdrawn":
      return 1;
    case "agreed":
    case "sent":
    case "received":
    case "lapsed":
      return count - 2;
    case "refunding":
      return count - 1;
    case "done":
      return count;
  }
}

/** Steps of a case; a refund of what the person keeps has none for goods that come back. */
export function caseSteps({ kind, state }: Pick<AfterSale, "kind" | "state">): CaseStep[] {
  const all = [names.asked, names.reviewed, ...(kind === "return" ? [names.returned] : []), names.refunded];
  const place = placeOf(state, all.length);
  const isFailed = state === "declined" || state === "withdrawn" || state === "lapsed";
  return all.map((name, at) => {
    if (at < place) return { name, state: "done" };
    if (at > place) return { name, state: "open" };
    return isFailed ? { name: names.failed[state], state: "failed" } : { name, state: "current" };
  });
}
