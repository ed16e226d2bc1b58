import {
  adjustMallStock,
  listMallProducts,
  listStockReservations,
  LOW_STOCK,
  publishMallProduct,
  saveMallProduct,
  showMallProduct,
  type MallProductDetail,
  type MallProductRow,
} from "#contract/console/mall/products.ts";
import { LIST_PAGE_ROWS, MAX_EXACT_COUNT } from "#contract/console/list.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import { operatorAuditActor, requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { decodePosition, encodePosition, momentOf } from "../../http/console/position-cursor.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { adjustStockByOperator, publishProduct, type ActedBy } from "../operator/change.ts";
import { findManagedProduct, type ManagedProductDetail } from "../operator/detail-store.ts";
import { countManagedProducts, listManagedProducts, type ManagedProduct } from "../operator/list-store.ts";
import { saveProduct } from "../operator/save.ts";
import { listReservations } from "../operator/stock-store.ts";
import { consoleProductMessages as messages } from "./messages.ts";

/** Interface that the console's calls about products depend on. */
export type ProductConsolePorts = {
  /** Invalidates cached responses and pages of this process. */
  invalidatePages(): void;
};
const unknownProduct = (): Refusal => new Refusal("notFound", { message: messages.unknownProduct });
const conflict = (): Refusal => new Refusal("editConflict", { message: messages.conflict });

const presentRow = ({ changedTime, ...row }: ManagedProduct): MallProductRow => ({
  ...row,
  changedTime: toShanghaiIso(changedTime),
});
const presentDetail = (found: ManagedProductDetail): MallProductDetail => ({
  productId: found.productId,
  title: found.title,
  subtitle: found.subtitle,
  coverUrl: found.coverUrl,
  state: found.state,
  options: found.options.map(({ name, values }) => ({ name, values: [...values] })),
  sold: found.sold,
  buyMost: found.buyMost,
  skus: found.skus.map(({ skuId, optionValues, priceFen, ownerFen, listFen, isOn, onHand, reserved }) => ({
    skuId,
    optionValues: [...optionValues],
    priceFen,
    ownerFen,
    listFen,
    isOn,
    onHand,
    reserved,
    plans: found.pricePlans
      .filter((plan) => plan.skuId === skuId)
      .map((plan) => ({
        priceFen: plan.priceFen,
        audience: plan.audience,
        fromTime: toShanghaiIso(plan.fromTime),
        toTime: toShanghaiIso(plan.toTime),
      })),
  })),
  revision: found.version,
});

function readCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(listMallProducts, ({ filter, cursor, asOf }, caller) => {
    const scopes = requireScopes(caller, "mall.read");
    const moment = momentOf(asOf, clock.now());
    const position = decodePosition(cursor);
    const after = position && { changedTime: new Date(position.time), productId: position.id };
    const { state, find, isLow } = filter;
    const wanted = { scopes, state, text: find, lowStock: isLow === true ? LOW_STOCK : undefined };
    return readForOperator(db, async (reading) => {
      const rows = await listManagedProducts(reading, wanted, { after, size: LIST_PAGE_ROWS });
      const count = await countManagedProducts(reading, wanted, MAX_EXACT_COUNT + 1);
      const page = rows.slice(0, LIST_PAGE_ROWS);
      const last = rows.length > LIST_PAGE_ROWS ? page.at(-1) : undefined;
      return {
        rows: page.map(presentRow),
        next: last ? encodePosition({ time: last.changedTime.getTime(), id: last.productId }) : null,
        count: Math.min(count, MAX_EXACT_COUNT),
        isCountExact: count <= MAX_EXACT_COUNT,
        asOf: moment.toISOString(),
      };
    });
  });
  calls.on(showMallProduct, async ({ productId }, caller) => {
    const which = { scopes: requireScopes(caller, "mall.read"), now: new Date(clock.now()) };
    const found = await findManagedProduct(db, productId, which);
    if (found === null) throw unknownProduct();
    return presentDetail(found);
  });
  calls.on(listStockReservations, async ({ skuId }, caller) => {
    const found = await listReservations(db, skuId, {
      scopes: requireScopes(caller, "mall.read"),
      most: 100,
    });
    return {
      reservations: found.map(({ orderId, orderNo, units, createdTime }) => ({
        orderId,
        orderNo,
        units,
        createdTime: toShanghaiIso(createdTime),
      })),
    };
  });
}

/** Applies the changed fields to a product as it is. @throws Refusal "notFound" for a SKU that it does not have */
function changedProduct(found: ManagedProductDetail, args: ParsedOperatorArgs<typeof saveMallProduct>) {
  const changes = new Map(args.skus.map((sku) => [sku.skuId, sku]));
  const { state: _state, sold: _sold, version: _version, skus, pricePlans: _plans, ...product } = found;
  if ([...changes.keys()].some((skuId) => !skus.some((sku) => sku.skuId === skuId)))
    throw new Refusal("notFound", { message: messages.unknownSku });
  return {
    product: { ...product, title: trimmed(args.title), subtitle: trimmed(args.subtitle) },
    skus: skus.map(({ onHand: _onHand, reserved: _reserved, ...sku }) => {
      const {
        priceFen = sku.priceFen,
        ownerFen = sku.ownerFen,
        isOn = sku.isOn,
      } = changes.get(sku.skuId) ?? {};
      return { ...sku, priceFen, ownerFen, isOn, stock: 0 };
    }),
    version: args.basedOn,
  };
}

type ProductActs = {
  readonly context: AppContext;
  readonly calls: OperatorRouter;
  readonly ports: ProductConsolePorts;
};
const actedBy = ({ clock }: AppContext, caller: OperatorCaller, right: OperatorRight): ActedBy => ({
  by: operatorAuditActor(caller),
  now: new Date(clock.now()),
  scopes: requireScopes(caller, right),
});

function saveCalls({ context, calls, ports }: ProductActs): void {
  const { db } = context;
  calls.on(saveMallProduct, async (args, caller) => {
    const by = actedBy(context, caller, "mall.product");
    const found = await findManagedProduct(db, args.productId, by);
    if (found === null) throw unknownProduct();
    const saved = await saveProduct(db, changedProduct(found, args), by);
    switch (saved.outcome) {
      case "done":
        ports.invalidatePages();
        return { revision: saved.version };
      case "same":
        return { revision: saved.version };
      case "conflict":
        throw conflict();
      case "notFound":
        throw unknownProduct();
      case "faults":
        throw new Refusal("invalid", {
          fields: Object.fromEntries(
            Object.entries(saved.faults).map(([field, fault]) => [field, messages.faults[fault]]),
          ),
        });
    }
  });
}

function saleCalls({ context, calls, ports }: ProductActs): void {
  const { db } = context;
  calls.on(publishMallProduct, async ({ productId, state, basedOn }, caller) => {
    const by = actedBy(context, caller, "mall.product");
    const found = await findManagedProduct(db, productId, by);
    if (found === null) throw unknownProduct();
    if (found.version !== basedOn) throw conflict();
    const outcome = await publishProduct(db, productId, state, by);
    if (outcome === "noProduct") throw unknownProduct();
    if (outcome === "again") throw new Refusal("stateChanged", { message: messages.same });
    ports.invalidatePages();
    return {};
  });
  calls.on(adjustMallStock, async ({ skuId, key, delta, reason }, caller) => {
    const adjustment = { skuId, delta, reason: trimmed(reason), causeId: key };
    const { outcome, onHand, reserved } = await adjustStockByOperator(
      db,
      adjustment,
      actedBy(context, caller, "mall.stock"),
    );
    switch (outcome) {
      case "done":
        return { onHand, reserved };
      case "again":
        throw new Refusal("stateChanged", { message: messages.repeated });
      case "noSku":
        throw new Refusal("notFound", { message: messages.unknownSku });
      case "reserved":
        throw new Refusal("stateChanged", { message: messages.reserved(onHand - reserved) });
      case "tooMany":
        throw new Refusal("stateChanged", { message: messages.tooMany });
    }
  });
}

/** Registers the console's calls about products and stock. */
export function productConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: ProductConsolePorts,
): void {
  readCalls(context, calls);
  saveCalls({ context, calls, ports });
  saleCalls({ context, calls, ports });
}
