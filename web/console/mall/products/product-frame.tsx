import type { ReactNode } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { MallProductDetail } from "#contract/console/mall/products.ts";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { PageHead } from "../../kit/layout/page-layout.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ConsolePage, useMay } from "../../shell/index.ts";
import { loadMallProduct, loadProductChoices, productKeys } from "./api.ts";
import { SaleButton } from "./publish-dialog.tsx";
import { productColumns, ProductBadge } from "./product-columns.tsx";
import { productPageMessages as texts } from "./messages.ts";

/** Choices of the form, which do not depend on what is typed. */
export const useProductChoices = () =>
  useQuery({ queryKey: productKeys.choices, queryFn: loadProductChoices, staleTime: 300_000 });

/** Reads the product again after a change. */
export function useRefreshProduct(productId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: productKeys.product(productId) });
    void client.invalidateQueries({ queryKey: productKeys.movements(productId) });
    void client.invalidateQueries({ queryKey: productKeys.versions(productId) });
    void client.invalidateQueries({ queryKey: [productKeys.list] });
  };
}

type ProductFrameProps = {
  /** Buttons before the one that publishes. */
  actions?: ReactNode;
  children: (product: MallProductDetail) => ReactNode;
};
/** Pages of one product: its head with state and tabs, and the states of its loading. */
export function ProductFrame({ actions, children }: ProductFrameProps) {
  const { productId = "" } = useParams();
  const mayWrite = useMay("mall.product");
  const refresh = useRefreshProduct(productId);
  const query = useQuery({
    queryKey: productKeys.product(productId),
    queryFn: () => loadMallProduct(productId),
  });
  const product = query.data;
  const base = `/products/${productId}`;
  return (
    <ConsolePage
      title={texts.title}
      heading={product?.fields.title ?? texts.noun}
      crumb={{ to: "/products", label: texts.listName }}
      right="mall.read"
      head={
        <PageHead
          label={texts.tabs.label}
          tabs={[
            { to: base, label: texts.tabs.edit },
            { to: `${base}/history`, label: texts.tabs.history },
          ]}
          actions={
            product && (
              <span className={utilityCss.row}>
                <span className={`${utilityCss.caption} ${utilityCss.secondary}`}>
                  {texts.detail.number(product.productId)} · {texts.detail.sold(product.sold)}
                </span>
                <ProductBadge state={product.state} />
                {actions}
                {mayWrite && <SaleButton product={product} onChanged={refresh} />}
              </span>
            )
          }
        />
      }
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={productColumns} />}
        thing={{ noun: texts.noun, list: "/products" }}
      >
        {(found) => children(found)}
      </QueryState>
    </ConsolePage>
  );
}
