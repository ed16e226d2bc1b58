import type { ProductChoices } from "#contract/console/mall/product-edit.ts";
import type { MallProductDetail, MallSkuRow } from "#contract/console/mall/products.ts";
import { formatClock } from "#contract/core/date-text.ts";
import { ConflictPanel } from "../../kit/overlay/conflict-panel.tsx";
import { changedValue, skuFieldOf } from "./form-values.ts";
import { productPageMessages } from "./messages.ts";
import type { useProductForm } from "./use-product-form.ts";
import { productFieldLabel, productValueText } from "./value-text.ts";

const { acts: texts } = productPageMessages;
const emptied = "—";

/** Value of a field of a stored product, by its name in versions. */
function storedValue({ fields, skus }: MallProductDetail, name: string): unknown {
  const sku = skuFieldOf(name);
  if (sku === null) return (fields as Readonly<Record<string, unknown>>)[name];
  return skus.find(({ skuId }) => skuId === sku.skuId)?.[sku.field as keyof MallSkuRow];
}

type ProductConflictPanelProps = {
  editor: ReturnType<typeof useProductForm>;
  choices: ProductChoices;
};
/** Asks field by field where a colleague changed the same ones. */
export function ProductConflictPanel({ editor, choices }: ProductConflictPanelProps) {
  const { conflict } = editor;
  if (conflict === null) return null;
  const { theirs, mine } = conflict;
  return (
    <ConflictPanel
      by={conflict.by ?? texts.somebody}
      at={formatClock(conflict.at)}
      fields={conflict.fields.map((name) => ({
        name,
        label: productFieldLabel(name, theirs.skus),
        mine: productValueText(name, changedValue(mine, name), choices) ?? emptied,
        theirs: productValueText(name, storedValue(theirs, name), choices) ?? emptied,
      }))}
      onSave={editor.resolve}
      onLater={editor.dismissConflict}
    />
  );
}
