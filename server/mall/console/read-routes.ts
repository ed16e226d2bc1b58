import { listMallProducts, LOW_STOCK, showMallProduct } from "#contract/console/mall/products.ts";
import { listProductChoices } from "#contract/console/mall/product-edit.ts";
import { listStockMovements, listStockReservations } from "#contract/console/mall/stock.ts";
import { LIST_PAGE_ROWS, MAX_EXACT_COUNT } from "#contract/console/list.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { scheduleStore } from "../../database/shared-tables/scheduled-change-store.ts";
import { requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { decodePosition, encodePosition, momentOf } from "../../http/console/position-cursor.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { readProductChoices } from "../operator/choice-store.ts";
import { findManagedProduct, type ManagedProductDetail } from "../operator/detail-store.ts";
import { countManagedProducts, listManagedProducts } from "../operator/list-store.ts";
import { countOpenOrders, listMovements } from "../operator/movement-store.ts";
import { listReservations } from "../operator/stock-store.ts";
import { consoleProductMessages as messages } from "./messages.ts";
import type { ProductConsolePorts } from "./ports.ts";
import { presentProductDetail, presentProductRow } from "./presenting.ts";

/** Most rows of the lists about stock. */
const MOST_ROWS = 100;
export const unknownProduct = (): Refusal => new Refusal("notFound", { message: messages.unknownProduct });

/** Finds a product that the caller may read. @throws Refusal "notFound" */
export async function readableProduct(
  { clock }: Pick<AppContext, "clock">,
  db: Database,
  caller: OperatorCaller,
  productId: string,
): Promise<ManagedProductDetail> {
  const which = { scopes: requireScopes(caller, "mall.read"), now: new Date(clock.now()) };
  const found = await findManagedProduct(db, productId, which);
  if (found === null) throw unknownProduct();
  return found;
}

function listCall({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(listMallProducts, ({ filter, cursor, asOf }, caller) => {
    const scopes = requireScopes(caller, "mall.read");
    const moment = momentOf(asOf, clock.now());
    const position = decodePosition(cursor);
    const after = position && { changedTime: new Date(position.time), productId: position.id };
    const { state, find, isLow, categoryId } = filter;
    const wanted = {
      scopes,
      state,
      categoryId,
      text: find,
      lowStock: isLow === true ? LOW_STOCK : undefined,
    };
    return readForOperator(db, async (reading) => {
      const rows = await listManagedProducts(reading, wanted, { after, size: LIST_PAGE_ROWS });
      const count = await countManagedProducts(reading, wanted, MAX_EXACT_COUNT + 1);
      const page = rows.slice(0, LIST_PAGE_ROWS);
      const last = rows.length > LIST_PAGE_ROWS ? page.at(-1) : undefined;
      return {
        rows: page.map(presentProductRow),
        next: last ? encodePosition({ time: last.changedTime.getTime(), id: last.productId }) : null,
        count: Math.min(count, MAX_EXACT_COUNT),
        isCountExact: count <= MAX_EXACT_COUNT,
        asOf: moment.toISOString(),
      };
    });
  });
}

/** Registers the console's reads of products and stock. */
export function productReadCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: ProductConsolePorts,
): void {
  const { db } = context;
  listCall(context, calls);
  calls.on(showMallProduct, async ({ productId }, caller) => {
    const found = await readableProduct(context, db, caller, productId);
    const planned = await scheduleStore(db, "product").waiting(productId);
    const ids = [found.changedBy, ...planned.map(({ made_by }) => made_by)].filter((id) => id !== null);
    const [openOrders, names] = [await countOpenOrders(db, productId), await ports.operatorNames(ids)];
    return presentProductDetail({ found, planned, openOrders, names });
  });
  calls.on(listProductChoices, () => readForOperator(db, readProductChoices));
  calls.on(listStockReservations, async ({ skuId }, caller) => {
    const which = { scopes: requireScopes(caller, "mall.read"), most: MOST_ROWS };
    const found = await listReservations(db, skuId, which);
    return {
      reservations: found.map(({ orderId, orderNo, units, createdTime }) => ({
        orderId,
        orderNo,
        units,
        createdTime: toShanghaiIso(createdTime),
      })),
    };
  });
  calls.on(listStockMovements, async ({ productId }, caller) => {
    await readableProduct(context, db, caller, productId);
    const found = await readForOperator(db, (reading) => listMovements(reading, productId, MOST_ROWS));
    const names = await ports.operatorNames(found.flatMap(({ madeBy }) => madeBy ?? []));
    return {
      movements: found.map(({ madeBy, causeId: _cause, time, ...row }) => ({
        ...row,
        by: (madeBy !== null && names.get(madeBy)) || null,
        time: toShanghaiIso(time),
      })),
    };
  });
}
