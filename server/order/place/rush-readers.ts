import { LRUCache } from "lru-cache";
import { BatchWriter } from "../../database/batching/batch-writer.ts";
import type { AppContext } from "../../core/app-context.ts";
import { loadSkus, type AddressEntry, type MallSku } from "../../mall/index.ts";
import { findAddresses } from "./placed-store.ts";

/** Time for which a SKU of a rush is used without another query, ms. */
const CACHE_DURATION = 1_000;

/** Reads SKUs of rush orders, at most a second old: stock and quota are counted by the statement that writes. */
export function rushSkuReader({ db, clock }: Pick<AppContext, "db" | "clock">) {
  type Cached = { readonly until: number; readonly sku: Promise<MallSku | null> };
  const cached = new LRUCache<string, Cached>({ max: 1_000 });
  return {
    read(skuId: string): Promise<MallSku | null> {
      const found = cached.get(skuId);
      if (found && performance.now() < found.until) return found.sku;
      const sku = loadSkus(db, [skuId], clock.now()).then((skus) => skus.get(skuId) ?? null);
      cached.set(skuId, { sku, until: performance.now() + CACHE_DURATION });
      // A failed query is not remembered.
      sku.catch(() => cached.delete(skuId));
      return sku;
    },
    /** Forgets all SKUs, since prices, plans or rushes have changed. */
    clear: () => cached.clear(),
  };
}
export type RushSkuReader = ReturnType<typeof rushSkuReader>;

/** Reads addresses for all concurrent rush orders in one batch; another person's does not exist. */
export function addressReader({ db, databaseKind }: Pick<AppContext, "db" | "databaseKind">) {
  const reader = new BatchWriter<{ userId: string; addressId: string }, AddressEntry | null>(
    async (_key, wanted) => {
      const found = await findAddresses(
        db,
        wanted.map(({ addressId }) => addressId),
      );
      return wanted.map(({ userId, addressId }) => {
        const entry = found.get(addressId);
        return entry?.userId === userId ? entry : null;
      });
    },
    { untilPause: databaseKind === "pglite" },
  );
  return (userId: string, addressId: string): Promise<AddressEntry | null> =>
    reader.add("address", { userId, addressId });
}
export type AddressReader = ReturnType<typeof addressReader>;
