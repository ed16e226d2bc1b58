import type { Send } from "#contract/core/call.ts";
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
import { isServerUnreachable } from "../../platform/http/network-errors.ts";
import { send as sendCall } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { cachePersonalData, readPersonalData } from "../../platform/storage/personal-data-cache.ts";
import { networkFirst } from "../../platform/storage/response-cache.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { readVisitorCart, withAddedUnits, writeVisitorCart, type VisitorLine } from "./visitor-cart.ts";

/** The cart on the screen. @property fetchedAt time of a kept copy, ms; null while it is up to date */
export type LoadedCart = {
  readonly owner: string | null;
  readonly cart: Cart | null;
  readonly fetchedAt: number | null;
  readonly reason: unknown;
};

const EMPTY: Cart = { lines: [], goodsFen: 0, freeFromFen: null };
const COPY = "mall cart";
const quiet = { isSilent: true } as const;

/** A line as a visitor has it: quantity and choice are the device's, the rest is the server's. */
function visitorLine(line: CartLine, { qty, isChosen, addedFen }: VisitorLine): CartLine {
  const isShort = line.state === "ok" && line.left !== null && line.left < qty;
  return { ...line, qty, isChosen, addedFen, ...(isShort && { state: "short" as const }) };
}
/** Sum of the chosen lines that can be bought, fen. */
export const chosenFen = (lines: readonly CartLine[]): number =>
  lines.reduce(
    (sum, { isChosen, state, qty, priceFen }) => (isChosen && state === "ok" ? sum + qty * priceFen : sum),
    0,
  );

async function loadVisitorCart(send: Send): Promise<{ cart: Cart; fetchedAt: number | null }> {
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

/**
 * The person's cart, or the visitor's on this device, for all components that show or change it. A visitor's cart joins
 * the person's at the first load after a login; a second join changes nothing, since the greater quantity stands
 * (requirement MA09).
 */
class CartStore {
  #loaded: LoadedCart = { owner: null, cart: null, fetchedAt: null, reason: null };
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly get = (): LoadedCart => this.#loaded;

  #set(loaded: LoadedCart): void {
    this.#loaded = loaded;
    for (const listener of this.#listeners) listener();
  }
  #show(owner: string | null, cart: Cart): void {
    if (owner !== null) void cachePersonalData(owner, COPY, cart, serverTime.now());
    if (currentOwner() === owner) this.#set({ owner, cart, fetchedAt: null, reason: null });
  }

  /** Loads the cart of whoever is logged in now; without a network the kept copy. */
  async load(): Promise<void> {
    const owner = currentOwner();
    if (this.#loaded.owner !== owner) this.#set({ owner, cart: null, fetchedAt: null, reason: null });
    try {
      if (owner === null) {
        const { cart, fetchedAt } = await loadVisitorCart(sendCall);
        if (currentOwner() === null) this.#set({ owner, cart, fetchedAt, reason: null });
      } else this.#show(owner, await loadPersonsCart());
    } catch (reason) {
      const kept =
        owner !== null && isServerUnreachable(reason) ? await readPersonalData<Cart>(owner, COPY) : null;
      if (currentOwner() !== owner) return;
      if (kept !== null) this.#set({ owner, cart: kept.answer, fetchedAt: kept.fetchedAt, reason: null });
      else if (this.#loaded.cart === null) this.#set({ ...this.#loaded, reason });
    }
  }

  /** Adds units at the price that was shown. @throws Refusal */
  async add(skuId: string, qty: number, addedFen: number): Promise<void> {
    const owner = currentOwner();
    if (owner !== null) return this.#show(owner, await sendCall(addToCart, { skuId, qty }));
    writeVisitorCart(withAddedUnits(readVisitorCart(), { skuId, qty, addedFen }));
    await this.load();
  }

  /** Sets quantity and choice of a line. @throws Refusal */
  async change(skuId: string, qty: number, isChosen: boolean): Promise<void> {
    const owner = currentOwner();
    if (owner !== null) return this.#show(owner, await sendCall(changeCartLine, { skuId, qty, isChosen }));
    writeVisitorCart(
      readVisitorCart().map((line) => (line.skuId === skuId ? { ...line, qty, isChosen } : line)),
    );
    await this.load();
  }

  /** Removes lines. @returns a function that brings them back @throws Refusal */
  async remove(skuIds: readonly string[]): Promise<() => Promise<void>> {
    const owner = currentOwner();
    const removed = (this.#loaded.cart?.lines ?? []).filter(({ skuId }) => skuIds.includes(skuId));
    if (owner === null) {
      const before = readVisitorCart();
      writeVisitorCart(before.filter(({ skuId }) => !skuIds.includes(skuId)));
      await this.load();
      return async () => {
        writeVisitorCart(before);
        await this.load();
      };
    }
    this.#show(owner, await sendCall(removeFromCart, { skuIds: [...skuIds] }));
    const lines = removed.map(({ skuId, qty, isChosen }) => ({ skuId, qty, isChosen }));
    return async () => this.#show(owner, await sendCall(mergeCart, { lines }));
  }
}

const currentOwner = (): string | null => currentSession.user()?.openId ?? null;

async function loadPersonsCart(): Promise<Cart> {
  const stored = readVisitorCart();
  if (stored.length === 0) return sendCall(showCart, {}, quiet);
  const lines = stored.map(({ skuId, qty, isChosen }) => ({ skuId, qty, isChosen }));
  const merged = await sendCall(mergeCart, { lines }, quiet);
  writeVisitorCart([]);
  return merged;
}

export const cartStore = new CartStore();
