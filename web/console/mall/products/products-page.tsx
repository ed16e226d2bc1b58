import {
  LOW_STOCK,
  productStates,
  type MallProductFilter,
  type MallProductRow,
  type MallProductState,
} from "#contract/console/mall/products.ts";
import { PlusIcon } from "../../../ui/icons/mall-icons.tsx";
import { ConsoleLink } from "../../kit/controls/console-button.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../../kit/list/list-address.ts";
import { ListPage } from "../../kit/list/list-page.tsx";
import { useList } from "../../kit/list/use-list.ts";
import { ConsolePage, ListExport, useMay } from "../../shell/index.ts";
import { loadMallProducts, productKeys } from "./api.ts";
import { productPageMessages as texts } from "./messages.ts";
import { productColumns } from "./product-columns.tsx";

const states = Object.keys(productStates) as MallProductState[];
const filters: readonly ListFilter[] = [
  {
    kind: "select",
    name: "state",
    label: texts.filters.state,
    options: states.map((value) => ({ value, label: productStates[value] })),
  },
  {
    kind: "select",
    name: "stock",
    label: texts.filters.low,
    options: [{ value: "low", label: texts.low(LOW_STOCK) }],
  },
  { kind: "text", name: "find", label: texts.filters.find, placeholder: texts.filters.findHint },
];
function toFilter(values: FilterValues): MallProductFilter {
  const state = states.find((one) => one === values["state"]?.[0]);
  const find = values["find"]?.[0]?.trim() ?? "";
  return {
    ...(state !== undefined && { state }),
    ...(values["stock"]?.[0] === "low" && { isLow: true }),
    ...(find !== "" && { find }),
  };
}

/** 商品与库存: products with their prices and stock. */
export function MallProductsPage() {
  const mayWrite = useMay("mall.product");
  const list = useList<MallProductFilter, "changed", MallProductRow>({
    name: productKeys.list,
    filters,
    toFilter,
    load: loadMallProducts,
  });
  const create = mayWrite && (
    <ConsoleLink look="primary" to="/products/new">
      <PlusIcon size={16} />
      {texts.create}
    </ConsoleLink>
  );
  return (
    <ConsolePage title={texts.title} right="mall.read" actions={create}>
      <ListPage
        list={list}
        tools={<ListExport list="products" of={list} />}
        label={texts.list}
        right="mall.read"
        columns={productColumns}
        rowId={({ productId }) => productId}
        rowName={({ title }) => title}
        secondLine={({ categoryName }) => categoryName}
        rowLink={({ productId }) => `/products/${productId}`}
        empty={<EmptyPage title={texts.empty.title} text={texts.empty.text} />}
      />
    </ConsolePage>
  );
}
