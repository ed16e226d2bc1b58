import { Refusal } from "#contract/core/errors.ts";
import {
  cancelAfterSale,
  listAfterSales,
  previewAfterSale,
  requestAfterSale,
  sendAfterSale,
  showAfterSale,
  type AfterSale,
} from "#contract/order/after-sale.ts";
import type { AppContext } from "../../core/app-context.ts";
import { bodyHash } from "../../core/secrets.ts";
import type { Database } from "../../database/connection/database.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { findOrderOf } from "../life/store.ts";
import { orderMessages } from "../messages.ts";
import { lockOrder } from "../order-store.ts";
import { requireKey } from "../place/place.ts";
import type { OrderPorts } from "../ports.ts";
import { findCase, listAskedUnits, lockCase, moveCase } from "./case-store.ts";
import { nextCaseState } from "./case-machine.ts";
import { afterSaleMessages } from "./messages.ts";
import { explainCase, presentCase } from "./present.ts";
import { findCaseOf, listCasesOf, type ReadCase } from "./read-store.ts";
import { caseRequests, mustBeAllowed } from "./request.ts";
import { freightLeft, judgeCase } from "./rules.ts";
import { endCase } from "./settle.ts";

const caseNotFound = (): Refusal => new Refusal("notFound", { message: afterSaleMessages.unknownCase });

/** @throws Refusal "invalid" unless it is the id of a case */
function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,19}$/.test(cursor))
    throw new Refusal("invalid", { fields: { cursor: afterSaleMessages.brokenCursor } });
  return cursor;
}

/** Withdraws a case; one that is withdrawn already stays so. @throws Refusal "notFound", "orderState" */
async function withdraw(db: Database, userId: string, afterSaleId: string, now: Date): Promise<void> {
  const known = await findCase(db, { afterSaleId });
  if (known?.user_id !== userId) throw caseNotFound();
  const order = await lockOrder(db, known.order_id);
  const found = order && (await lockCase(db, afterSaleId));
  if (!order || !found) throw caseNotFound();
  if (found.state === "withdrawn") return;
  if (nextCaseState(found.state, "withdraw") === null) throw new Refusal("orderState");
  await endCase(db, order, found, { event: "withdraw", step: { by: "person", now } });
}

/** Names the parcel of a return; the same parcel again changes nothing. @throws Refusal "notFound", "orderState" */
async function sendBack(
  db: Database,
  userId: string,
  { id, carrier, trackingNo }: { readonly id: string; readonly carrier: string; readonly trackingNo: string },
  now: Date,
): Promise<void> {
  const known = await findCase(db, { afterSaleId: id });
  if (known?.user_id !== userId) throw caseNotFound();
  await lockOrder(db, known.order_id);
  const found = await lockCase(db, id);
  if (!found) throw caseNotFound();
  if (found.carrier === carrier && found.tracking_no === trackingNo) return;
  await moveCase(db, found, "send", { by: "person", now }, { carrier, tracking_no: trackingNo });
}

/** Registers the calls of after-sales (requirements MA63, MA64, MA69–MA72). */
export function afterSaleRoutes(
  context: AppContext,
  calls: RpcRouter,
  ports: Pick<OrderPorts, "payments" | "pictures">,
): void {
  const { db, clock, config } = context;
  const request = caseRequests(context, ports);
  const present = async (found: ReadCase): Promise<AfterSale> =>
    presentCase(found, await ports.pictures.urlsOf(found.picture_ids), config.returnAddress);
  const show = async (userId: string, id: string): Promise<AfterSale> => {
    const found = await findCaseOf(db, userId, id);
    if (!found) throw caseNotFound();
    return present(found);
  };
  calls.on(previewAfterSale, async ({ orderId, ...wanted }, caller) => {
    const order = await findOrderOf(db, requireUser(caller).userId, orderId);
    if (!order) throw new Refusal("notFound", { message: orderMessages.unknownOrder });
    const asked = await listAskedUnits(db, orderId);
    const judged = mustBeAllowed(judgeCase(order, asked, wanted, clock.now()));
    const { refundFen, freightFen, isCouponBack, isImmediate } = judged;
    const facts = {
      kind: wanted.kind,
      freightPaidFen: freightLeft(order),
      hasCoupon: order.coupon_id !== null,
    };
    return { refundFen, freightFen, isCouponBack, isImmediate, explain: explainCase(judged, facts) };
  });
  calls.on(requestAfterSale, async (args, caller) => {
    const { userId } = requireUser(caller);
    const key = { userId, key: requireKey(caller), hash: bodyHash(args) };
    return show(userId, await request(args, key));
  });
  calls.on(listAfterSales, async ({ cursor, size }, caller) => {
    const page = { before: readCursor(cursor), most: size + 1 };
    const found = await listCasesOf(db, requireUser(caller).userId, page);
    const list = found.slice(0, size);
    const next = found.length > size ? (list.at(-1)?.after_sale_id ?? null) : null;
    return { list: await Promise.all(list.map(present)), nextCursor: next };
  });
  calls.on(showAfterSale, ({ id }, caller) => show(requireUser(caller).userId, id));
  calls.on(cancelAfterSale, async ({ id }, caller) => {
    const [{ userId }, now] = [requireUser(caller), new Date(clock.now())];
    await db.transaction().execute((transaction) => withdraw(transaction, userId, id, now));
    return show(userId, id);
  });
  calls.on(sendAfterSale, async (parcel, caller) => {
    const [{ userId }, now] = [requireUser(caller), new Date(clock.now())];
    await db.transaction().execute((transaction) => sendBack(transaction, userId, parcel, now));
    return show(userId, parcel.id);
  });
}
