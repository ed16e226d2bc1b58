import {
  closeMallOrder,
  correctMallParcel,
  correctMallRecipient,
  noteMallOrder,
  planParcelFile,
  revealMallRecipient,
  shipMallOrder,
  shipParcelFile,
} from "#contract/console/mall/order-acts.ts";
import { REVEAL_SECONDS } from "#contract/console/person-shapes.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import { Refusal } from "#contract/core/errors.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import { recordReveal } from "../../database/shared-tables/person-reveals.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import {
  hasRight,
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { divisionNameOf } from "../../location/index.ts";
import { closeOrder } from "../operator/desk.ts";
import { correctRecipient } from "../operator/recipient.ts";
import { findRecipient } from "../operator/find-store.ts";
import { lockOrder } from "../order-store.ts";
import type { CorrectOutcome } from "../shipment/correct.ts";
import { correctByOperator, shipByOperator, type OperatorContext } from "../shipment/operator.ts";
import type { OrderRecipient } from "../tables.ts";
import { addConsoleNote } from "./detail-store.ts";
import { findOrderInScope } from "./list-store.ts";
import { consoleOrderMessages as messages } from "./messages.ts";
import { planParcels, readParcelRows, shipFaultWords, shipParcels } from "./parcel-rows.ts";
import type { OrderConsoleDependencies } from "./ports.ts";
import { consoleOrderNotFound } from "./read-routes.ts";

/** Finds an order for an act of the caller. @throws Refusal "notFound" */
async function orderFor(
  db: Database,
  caller: OperatorCaller,
  right: OperatorRight,
  which: Parameters<typeof findOrderInScope>[2],
): Promise<{ orderId: string; orderNo: string }> {
  const found = await findOrderInScope(db, requireScopes(caller, right, "one"), which);
  if (found === null) throw consoleOrderNotFound();
  return found;
}
const changed = (message: string): Refusal => new Refusal("stateChanged", { message });

const correctFaults: Readonly<Record<Exclude<CorrectOutcome, "done">, () => Refusal>> = {
  noShipment: () => new Refusal("notFound", { message: messages.unknownParcel }),
  noCarrier: () => new Refusal("invalid", { fields: { carrier: messages.noCarrier } }),
  badNumber: () => new Refusal("invalid", { fields: { trackingNo: messages.badNumber } }),
  // A second press with the same number changes nothing, and is told so.
  again: () => changed(messages.taken),
  corrected: () => changed(messages.corrected),
  taken: () => new Refusal("invalid", { fields: { trackingNo: messages.taken } }),
  state: () => changed(messages.notOnTheWay),
};

function parcelCalls({ db, clock, config }: AppContext, calls: OperatorRouter): void {
  const contextOf = (caller: OperatorCaller): OperatorContext => ({
    by: operatorAuditActor(caller),
    now: new Date(clock.now()),
    isTracked: config.express !== null,
  });
  calls.on(shipMallOrder, async ({ orderId, carrier, trackingNo, units = null }, caller) => {
    await orderFor(db, caller, "mall.ship", { orderId });
    const result = await shipByOperator(db, { orderId, carrier, trackingNo, units }, contextOf(caller));
    const fault = shipFaultWords(result);
    if ("shipmentId" in result) return { shipmentId: result.shipmentId, isAgain: result.outcome === "again" };
    if (result.outcome === "noCarrier") throw new Refusal("invalid", { fields: { carrier: fault ?? "" } });
    throw changed(fault ?? "");
  });
  calls.on(correctMallParcel, async ({ shipmentId, carrier, trackingNo }, caller) => {
    await orderFor(db, caller, "mall.ship", { shipmentId });
    const outcome = await correctByOperator(db, { shipmentId, carrier, trackingNo }, contextOf(caller));
    if (outcome !== "done") throw correctFaults[outcome]();
    return {};
  });
  calls.on(planParcelFile, async ({ text }, caller) =>
    planParcels(db, requireScopes(caller, "mall.ship"), readParcelRows(text)),
  );
  calls.on(shipParcelFile, async ({ text }, caller) =>
    shipParcels(db, requireScopes(caller, "mall.ship"), readParcelRows(text), contextOf(caller)),
  );
}

function recipientCall({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(correctMallRecipient, async ({ orderId, ...correction }, caller) => {
    await orderFor(db, caller, "mall.ship", { orderId });
    const by = { by: operatorAuditActor(caller), now: new Date(clock.now()) };
    switch (await correctRecipient(db, orderId, correction, by)) {
      case "done":
        return {};
      case "noOrder":
        throw consoleOrderNotFound();
      case "same":
        throw changed(messages.sameRecipient);
      case "state":
        throw changed(messages.sentAlready);
      case "none":
        throw new Refusal("notFound", { message: messages.noRecipient });
    }
  });
}

function personCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(noteMallOrder, async ({ orderId, text }, caller) => {
    const now = new Date(clock.now());
    await orderFor(db, caller, "mall.read", { orderId });
    await withAuditEntry(
      db,
      async (transaction) => {
        // The lock makes concurrent notes of one order count each other.
        await lockOrder(transaction, orderId);
        const note = { orderId, text: trimmed(text), by: requireOperator(caller).operatorId, now };
        if (!(await addConsoleNote(transaction, note)))
          throw new Refusal("tooMany", { message: messages.tooManyNotes, retryAfterSeconds: 600 });
      },
      () => ({
        by: operatorAuditActor(caller),
        action: "order.note",
        about: { kind: "order", id: orderId },
        outcome: "done",
        now,
      }),
    );
    return {};
  });
  calls.on(revealMallRecipient, async ({ orderId, purpose }, caller) => {
    const now = new Date(clock.now());
    const { operatorId, stepUpUntil, grants } = requireOperator(caller);
    // To an operator without a right of the mall the order does not exist.
    if (!hasRight({ grants }, "mall.read", "one")) throw new Refusal("notFound");
    const { orderNo } = await orderFor(db, caller, "person.reveal", { orderId });
    await orderFor(db, caller, "mall.read", { orderId });
    const about = { kind: "order", id: orderId };
    return withAuditEntry(
      db,
      async (transaction) => {
        const found = await findRecipient(transaction, orderNo);
        if (!found || found.order_recipient === null)
          throw new Refusal("notFound", { message: messages.noRecipient });
        await recordReveal(transaction, { operatorId, stepUpUntil, about, purpose, now });
        const { province_code, city_code, district_code, remark } = found;
        const { name, mobile, detail } = JSON.parse(found.order_recipient) as OrderRecipient;
        const division = divisionNameOf(province_code ?? "", city_code ?? "", district_code ?? "") ?? "";
        return {
          mobile,
          name,
          address: `${division} ${detail}`,
          remark: remark ?? "",
          seconds: REVEAL_SECONDS,
        };
      },
      () => ({ by: operatorAuditActor(caller), action: "order.reveal", about, outcome: purpose, now }),
    );
  });
}

/** Registers the console's acts on orders (requirements CO100, CO102). */
export function orderActCalls(
  context: AppContext,
  calls: OperatorRouter,
  { payments }: OrderConsoleDependencies,
): void {
  const { db, clock } = context;
  parcelCalls(context, calls);
  personCalls(context, calls);
  recipientCall(context, calls);
  calls.on(closeMallOrder, async ({ orderId }, caller) => {
    const { orderNo } = await orderFor(db, caller, "mall.ship", { orderId });
    const { operatorId: id } = requireOperator(caller);
    const operator = { by: operatorAuditActor(caller), id, now: new Date(clock.now()) };
    const result = await closeOrder(db, orderNo, operator, payments);
    switch (result.outcome) {
      case "done":
        return { state: result.state, refundFen: result.refundFen };
      case "noOrder":
        throw consoleOrderNotFound();
      case "openCase":
        throw changed(messages.openCase);
      case "state":
        throw changed(messages.notToClose(result.state));
    }
  });
}
