import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { ProductChoices } from "#contract/console/mall/product-edit.ts";
import { Refusal } from "#contract/core/errors.ts";
import { EyeIcon } from "../../../ui/icons/form-icons.tsx";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { FormFrame } from "../../kit/form/form-frame.tsx";
import { useConsoleForm } from "../../kit/form/use-console-form.ts";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { PageHead, WithAside } from "../../kit/layout/page-layout.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ConsolePage, useFormDraft } from "../../shell/index.ts";
import { createProduct, productKeys } from "./api.ts";
import {
  productChangesOf,
  productFieldsOf,
  newProductValues,
  productFormSchema,
  type ProductFormValues,
} from "./form-values.ts";
import { productPageMessages as texts } from "./messages.ts";
import { productColumns, ProductBadge } from "./product-columns.tsx";
import { ProductForm } from "./product-form.tsx";
import { useProductChoices } from "./product-frame.tsx";
import { Preview } from "./product-page.tsx";
import { RulesPanel } from "./rules-panel.tsx";
import { formFaults } from "./use-product-form.ts";

/** 新建商品: the form of a product that is not there yet; it becomes a draft. */
export function NewProductPage() {
  const [isPreviewing, setPreviewing] = useState(false);
  const choices = useProductChoices();
  return (
    <ConsolePage
      title={texts.create}
      crumb={{ to: "/products", label: texts.listName }}
      right="mall.product"
      head={
        <PageHead
          actions={
            <ConsoleButton onClick={() => setPreviewing(true)}>
              <EyeIcon size={16} />
              {texts.acts.preview}
            </ConsoleButton>
          }
        >
          <ProductBadge state="draft" />
          <span className={utilityCss.secondary}>{texts.detail.draftHint}</span>
        </PageHead>
      }
    >
      <QueryState query={choices} skeleton={<TableSkeleton columns={productColumns} />}>
        {(found) => (
          <NewProductForm
            choices={found}
            isPreviewing={isPreviewing}
            onPreviewEnd={() => setPreviewing(false)}
          />
        )}
      </QueryState>
    </ConsolePage>
  );
}

/** Values of the first visit: the only freight and category are chosen. */
const firstValues = ({ freights, categories }: ProductChoices): ProductFormValues => ({
  ...newProductValues(),
  freightId: freights[0]?.freightId ?? "",
  categoryId: categories.length === 1 ? (categories[0]?.categoryId ?? "") : "",
});

type NewProductFormProps = { choices: ProductChoices; isPreviewing: boolean; onPreviewEnd: () => void };
function NewProductForm({ choices, isPreviewing, onPreviewEnd }: NewProductFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useConsoleForm<ProductFormValues>({
    values: firstValues(choices),
    schema: productFormSchema,
    draft: useFormDraft<ProductFormValues>("product.new"),
    onSave: async (values) => {
      const fields = productFieldsOf(values);
      try {
        const { productId } = await createProduct({
          fields,
          skus: productChangesOf({ fields, skus: [] }, values).skus,
        });
        showResult(texts.acts.created);
        void client.invalidateQueries({ queryKey: [productKeys.list] });
        // After the form has noted that it was saved.
        setTimeout(() => void navigate(`/products/${productId}`, { replace: true }));
      } catch (error) {
        throw error instanceof Refusal && error.refusal === "invalid" ? formFaults(error, values) : error;
      }
    },
  });
  return (
    <>
      <WithAside aside={<RulesPanel of={form} choices={choices} isReadOnly={false} />}>
        <FormFrame of={form} label={texts.create} submit={texts.acts.create}>
          <ProductForm
            of={form}
            choices={choices}
            skus={[]}
            openOrders={0}
            isReadOnly={false}
            onAdjust={null}
          />
        </FormFrame>
      </WithAside>
      {isPreviewing && <Preview of={form} publicId={null} onClose={onPreviewEnd} />}
    </>
  );
}
