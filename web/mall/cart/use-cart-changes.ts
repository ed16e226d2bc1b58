import { useEffect, useState } from "react";
import { noticeStock } from "#contract/mall/product.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { cartMessages } from "./cart-messages.ts";
import { changeLine, refreshCart, removeLines } from "./cart-store.ts";

/** Time for taking a removal back, ms. */
const UNDO_TIME = 8_000;

/** Changes of the cart, one at a time; a refusal is shown by the call and leaves the cart as it was. */
export function useCartChanges() {
  const [isBusy, setBusy] = useState(false);
  const [undo, setUndo] = useState<{ count: number; restore: () => Promise<void> } | null>(null);
  useEffect(() => {
    if (undo === null) return;
    const timer = setTimeout(() => setUndo(null), UNDO_TIME);
    return () => clearTimeout(timer);
  }, [undo]);
  const run = (work: () => Promise<void>): void => {
    if (isBusy) return;
    setBusy(true);
    void work()
      .catch(() => refreshCart())
      .finally(() => setBusy(false));
  };
  return {
    isBusy,
    removedCount: undo?.count ?? 0,
    change: (skuId: string, qty: number, isChosen: boolean) => run(() => changeLine(skuId, qty, isChosen)),
    choose: (skus: readonly { skuId: string; qty: number }[], isChosen: boolean) =>
      run(async () => {
        for (const { skuId, qty } of skus) await changeLine(skuId, qty, isChosen);
      }),
    remove: (skuIds: readonly string[]) =>
      run(async () => {
        const restore = await removeLines(skuIds);
        setUndo({ count: skuIds.length, restore });
      }),
    restore: () =>
      run(async () => {
        await undo?.restore();
        setUndo(null);
      }),
    notice: (skuId: string) =>
      run(async () => {
        await send(noticeStock, { skuId });
        showToast(cartMessages.noticed);
      }),
  };
}
