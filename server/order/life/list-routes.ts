import { Refusal } from "#contract/core/errors.ts";
import { countOrders, listOrders, seeMallNews, showOrder, type OrderDetail } from "#contract/order/order.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { carrierName } from "../carriers.ts";
import { orderMessages } from "../messages.ts";
import { presentDetail, presentNews, presentSummary } from "./present.ts";
import { countOrdersOf, findOrderOf, findOrderParts, listNews, listOrdersOf, markNewsSeen } from "./store.ts";

export const orderNotFound = (): Refusal => new Refusal("notFound", { message: orderMessages.unknownOrder });

/** Reads an order's page. @param now ms @throws Refusal "notFound" for another person's order too */
export async function readDetail(
  db: Database,
  userId: string,
  orderId: string,
  now: number,
): Promise<OrderDetail> {
  const order = await findOrderOf(db, userId, orderId);
  if (!order) throw orderNotFound();
  return presentDetail(order, await findOrderParts(db, order), carrierName, now);
}

/** @throws Refusal "invalid" unless it is the id of an order */
function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,19}$/.test(cursor))
    throw new Refusal("invalid", { fields: { cursor: orderMessages.brokenCursor } });
  return cursor;
}

/** Registers the calls that read a person's orders (requirements MA07, MA18, MA61). */
export function orderListRoutes({ db, clock }: Pick<AppContext, "db" | "clock">, calls: RpcRouter): void {
  calls.on(listOrders, async ({ tab, cursor, size }, caller) => {
    const { userId } = requireUser(caller);
    const found = await listOrdersOf(db, userId, { tab, before: readCursor(cursor), most: size + 1 });
    const list = found.slice(0, size);
    const next = found.length > size ? (list.at(-1)?.order_id ?? null) : null;
    return { list: list.map((order) => presentSummary(order, clock.now())), nextCursor: next };
  });
  calls.on(countOrders, async (_args, caller) => {
    const { userId } = requireUser(caller);
    const [counts, news] = await Promise.all([countOrdersOf(db, userId), listNews(db, userId)]);
    return { ...counts, news: news.map(presentNews) };
  });
  calls.on(seeMallNews, async (_args, caller) => {
    await markNewsSeen(db, requireUser(caller).userId, new Date(clock.now()));
    return null;
  });
  calls.on(showOrder, ({ id }, caller) => readDetail(db, requireUser(caller).userId, id, clock.now()));
}
