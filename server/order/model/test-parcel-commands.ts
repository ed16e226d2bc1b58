import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { setExtended } from "../life/change-store.ts";
import { completeOrder } from "../life/complete.ts";
import { handOverOrder } from "../pickup/hand-over.ts";
import { accepts } from "../rules/order-actions.ts";
import { correctParcel } from "../shipment/correct.ts";
import { shipParcel } from "../shipment/ship.ts";
import { applyTrack } from "../shipment/track.ts";
import { newTrackingNo } from "../testing/paid-steps.ts";
import { step } from "./test-order-commands.ts";
import {
  askedOf,
  beginReceipt,
  DAY,
  hasOpenCase,
  isEverythingSent,
  mustBe,
  orderAt,
  pick,
  unsentOf,
  type Model,
  type ModelLine,
  type ModelOrder,
  type ModelParcel,
  type Run,
} from "./test-world.ts";

const carrier = "shunfeng";
const extendable = (due: number | null, now: number): boolean => due !== null && now < due;

const isSendable = (order: ModelOrder): boolean =>
  order.delivery === "express" &&
  (order.state === "paid" || order.state === "shipping") &&
  !isEverythingSent(order);

/** Units of a parcel: everything that can be sent, or some of one line. @returns null: they cannot be sent */
function chosenUnits(
  order: ModelOrder,
  line: ModelLine | undefined,
  count: number,
): Map<ModelLine, number> | null {
  const left = (one: ModelLine): number => unsentOf(one) - askedOf(order, one, false);
  if (line) return count <= left(line) ? new Map([[line, count]]) : null;
  const all = order.lines.filter((one) => left(one) > 0);
  return all.length === 0 ? null : new Map(all.map((one) => [one, left(one)]));
}
function parcelAt(model: Model, at: number): { order: ModelOrder; parcel: ModelParcel } | null {
  const parcels = model.orders.flatMap((order) => order.parcels.map((parcel) => ({ order, parcel })));
  return pick(parcels, at, ({ parcel }) => parcel.state !== "signed") ?? null;
}

export const parcelCommands = {
  /** Sends units in a parcel; the same parcel again changes nothing (MA74). */
  async ship(world, model, [at, which, count]) {
    const order = orderAt(model, at, isSendable);
    if (!order) return;
    const line = which % 3 === 0 ? undefined : order.lines[which % order.lines.length];
    const qty = 1 + (count % 3);
    const units = line ? [{ lineId: line.lineId, qty }] : null;
    const parcel = { orderId: order.orderId, carrier, trackingNo: newTrackingNo(), units };
    const send = () =>
      world.db.transaction().execute((db) => shipParcel(db, parcel, { now: world.now(), isTracked: false }));
    const result = await send();
    const isOpen = order.delivery === "express" && (order.state === "paid" || order.state === "shipping");
    const chosen = isOpen ? chosenUnits(order, line, qty) : null;
    mustBe("ship", result.outcome, !isOpen ? "state" : chosen === null ? "units" : "done");
    if (result.outcome !== "done" || chosen === null) return;
    mustBe("the same parcel again", (await send()).outcome, "again");
    for (const [one, sent] of chosen) one.sent += sent;
    order.state = "shipping";
    order.signedAt = null;
    order.receiveDue = Math.max(order.receiveDue ?? 0, world.now().getTime() + 15 * DAY);
    const { shipmentId } = result;
    order.parcels.push({
      shipmentId,
      trackingNo: parcel.trackingNo,
      nodes: 0,
      isCorrected: false,
      state: "sent",
    });
  },
  /** The express service reports a parcel, also late and twice (MA76). */
  async track(world, model, [at, how, times]) {
    const found = parcelAt(model, at);
    if (!found) return;
    const { order, parcel } = found;
    const isLate = how % 4 === 3;
    const state = how % 2 === 0 ? ("signed" as const) : ("moving" as const);
    const count = isLate ? parcel.nodes : parcel.nodes + 1;
    if (count === 0) return;
    const nodes = Array.from({ length: count }, (_none, node) => ({
      time: 1_000 * (node + 1),
      text: `node ${node}`,
      city: null,
    }));
    for (let time = 0; time < 1 + (times % 2); time++)
      await applyTrack(world.db, { carrier, trackingNo: parcel.trackingNo, state, nodes }, world.now());
    parcel.nodes = count;
    if (!isLate && parcel.state !== "signed") parcel.state = state;
    beginReceipt(order, world.now().getTime());
  },
  /** An operator corrects the number of a parcel, once. */
  async correct(world, model, [at]) {
    const found = parcelAt(model, at);
    if (!found) return;
    const { order, parcel } = found;
    const [trackingNo, now] = [newTrackingNo(), world.now()];
    const outcome = await world.db
      .transaction()
      .execute((db) =>
        correctParcel(db, { shipmentId: parcel.shipmentId, carrier, trackingNo }, { now, isTracked: false }),
      );
    const wanted = parcel.isCorrected ? "corrected" : order.state === "shipping" ? "done" : "state";
    mustBe("correct", outcome, wanted);
    if (outcome !== "done") return;
    Object.assign(parcel, { trackingNo, isCorrected: true, state: "sent", nodes: 0 });
    order.signedAt = null;
    order.receiveDue = Math.max(order.receiveDue ?? 0, now.getTime() + 15 * DAY);
  },
  async extend(world, model, [at]) {
    const order = orderAt(model, at);
    if (!order) return;
    const now = world.now().getTime();
    let isAccepted = false;
    await step(world, order.orderId, async (db, locked) => {
      isAccepted = accepts(locked, "extend", now);
      const due = (locked.receive_due_time?.getTime() ?? 0) + 7 * DAY;
      if (isAccepted) await setExtended(db, order.orderId, new Date(due));
    });
    const isFresh = order.state === "shipping" && !order.isExtended;
    mustBe("extend", isAccepted, isFresh && extendable(order.receiveDue, now));
    if (!isAccepted) return;
    order.isExtended = true;
    order.receiveDue = (order.receiveDue ?? 0) + 7 * DAY;
  },
  async receive(world, model, [at]) {
    const order = orderAt(model, at, ({ state }) => state === "shipping");
    if (order?.delivery !== "express") return;
    const now = world.now();
    const accepted = await step(world, order.orderId, (db, locked) =>
      completeOrder(db, locked, { by: "person", why: "received", now }, world.shop.payments),
    );
    mustBe("receive", accepted, order.state === "shipping" && isEverythingSent(order) && !hasOpenCase(order));
    if (!accepted) return;
    order.state = "done";
    order.doneAt = now.getTime();
  },
  /** Two desks hand a pick-up order over at once: one does. */
  async handOver(world, model, [at, desks]) {
    const order = orderAt(model, at, ({ state }) => state === "ready");
    if (!order) return;
    const now = world.now();
    const desk = { dealerId: world.dealerId, actor: commandLineActor, now };
    const hand = () => handOverOrder(world.db, order.orderId, desk, world.shop.payments);
    const done = await Promise.all(desks % 2 === 0 ? [hand()] : [hand(), hand()]);
    const isReady = order.state === "ready" && !hasOpenCase(order);
    mustBe("hand-overs", done.filter(Boolean).length, isReady ? 1 : 0);
    if (!isReady) return;
    for (const line of order.lines) line.sent += unsentOf(line);
    order.state = "done";
    order.doneAt = now.getTime();
  },
} as const satisfies Record<string, Run>;
