import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import {
  LOW_STOCK,
  productStates,
  type MallProductFilter,
  type MallProductRow,
  type MallProductState,
} from "#contract/console/mall/products.ts";
import { Badge, type Tone } from "../../kit/display/badge.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../../kit/list/list-address.ts";
import { ListPage } from "../../kit/list/list-page.tsx";
import { useList } from "../../kit/list/use-list.ts";
import type { Column } from "../../kit/table/column.ts";
import { ConsolePage, ListExport } from "../../shell/index.ts";
import { yuanText } from "../money.ts";
import { loadMallProducts, productKeys } from "./api.ts";
import * as productsCss from "./products.module.css";
import { productPageMessages as texts } from "./messages.ts";

const { columns: labels } = texts;
const tones: Readonly<Record<MallProductState, Tone>> = { draft: "mute", on: "ok", off: "warn" };
const states = Object.keys(productStates) as MallProductState[];

/** State of a product. */
export const ProductBadge = ({ state }: { state: MallProductState }) => (
  <Badge tone={tones[state]} hasDot>
    {productStates[state]}
  </Badge>
);

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

function priceOf({ priceFen, mostFen }: MallProductRow): string {
  if (priceFen === null || mostFen === null) return "—";
  return priceFen === mostFen ? yuanText(priceFen) : `${yuanText(priceFen)}–${yuanText(mostFen)}`;
}
const figure = { align: "end", isNumber: true } as const;
const columns: readonly Column<MallProductRow>[] = [
  {
    id: "product",
    label: labels.product,
    isWide: true,
    cell: ({ title, coverUrl }) => (
      <span className={productsCss.goods}>
        {coverUrl !== "" && (
          <img
            src={pictureUrl(coverUrl, { width: 72, height: 72 })}
            alt=""
            loading="lazy"
            width={36}
            height={36}
          />
        )}
        <span>{title}</span>
      </span>
    ),
  },
  { id: "category", label: labels.category, hideBelow: "medium", cell: ({ categoryName }) => categoryName },
  { id: "price", label: labels.price, ...figure, cell: priceOf },
  { id: "skus", label: labels.skus, ...figure, hideBelow: "narrow", cell: ({ skus }) => skus },
  { id: "stock", label: labels.stock, ...figure, hideBelow: "narrow", cell: ({ onHand }) => onHand },
  {
    id: "free",
    label: labels.free,
    ...figure,
    cell: ({ onHand, reserved }) => (
      <span className={onHand - reserved <= LOW_STOCK ? productsCss.low : undefined}>
        {onHand - reserved}
      </span>
    ),
  },
  { id: "sold", label: labels.sold, ...figure, hideBelow: "narrow", cell: ({ sold }) => sold },
  { id: "state", label: labels.state, cell: ({ state }) => <ProductBadge state={state} /> },
];

/** 商品与库存: products with their prices and stock. */
export function MallProductsPage() {
  const list = useList<MallProductFilter, "changed", MallProductRow>({
    name: productKeys.list,
    filters,
    toFilter,
    load: loadMallProducts,
  });
  return (
    <ConsolePage title={texts.title} right="mall.read">
      <ListPage
        list={list}
        tools={<ListExport list="products" of={list} />}
        label={texts.list}
        right="mall.read"
        columns={columns}
        rowId={({ productId }) => productId}
        rowName={({ title }) => title}
        secondLine={({ categoryName }) => categoryName}
        rowLink={({ productId }) => `/products/${productId}`}
        empty={<EmptyPage title={texts.empty.title} text={texts.empty.text} />}
      />
    </ConsolePage>
  );
}
