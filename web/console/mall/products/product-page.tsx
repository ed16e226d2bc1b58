import { useState } from "react";
import { useParams } from "react-router";
import { useWatch } from "react-hook-form";
import type { ProductChoices } from "#contract/console/mall/product-edit.ts";
import type { MallProductDetail, MallSkuRow } from "#contract/console/mall/products.ts";
import { EyeIcon } from "../../../ui/icons/form-icons.tsx";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { FormFrame } from "../../kit/form/form-frame.tsx";
import type { ConsoleForm } from "../../kit/form/use-console-form.ts";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { WithAside } from "../../kit/layout/page-layout.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { useMay } from "../../shell/index.ts";
import type { ProductFormValues } from "./form-values.ts";
import { PlansPanel } from "./plans-panel.tsx";
import { ProductConflictPanel } from "./product-conflict.tsx";
import { productColumns } from "./product-columns.tsx";
import { ProductForm } from "./product-form.tsx";
import { ProductFrame, useProductChoices, useRefreshProduct } from "./product-frame.tsx";
import { ProductPreview } from "./product-preview.tsx";
import { PlannedNotes } from "./publish-dialog.tsx";
import { RulesPanel } from "./rules-panel.tsx";
import { StockDialog } from "./stock-dialog.tsx";
import { StockPanel } from "./stock-panel.tsx";
import { useProductForm } from "./use-product-form.ts";
import { productPageMessages as texts } from "./messages.ts";
import { skuName } from "./value-text.ts";

/** One product: what it is, its matrix with prices and stock, and what is planned. */
export function ProductDetailPage() {
  const { productId = "" } = useParams();
  const [isPreviewing, setPreviewing] = useState(false);
  const choices = useProductChoices();
  const refresh = useRefreshProduct(productId);
  return (
    <ProductFrame
      actions={
        <ConsoleButton onClick={() => setPreviewing(true)}>
          <EyeIcon size={16} />
          {texts.acts.preview}
        </ConsoleButton>
      }
    >
      {(product) => (
        <QueryState query={choices} skeleton={<TableSkeleton columns={productColumns} />}>
          {(found) => (
            <ProductEditor
              // A saved or restored product is a new form.
              key={`${product.productId} ${product.revision}`}
              product={product}
              choices={found}
              isPreviewing={isPreviewing}
              onPreviewEnd={() => setPreviewing(false)}
              onChanged={refresh}
            />
          )}
        </QueryState>
      )}
    </ProductFrame>
  );
}

type ProductEditorProps = {
  product: MallProductDetail;
  choices: ProductChoices;
  isPreviewing: boolean;
  onPreviewEnd: () => void;
  onChanged: () => Promise<void>;
};
function ProductEditor({ product, choices, isPreviewing, onPreviewEnd, onChanged }: ProductEditorProps) {
  const [mayWrite, mayStock] = [useMay("mall.product"), useMay("mall.stock")];
  const [adjusting, setAdjusting] = useState<MallSkuRow | null>(null);
  const editor = useProductForm(product);
  const isReadOnly = !mayWrite;
  return (
    <div className={utilityCss.stack}>
      <PlannedNotes product={product} mayWrite={mayWrite} onChanged={onChanged} />
      <WithAside
        aside={
          <>
            <StockPanel product={product} />
            <RulesPanel of={editor.form} choices={choices} isReadOnly={isReadOnly} />
            <PlansPanel product={product} mayWrite={mayWrite} onChanged={onChanged} />
          </>
        }
      >
        <FormFrame
          of={editor.form}
          label={texts.detail.basics}
          isReadOnly={isReadOnly}
          actions={
            <span className={`${utilityCss.caption} ${utilityCss.secondary}`}>
              {product.state === "on" ? texts.detail.liveHint : texts.detail.draftHint}
            </span>
          }
        >
          <ProductForm
            of={editor.form}
            choices={choices}
            skus={product.skus}
            openOrders={product.openOrders}
            isReadOnly={isReadOnly}
            onAdjust={mayStock ? setAdjusting : null}
          />
        </FormFrame>
      </WithAside>
      <ProductConflictPanel editor={editor} choices={choices} />
      {adjusting && (
        <StockDialog
          key={adjusting.skuId}
          sku={adjusting}
          name={skuName(adjusting.optionValues)}
          onChanged={onChanged}
          onClose={() => setAdjusting(null)}
        />
      )}
      {isPreviewing && (
        <Preview
          of={editor.form}
          publicId={product.state === "on" ? product.productId : null}
          onClose={onPreviewEnd}
        />
      )}
    </div>
  );
}

type PreviewProps = { of: ConsoleForm<ProductFormValues>; publicId: string | null; onClose: () => void };
/** Preview of what stands in the form. */
export function Preview({ of: { form }, publicId, onClose }: PreviewProps) {
  const values = useWatch({ control: form.control }) as ProductFormValues;
  return <ProductPreview values={values} publicId={publicId} onClose={onClose} />;
}
