import {
  addMallProduct,
  putPricePlan,
  removePricePlan,
  saveMallProduct,
} from "#contract/console/mall/product-edit.ts";
import type { ProductFieldValues } from "#contract/console/mall/product-fields.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import {
  insertNewProduct,
  editProduct,
  type EditOutcome,
  type OtherChanges,
  type ProductFields,
} from "../operator/edit.ts";
import { putPlannedPrice, removePlannedPrice } from "../operator/price-plan.ts";
import type { SaveFault } from "../operator/save.ts";
import { consoleProductMessages as messages } from "./messages.ts";
import { actedBy, type ProductConsolePorts } from "./ports.ts";
import { unknownProduct } from "./read-routes.ts";

type Names = Pick<ProductConsolePorts, "operatorNames">;
const presentOthers = async ({ operatorNames }: Names, { by, at, fields }: OtherChanges) => ({
  by: (by !== null && (await operatorNames([by])).get(by)) || null,
  at: toShanghaiIso(at),
  fields: [...fields],
});
const faultWords = (faults: Readonly<Record<string, SaveFault>>): Refusal =>
  new Refusal("invalid", {
    fields: Object.fromEntries(
      Object.entries(faults).map(([field, fault]) => [field, messages.faults[fault]]),
    ),
  });

/** The saved product. @throws Refusal for an outcome that changed nothing because it was refused */
export async function mustBeSaved(
  ports: Names,
  result: EditOutcome,
): Promise<Extract<EditOutcome, { outcome: "done" | "same" }>> {
  switch (result.outcome) {
    case "done":
    case "same":
      return result;
    case "conflict":
      throw new Refusal("editConflict", { data: await presentOthers(ports, result) });
    case "notFound":
      throw unknownProduct();
    case "faults":
      throw faultWords(result.faults);
  }
}

type ChangedFields = { [F in keyof ProductFieldValues]?: ProductFieldValues[F] | undefined };
const withoutUndefined = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
/** Fields as they are stored: texts trimmed, times in ms. */
function storedFields({ saleFrom, title, subtitle, ...given }: ChangedFields): Partial<ProductFields> {
  return {
    ...(withoutUndefined(given) as Partial<ProductFields>),
    ...(title !== undefined && { title: trimmed(title) }),
    ...(subtitle !== undefined && { subtitle: trimmed(subtitle) }),
    ...(saleFrom !== undefined && { saleFrom: saleFrom === null ? null : Date.parse(saleFrom) }),
  };
}

function priceCalls(context: AppContext, calls: OperatorRouter, ports: ProductConsolePorts): void {
  const { db } = context;
  calls.on(putPricePlan, async ({ fromTime, toTime, ...plan }, caller) => {
    const times = { fromTime: Date.parse(fromTime), toTime: Date.parse(toTime) };
    const result = await putPlannedPrice(db, { ...plan, ...times }, actedBy(context, caller, "mall.product"));
    switch (result.outcome) {
      case "done":
      case "same":
        ports.invalidatePages();
        return { planId: result.planId };
      case "notFound":
        throw new Refusal("notFound", { message: messages.unknownSku });
      case "over":
        throw new Refusal("stateChanged", { message: messages.planOver });
      case "times":
        throw new Refusal("invalid", { fields: { toTime: messages.planTimes } });
    }
  });
  calls.on(removePricePlan, async ({ planId }, caller) => {
    const result = await removePlannedPrice(db, planId, actedBy(context, caller, "mall.product"));
    if (result.outcome !== "done") throw new Refusal("notFound", { message: messages.planOver });
    ports.invalidatePages();
    return {};
  });
}

/** Registers the console's calls that add and change products. */
export function productEditCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: ProductConsolePorts,
): void {
  const { db } = context;
  calls.on(addMallProduct, async ({ fields, skus }, caller) => {
    const product = { ...fields, ...storedFields(fields) } as ProductFields;
    const done = await insertNewProduct(
      db,
      { fields: product, skus },
      actedBy(context, caller, "mall.product"),
    );
    const { productId, revision } = await mustBeSaved(ports, done);
    return { productId, revision };
  });
  calls.on(saveMallProduct, async ({ productId, basedOn, fields, skus }, caller) => {
    const edit = { productId, basedOn, fields: storedFields(fields), skus };
    const done = await editProduct(db, edit, actedBy(context, caller, "mall.product"));
    const { revision, merged } = await mustBeSaved(ports, done);
    ports.invalidatePages();
    return { revision, merged: merged && (await presentOthers(ports, merged)) };
  });
  priceCalls(context, calls, ports);
}
