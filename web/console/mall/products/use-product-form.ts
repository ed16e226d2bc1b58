import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { editConflictData, type EditConflict } from "#contract/console/activity/draft.ts";
import type { SavedMallProduct } from "#contract/console/mall/product-edit.ts";
import type { MallProductDetail } from "#contract/console/mall/products.ts";
import { Refusal } from "#contract/core/errors.ts";
import { useConsoleForm, type ConsoleForm } from "../../kit/form/use-console-form.ts";
import type { ConflictChoice } from "../../kit/overlay/conflict-panel.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { useFormDraft } from "../../shell/index.ts";
import { loadMallProduct, productKeys, saveProductChanges } from "./api.ts";
import {
  productChangesOf,
  formValuesOf,
  productFormSchema,
  withoutFields,
  type ProductChanges,
  type ProductFormValues,
} from "./form-values.ts";
import { productPageMessages } from "./messages.ts";
import { productFieldLabels } from "./value-text.ts";

const { acts: texts } = productPageMessages;

/** A save that met a colleague's. */
type ProductConflict = EditConflict & {
  readonly mine: ProductChanges;
  /** The product as it is now. */
  readonly theirs: MallProductDetail;
};
type ProductEditor = {
  readonly form: ConsoleForm<ProductFormValues>;
  readonly conflict: ProductConflict | null;
  /** Saves the chosen values upon the colleague's. */
  resolve(choices: Readonly<Record<string, ConflictChoice>>): Promise<void>;
  dismissConflict(): void;
};

/** A refusal's faults at the fields of the form. */
export function formFaults(error: Refusal, values: ProductFormValues): Refusal {
  const fields = Object.entries(error.fields).map(([name, message]) => {
    const [, skuId] = /^skus\.(\d+)$/.exec(name) ?? [];
    const at = values.rows.findIndex((row) => row.skuId === skuId);
    // A fault of the matrix as a whole stands at the options.
    const shown =
      skuId === undefined ? name.replace(/^fields\./, "") : at < 0 ? "options" : `rows.${at}.price`;
    return [shown.startsWith("skus") ? "options" : shown, message] as const;
  });
  return new Refusal("invalid", { message: error.message, fields: Object.fromEntries(fields) });
}

/** Form of a stored product: sends what was changed, and asks where a colleague changed the same (requirement CO86). */
export function useProductForm(product: MallProductDetail): ProductEditor {
  const client = useQueryClient();
  const { productId } = product;
  const [conflict, setConflict] = useState<ProductConflict | null>(null);
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: productKeys.product(productId) });
    void client.invalidateQueries({ queryKey: productKeys.versions(productId) });
    void client.invalidateQueries({ queryKey: [productKeys.list] });
  };
  const tellMerged = ({ merged }: SavedMallProduct): void => {
    if (merged === null || merged.fields.length === 0) return;
    showResult(
      texts.saved(
        texts.mergedOf(merged.by ?? texts.somebody, productFieldLabels(merged.fields, product.skus)),
      ),
    );
  };
  const send = async (changes: ProductChanges, basedOn: number): Promise<void> => {
    try {
      tellMerged(await saveProductChanges({ productId, basedOn, ...changes }));
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== "editConflict") throw error;
      const data = editConflictData.safeParse(error.data);
      if (!data.success) throw error;
      setConflict({ ...data.data, mine: changes, theirs: await loadMallProduct(productId) });
      throw error;
    }
    setConflict(null);
    await refresh();
  };
  const draft = useFormDraft<ProductFormValues>(`product.${productId}.${product.revision}`);
  const form = useConsoleForm<ProductFormValues>({
    values: formValuesOf(product),
    schema: productFormSchema,
    draft,
    onSave: async (values) => {
      try {
        await send(productChangesOf(product, values), product.revision);
      } catch (error) {
        throw error instanceof Refusal && error.refusal === "invalid" ? formFaults(error, values) : error;
      }
    },
  });
  return {
    form,
    conflict,
    dismissConflict: () => setConflict(null),
    async resolve(choices) {
      if (conflict === null) return;
      const left = Object.keys(choices).filter((name) => choices[name] === "theirs");
      try {
        await send(withoutFields(conflict.mine, left), conflict.theirs.revision);
        draft.drop();
      } catch (error) {
        // Another conflict is shown in place of this one.
        if (!(error instanceof Refusal) || error.refusal !== "editConflict") throw error;
      }
    },
  };
}
