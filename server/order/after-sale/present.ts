import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AfterSale } from "#contract/order/after-sale.ts";
import { orderMessages } from "../messages.ts";
import type { AppContext } from "../../core/app-context.ts";
import { afterSaleMessages } from "./messages.ts";
import type { JudgedCase } from "./rules.ts";
import type { ReadCase } from "./read-store.ts";

function refundText({ refund_state, state }: ReadCase): string {
  const { success, abnormal, other, none } = afterSaleMessages.refund;
  if (refund_state === null) return state === "refunding" ? other : none;
  if (refund_state === "success") return success;
  return refund_state === "abnormal" ? abnormal : other;
}
const actionsOf = ({ state }: ReadCase): AfterSale["actions"] => {
  if (state === "asked") return ["cancel"];
  return state === "agreed" ? ["cancel", "send"] : [];
};

/** A case's page. @param urls paths of its pictures by id */
export function presentCase(
  found: ReadCase,
  urls: ReadonlyMap<string, string>,
  returnAddress: AppContext["config"]["returnAddress"],
): AfterSale {
  const { state, events } = found;
  const isSentBack = found.kind === "return" && (state === "agreed" || state === "sent");
  return {
    afterSaleId: found.after_sale_id,
    caseNo: found.case_no,
    orderId: found.order_id,
    orderNo: found.order_no,
    kind: found.kind,
    state,
    stateText: orderMessages.afterSaleStates[state],
    reason: found.reason,
    text: found.case_text ?? "",
    pictureUrls: found.picture_ids.flatMap((id) => urls.get(id) ?? []),
    units: found.units.map(({ lineId, snapshot, qty, refundFen }) => ({
      lineId,
      title: snapshot.title,
      coverUrl: snapshot.coverUrl,
      optionValues: [...snapshot.optionValues],
      qty,
      refundFen,
    })),
    refundFen: found.refund_fen,
    freightFen: found.freight_fen,
    decidedReason: found.decided_reason ?? "",
    returnAddress: isSentBack ? returnAddress : null,
    carrier: found.carrier,
    trackingNo: found.tracking_no,
    dueTime: state === "agreed" && found.due_time ? toShanghaiIso(found.due_time) : null,
    refundText: refundText(found),
    timeline: events.map((event) => ({
      text: afterSaleMessages.timeline[event.state],
      time: toShanghaiIso(event.at),
    })),
    actions: actionsOf(found),
    createdTime: toShanghaiIso(found.created_time),
  };
}

/** How the sum of a case comes about, said before it is asked for (requirement MA69). */
export function explainCase(
  judged: JudgedCase,
  {
    kind,
    freightPaidFen,
    hasCoupon,
  }: { readonly kind: AfterSale["kind"]; readonly freightPaidFen: number; readonly hasCoupon: boolean },
): string[] {
  const texts = afterSaleMessages.explain;
  const goodsFen = judged.refundFen - judged.freightFen;
  const freight = judged.freightFen > 0 ? texts.freightBack(judged.freightFen) : texts.freightKept;
  return [
    texts.goods(goodsFen),
    ...(freightPaidFen > 0 ? [freight] : []),
    ...(hasCoupon ? [judged.isCouponBack ? texts.couponBack : texts.couponKept] : []),
    judged.isImmediate ? texts.immediate : texts.reviewed,
    ...(kind === "return" ? [texts.sendBack] : []),
  ];
}
