import {
  countMallOrders,
  findMallOrders,
  listMallOrders,
  showMallOrder,
} from "#contract/console/mall/orders.ts";
import { Refusal } from "#contract/core/errors.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import { countLimit, listQuery } from "../../http/console/list-query.ts";
import { hasRight, requireOperator, requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { listAskedUnsent } from "../shipment/store.ts";
import { listConsoleLines, listConsoleNotes, readOrderParts } from "./detail-store.ts";
import {
  countConsoleOrders,
  countOrderTabs,
  findConsoleOrder,
  listConsoleOrders,
  orderConditions,
  orderListColumns,
} from "./list-store.ts";
import { consoleOrderMessages } from "./messages.ts";
import type { OrderConsolePorts } from "./ports.ts";
import { presentConsoleOrder, presentOrderDetail } from "./presenting.ts";

export const consoleOrderNotFound = (): Refusal =>
  new Refusal("notFound", { message: consoleOrderMessages.unknownOrder });

/** Registers the console's lists of orders. */
function listCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(listMallOrders, (args, caller) => {
    const scopes = requireScopes(caller, "mall.read");
    const page = listQuery(args, orderListColumns, clock.now());
    return readForOperator(db, async (reading) => {
      const conditions = await orderConditions(reading, scopes, args.filter);
      const rows = await listConsoleOrders(reading, conditions, page);
      const count = await countConsoleOrders(reading, conditions, { limit: countLimit(), asOf: page.asOf });
      return page.toPage(rows, count, presentConsoleOrder);
    });
  });
  calls.on(countMallOrders, ({ filter }, caller) => {
    const scopes = requireScopes(caller, "mall.read");
    const now = new Date(clock.now());
    return readForOperator(db, async (reading) => {
      const conditions = await orderConditions(reading, scopes, filter);
      return { ...(await countOrderTabs(reading, conditions, now)), asOf: now.toISOString() };
    });
  });
  calls.on(findMallOrders, ({ number }, caller) => {
    const scopes = requireScopes(caller, "mall.read", "one");
    const page = listQuery({}, orderListColumns, clock.now());
    return readForOperator(db, async (reading) => {
      const conditions = await orderConditions(reading, scopes, { find: trimmed(number) });
      return {
        rows: (await listConsoleOrders(reading, conditions, page)).slice(0, 50).map(presentConsoleOrder),
      };
    });
  });
}

/** Registers the console's reads of orders. */
export function orderReadCalls(context: AppContext, calls: OperatorRouter, ports: OrderConsolePorts): void {
  const { db, clock } = context;
  listCalls(context, calls);
  calls.on(showMallOrder, async ({ orderId }, caller) => {
    const scopes = requireScopes(caller, "mall.read", "one");
    const row = await findConsoleOrder(db, scopes, orderId, new Date(clock.now()));
    const parts = row && (await readOrderParts(db, orderId));
    if (!row || !parts) throw consoleOrderNotFound();
    const [lines, asked, notes] = [
      await listConsoleLines(db, orderId),
      await listAskedUnsent(db, orderId),
      await listConsoleNotes(db, orderId),
    ];
    const names = await ports.operatorNames(notes.map(({ by }) => by));
    const isNamed = hasRight(requireOperator(caller), "person.name", "one");
    return presentOrderDetail({ row, parts, lines, asked, notes, names, isNamed });
  });
}
