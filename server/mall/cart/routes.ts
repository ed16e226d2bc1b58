import {
  addToCart,
  changeCartLine,
  mergeCart,
  removeFromCart,
  showCart,
  showVisitorCart,
} from "#contract/mall/cart.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { CallHandler, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { saleStateOf } from "../price/rules.ts";
import { loadSkus, type MallSku } from "../price/store.ts";
import { joinCart, loadCart } from "./cart.ts";
import { cartRefusals } from "./messages.ts";
import { maxUnitsOf, priceFor, toCart } from "./rules.ts";
import { addUnits, deleteLines, setLine } from "./store.ts";

/** Answers of visitors, as those of offers: prices and stock stay below one second. */
const VISITOR_CACHE = { freshMs: 500, staleMs: 0 } as const;

const unitsRefusal = ({ buyMost }: Pick<MallSku, "buyMost">): Refusal =>
  new Refusal("buyLimit", {
    message:
      buyMost !== null && buyMost < mallLimits.maxUnits
        ? cartRefusals.buyMost(buyMost)
        : cartRefusals.units(mallLimits.maxUnits),
  });

/** Registers the cart of the caller and the prices of a visitor's (requirements MA09 to MA11). */
export function cartRoutes({ db, clock }: Pick<AppContext, "db" | "clock">, calls: RpcRouter): void {
  const add: CallHandler<typeof addToCart> = async ({ skuId, qty }, caller) => {
    const user = requireUser(caller);
    const now = clock.now();
    const sku = (await loadSkus(db, [skuId], now)).get(skuId);
    if (!sku || saleStateOf(sku, now) === "gone")
      throw new Refusal("notFound", { message: cartRefusals.unknown });
    const addedFen = priceFor(sku, { isOwner: user.owner, now });
    const units = { skuId, qty, addedFen, most: maxUnitsOf(sku) };
    const full = await addUnits(db, user.userId, units, new Date(now));
    if (full === "units") throw unitsRefusal(sku);
    if (full === "lines")
      throw new Refusal("buyLimit", { message: cartRefusals.lines(mallLimits.maxCartLines) });
    return loadCart(db, user, now);
  };
  const change: CallHandler<typeof changeCartLine> = async (line, caller) => {
    const user = requireUser(caller);
    const now = clock.now();
    const sku = (await loadSkus(db, [line.skuId], now)).get(line.skuId);
    const refused = sku ? await setLine(db, user.userId, { ...line, most: maxUnitsOf(sku) }) : "missing";
    if (sku && refused === "units") throw unitsRefusal(sku);
    if (refused !== null) throw new Refusal("notFound", { message: cartRefusals.missing });
    return loadCart(db, user, now);
  };
  const showVisitors: CallHandler<typeof showVisitorCart> = async ({ skuIds }, { user }) => {
    const now = clock.now();
    const skus = await loadSkus(db, [...new Set(skuIds.split(","))], now);
    const kept = [...new Set(skuIds.split(","))].flatMap((id) => {
      const sku = skus.get(id);
      return sku && sku.productState !== "draft" ? [{ sku, qty: 1, isChosen: true, addedFen: null }] : [];
    });
    return toCart(kept, { isOwner: user?.owner ?? false, now });
  };
  calls.on(showCart, (_args, caller) => loadCart(db, requireUser(caller), clock.now()));
  calls.on(showVisitorCart, showVisitors, VISITOR_CACHE);
  calls.on(addToCart, add);
  calls.on(changeCartLine, change);
  calls.on(removeFromCart, async ({ skuIds }, caller) => {
    const user = requireUser(caller);
    await deleteLines(db, user.userId, skuIds);
    return loadCart(db, user, clock.now());
  });
  calls.on(mergeCart, async ({ lines }, caller) => {
    const user = requireUser(caller);
    const now = clock.now();
    await joinCart(db, user, lines, now);
    return loadCart(db, user, now);
  });
}
