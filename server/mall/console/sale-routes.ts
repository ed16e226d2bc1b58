import { cancelProductPlan, publishMallProduct } from "#contract/console/mall/products.ts";
import { adjustMallStock } from "#contract/console/mall/stock.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { adjustStockByOperator, publishProduct } from "../operator/change.ts";
import { cancelPlannedProduct, planProduct } from "../operator/plan.ts";
import { consoleProductMessages as messages } from "./messages.ts";
import { actedBy, type ProductConsolePorts } from "./ports.ts";
import { readableProduct, unknownProduct } from "./read-routes.ts";

const timeFault = (at: string): Refusal => new Refusal("invalid", { fields: { at } });

function publicationCalls(context: AppContext, calls: OperatorRouter, ports: ProductConsolePorts): void {
  const { db } = context;
  calls.on(publishMallProduct, async ({ productId, state, basedOn, at }, caller) => {
    const by = actedBy(context, caller, "mall.product");
    const found = await readableProduct(context, db, caller, productId);
    if (found.revision !== basedOn) {
      const name = found.changedBy && (await ports.operatorNames([found.changedBy])).get(found.changedBy);
      const data = { by: name || null, at: toShanghaiIso(found.changedTime), fields: [] };
      throw new Refusal("editConflict", { message: messages.conflict, data });
    }
    const action = state === "on" ? "publish" : "withdraw";
    const outcome =
      at === null
        ? await publishProduct(db, productId, state, by)
        : await planProduct(db, { productId, action, at: new Date(at) }, by);
    switch (outcome) {
      case "done":
        ports.invalidatePages();
        return {};
      case "again":
        throw new Refusal("stateChanged", { message: messages.same });
      case "noProduct":
        throw unknownProduct();
      case "past":
        throw timeFault(messages.timeOver);
      case "tooFar":
        throw timeFault(messages.timeTooFar);
    }
  });
  calls.on(cancelProductPlan, async (which, caller) => {
    await readableProduct(context, db, caller, which.productId);
    if (!(await cancelPlannedProduct(db, which, actedBy(context, caller, "mall.product"))))
      throw new Refusal("stateChanged", { message: messages.noPlan });
    return {};
  });
}

/** Registers the console's calls that publish products and adjust stock. */
export function productSaleCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: ProductConsolePorts,
): void {
  publicationCalls(context, calls, ports);
  calls.on(adjustMallStock, async ({ skuId, key, change, reason }, caller) => {
    const adjustment = { skuId, ...change, reason: trimmed(reason), causeId: key };
    const by = actedBy(context, caller, "mall.stock");
    const { outcome, onHand, reserved } = await adjustStockByOperator(context.db, adjustment, by);
    switch (outcome) {
      case "done":
        return { onHand, reserved };
      case "again":
        throw new Refusal("stateChanged", { message: messages.repeated });
      case "noSku":
        throw new Refusal("notFound", { message: messages.unknownSku });
      case "reserved":
        throw new Refusal("stateChanged", {
          message:
            "delta" in change ? messages.reserved(onHand - reserved) : messages.belowReserved(reserved),
        });
      case "tooMany":
        throw new Refusal("stateChanged", { message: messages.tooMany });
    }
  });
}
