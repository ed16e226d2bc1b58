import {
  addToCart,
  changeCartLine,
  mergeCart,
  removeFromCart,
  showCart,
  showVisitorCart,
  type Cart,
  type CartLine,
} from "#contract/mall/cart.ts";
import { Refusal } from "#contract/core/errors.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { isServerUnreachable } from "../../platform/http/network-errors.ts";
import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { cachePersonalData, readPersonalData } from "../../platform/storage/personal-data-cache.ts";
import { networkFirst } from "../../platform/storage/response-cache.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { cartMessages } from "./cart-messages.ts";
import { cartState } from "./cart-state.ts";
import { readVisitorCart, withAddedUnits, writeVisitorCart, type VisitorLine } from "./visitor-cart.ts";

const EMPTY: Cart = { lines: [], goodsFen: 0, freeFromFen: null };
const COPY = "mall cart";
const quiet = { isSilent: true } as const;

/** A line as a visitor has it: quantity and choice are the device's, the rest is the server's. */
function visitorLine(line: CartLine, { qty, isChosen, addedFen }: VisitorLine): CartLine {
  const isShort = line.state === "ok" && line.left !== null && line.left < qty;
  return { ...line, qty, isChosen, addedFen, ...(isShort && { state: "short" as const }) };
}
/** Sum of the chosen lines that can be bought, fen. */
const chosenFen = (lines: readonly CartLine[]): number =>
  lines.reduce(
    (sum, { isChosen, state, qty, priceFen }) => (isChosen && state === "ok" ? sum + qty * priceFen : sum),
    0,
  );

async function loadVisitorCart(): Promise<{ cart: Cart; fetchedAt: number | null }> {
  const stored = readVisitorCart();
  if (stored.length === 0) return { cart: EMPTY, fetchedAt: null };
  const skuIds = stored.map(({ skuId }) => skuId).join(",");
  const { answer, fetchedAt } = await networkFirst(COPY, () => send(showVisitorCart, { skuIds }, quiet));
  const bySku = new Map(answer.lines.map((line) => [line.skuId, line]));
  const lines = stored.flatMap((own) => {
    const line = bySku.get(own.skuId);
    return line === undefined ? [] : [visitorLine(line, own)];
  });
  return { cart: { ...answer, lines, goodsFen: chosenFen(lines) }, fetchedAt };
}

const currentOwner = (): string | null => currentSession.user()?.openId ?? null;

async function loadPersonsCart(): Promise<Cart> {
  const stored = readVisitorCart();
  if (stored.length === 0) return send(showCart, {}, quiet);
  const lines = stored.map(({ skuId, qty, isChosen }) => ({ skuId, qty, isChosen }));
  const merged = await send(mergeCart, { lines }, quiet);
  writeVisitorCart([]);
  return merged;
}

function show(owner: string | null, cart: Cart): void {
  if (owner !== null) void cachePersonalData(owner, COPY, cart, serverTime.now());
  if (currentOwner() === owner) cartState.set({ owner, cart, fetchedAt: null, reason: null });
}

async function load(): Promise<void> {
  const owner = currentOwner();
  if (cartState.get().owner !== owner) cartState.set({ owner, cart: null, fetchedAt: null, reason: null });
  try {
    if (owner !== null) return show(owner, await loadPersonsCart());
    const { cart, fetchedAt } = await loadVisitorCart();
    if (currentOwner() === null) cartState.set({ owner, cart, fetchedAt, reason: null });
  } catch (reason) {
    const kept =
      owner !== null && isServerUnreachable(reason) ? await readPersonalData<Cart>(owner, COPY) : null;
    if (currentOwner() !== owner) return;
    if (kept !== null) cartState.set({ owner, cart: kept.answer, fetchedAt: kept.fetchedAt, reason: null });
    else if (cartState.get().cart === null) cartState.set({ ...cartState.get(), reason });
  }
}

let loading: { owner: string | null; done: Promise<void> } | null = null;
/**
 * Loads the cart of whoever is logged in now; without a network the kept copy. A visitor's cart joins the person's at
 * the first load after a login; a second join changes nothing, since the greater quantity stands (requirement MA09).
 */
export function refreshCart(): Promise<void> {
  const owner = currentOwner();
  if (loading?.owner === owner) return loading.done;
  const done = load().finally(() => {
    if (loading?.done === done) loading = null;
  });
  loading = { owner, done };
  return done;
}

/** Adds units at the price that was shown. @throws Refusal, which has been shown */
export async function addSkuUnits(skuId: string, qty: number, addedFen: number): Promise<void> {
  const owner = currentOwner();
  if (owner !== null) return show(owner, await send(addToCart, { skuId, qty }));
  const stored = readVisitorCart();
  // A full cart refuses a new line as the server does; it would else lose its oldest one (requirement MA11).
  if (stored.length >= mallLimits.maxCartLines && stored.every((line) => line.skuId !== skuId)) {
    const message = cartMessages.full(mallLimits.maxCartLines);
    showToast(message);
    throw new Refusal("invalid", { message });
  }
  writeVisitorCart(withAddedUnits(stored, { skuId, qty, addedFen }));
  await load();
}

/** Sets quantity and choice of a line. @throws Refusal */
export async function changeLine(skuId: string, qty: number, isChosen: boolean): Promise<void> {
  const owner = currentOwner();
  if (owner !== null) return show(owner, await send(changeCartLine, { skuId, qty, isChosen }));
  writeVisitorCart(
    readVisitorCart().map((line) => (line.skuId === skuId ? { ...line, qty, isChosen } : line)),
  );
  await load();
}

/** Removes lines. @returns a function that brings them back @throws Refusal */
export async function removeLines(skuIds: readonly string[]): Promise<() => Promise<void>> {
  const owner = currentOwner();
  const removed = (cartState.get().cart?.lines ?? []).filter(({ skuId }) => skuIds.includes(skuId));
  if (owner === null) {
    const before = readVisitorCart();
    writeVisitorCart(before.filter(({ skuId }) => !skuIds.includes(skuId)));
    await load();
    return async () => {
      writeVisitorCart(before);
      await load();
    };
  }
  show(owner, await send(removeFromCart, { skuIds: [...skuIds] }));
  const lines = removed.map(({ skuId, qty, isChosen }) => ({ skuId, qty, isChosen }));
  return async () => show(owner, await send(mergeCart, { lines }));
}
