import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import {
  LOW_STOCK,
  productStates,
  type MallProductRow,
  type MallProductState,
} from "#contract/console/mall/products.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge, type Tone } from "../../kit/display/badge.tsx";
import type { Column } from "../../kit/table/column.ts";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { yuanText } from "../money.ts";
import * as productsCss from "./products.module.css";
import { productPageMessages as texts } from "./messages.ts";

const { columns: labels } = texts;
const tones: Readonly<Record<MallProductState, Tone>> = { draft: "mute", on: "ok", off: "warn" };

/** State of a product. */
export const ProductBadge = ({ state }: { state: MallProductState }) => (
  <Badge tone={tones[state]} hasDot>
    {productStates[state]}
  </Badge>
);

function priceOf({ priceFen, mostFen }: MallProductRow): string {
  if (priceFen === null || mostFen === null) return "—";
  return priceFen === mostFen ? yuanText(priceFen) : `${yuanText(priceFen)}–${yuanText(mostFen)}`;
}
function FreeUnits({ row: { onHand, reserved, lowSkus, state } }: { row: MallProductRow }) {
  const free = onHand - reserved;
  return (
    <span className={productsCss.free}>
      {state === "on" && free <= 0 && <Badge tone="error">{texts.soldOut}</Badge>}
      {state === "on" && free > 0 && lowSkus > 0 && <Badge tone="warn">{texts.lowMark}</Badge>}
      <span className={free <= LOW_STOCK ? productsCss.low : undefined}>{free}</span>
      <span className={utilityCss.muted}>/ {reserved}</span>
    </span>
  );
}

const figure = { align: "end", isNumber: true } as const;
/** Columns of the list of products. */
export const productColumns: readonly Column<MallProductRow>[] = [
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
  { id: "free", label: labels.free, ...figure, cell: (row) => <FreeUnits row={row} /> },
  { id: "sold", label: labels.sold, ...figure, hideBelow: "narrow", cell: ({ sold }) => sold },
  {
    id: "changed",
    label: labels.changed,
    ...figure,
    hideBelow: "medium",
    cell: ({ changedTime }) => formatShort(changedTime),
  },
  { id: "state", label: labels.state, cell: ({ state }) => <ProductBadge state={state} /> },
];
