import * as orderCss from "./order.module.css";
import type { ReactNode } from "react";
import { priceText } from "#contract/mall/price-text.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as textCss from "../../ui/styles/text.module.css";
import { orderMessages } from "./order-messages.ts";

type OrderLineRowProps = {
  title: string;
  coverUrl: string;
  optionValues: readonly string[];
  /** null: no price is shown. */
  priceFen: number | null;
  /** Number of units; null where `children` show it. */
  qty: number | null;
  /** In place of the number alone: 退 2 件. */
  qtyText?: string | null;
  /** Control at the end of the price's row, in place of the number. */
  control?: ReactNode;
  /** Notes and controls below the price. */
  children?: ReactNode;
};

/** One product of an order: picture, title, options, unit price. */
export const OrderProduct = ({
  title,
  coverUrl,
  optionValues,
  priceFen,
  qty,
  qtyText = qty === null ? null : orderMessages.unitsOf(qty),
  control,
  children,
}: OrderLineRowProps) => (
  <li className={orderCss.line}>
    <ResponsivePicture url={coverUrl} width={72} height={72} />
    <div>
      <p className={`${textCss.small} ${textCss.twoLines}`}>
        <TitleText text={title} />
      </p>
      {optionValues.length > 0 && (
        <p className={`${textCss.caption} ${textCss.secondary}`}>{optionValues.join(" · ")}</p>
      )}
      <div className={`${orderCss.between} ${textCss.small}`}>
        {priceFen !== null && <b className={textCss.numeric}>¥{priceText(priceFen)}</b>}
        {qtyText !== null && <span className={textCss.tertiary}>{qtyText}</span>}
        {control !== undefined && <span className={orderCss.control}>{control}</span>}
      </div>
      {children}
    </div>
  </li>
);
