import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { MallProductDetail, MallSkuRow } from "#contract/console/mall/products.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { PageHead, Panel } from "../../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import type { Column } from "../../kit/table/column.ts";
import { DataTable } from "../../kit/table/data-table.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ConsolePage, useMay } from "../../shell/index.ts";
import { yuanText } from "../money.ts";
import { loadMallProduct, productKeys, setProductOnSale } from "./api.ts";
import { ProductForm } from "./product-form.tsx";
import { ProductBadge } from "./products-page.tsx";
import * as productsCss from "./products.module.css";
import { StockDialog } from "./stock-dialog.tsx";
import { productPageMessages as texts } from "./messages.ts";

const { detail: labels, acts } = texts;
export const skuName = ({ optionValues }: Pick<MallSkuRow, "optionValues">): string =>
  optionValues.length === 0 ? labels.none : optionValues.join(" · ");
const figure = { align: "end", isNumber: true } as const;

const stockColumns = (onAdjust: ((sku: MallSkuRow) => void) | null): readonly Column<MallSkuRow>[] => [
  { id: "sku", label: labels.sku, isWide: true, cell: skuName },
  {
    id: "plans",
    label: labels.plans,
    hideBelow: "narrow",
    cell: ({ plans }) =>
      plans
        .map(({ priceFen, audience, fromTime, toTime }) => {
          const shown = labels.plan(yuanText(priceFen), formatShort(fromTime), formatShort(toTime));
          return audience === "owners" ? `${labels.ownersOnly} ${shown}` : shown;
        })
        .join("；"),
  },
  { id: "onHand", label: labels.onHand, ...figure, cell: ({ onHand }) => onHand },
  { id: "reserved", label: labels.reserved, ...figure, cell: ({ reserved }) => reserved },
  {
    id: "free",
    label: labels.free,
    ...figure,
    cell: ({ onHand, reserved }) => (
      <span className={onHand - reserved <= 0 ? productsCss.low : undefined}>{onHand - reserved}</span>
    ),
  },
  ...(onAdjust === null
    ? []
    : [
        {
          id: "adjust",
          label: acts.adjust,
          cell: (sku: MallSkuRow) => (
            <ConsoleButton isSmall onClick={() => onAdjust(sku)}>
              {acts.adjust}
            </ConsoleButton>
          ),
        },
      ]),
];

/** Publishes or withdraws the product. */
function SaleButton({ product, onChanged }: { product: MallProductDetail; onChanged: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const isOn = product.state === "on";
  const verb = isOn ? acts.withdraw : acts.publish;
  return (
    <>
      <ConsoleButton look={isOn ? "dangerOutline" : "primary"} onClick={() => setAsking(true)}>
        {verb}
      </ConsoleButton>
      <ConfirmDialog
        isOpen={isAsking}
        isDanger={isOn}
        title={verb}
        text={isOn ? acts.withdrawText : acts.publishText}
        confirm={verb}
        onConfirm={async () => {
          const { productId, revision: basedOn } = product;
          await setProductOnSale({ productId, state: isOn ? "off" : "on", basedOn });
          showResult(isOn ? acts.withdrawn : acts.published);
          await onChanged();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** One product: texts, matrix of prices, stock with what open orders hold. */
export function ProductDetailPage() {
  const { productId = "" } = useParams();
  const client = useQueryClient();
  const [mayWrite, mayStock] = [useMay("mall.product"), useMay("mall.stock")];
  const [adjusting, setAdjusting] = useState<MallSkuRow | null>(null);
  const query = useQuery({
    queryKey: productKeys.product(productId),
    queryFn: () => loadMallProduct(productId),
  });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: productKeys.product(productId) });
    void client.invalidateQueries({ queryKey: [productKeys.list] });
  };
  const product = query.data;
  return (
    <ConsolePage
      title={texts.title}
      heading={product?.title ?? texts.noun}
      crumb={{ to: "/products", label: texts.listName }}
      right="mall.read"
      head={
        product && (
          <PageHead actions={mayWrite && <SaleButton product={product} onChanged={refresh} />}>
            <ProductBadge state={product.state} />
            <span className={utilityCss.secondary}>{labels.sold(product.sold)}</span>
          </PageHead>
        )
      }
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={stockColumns(null)} />}
        thing={{ noun: texts.noun, list: "/products" }}
      >
        {(found) => (
          <>
            <Panel title={labels.texts} hint={labels.snapshot}>
              <ProductForm key={found.revision} product={found} isReadOnly={!mayWrite} onSaved={refresh} />
            </Panel>
            <DataTable
              label={labels.onHand}
              columns={stockColumns(mayStock ? setAdjusting : null)}
              rows={found.skus}
              rowId={({ skuId }) => skuId}
              rowName={skuName}
            />
          </>
        )}
      </QueryState>
      {adjusting && (
        <StockDialog
          key={adjusting.skuId}
          sku={adjusting}
          name={skuName(adjusting)}
          onChanged={refresh}
          onClose={() => setAdjusting(null)}
        />
      )}
    </ConsolePage>
  );
}
