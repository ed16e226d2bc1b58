import * as priceCss from "./price.module.css";
import { priceText } from "#contract/mall/price-text.ts";
import { classNames } from "../styles/class-names.ts";
import * as textCss from "../styles/text.module.css";
import { priceMessages } from "./price-messages.ts";

type PriceProps = { fen: number; /** The lowest of several prices. */ isFrom?: boolean; isLarge?: boolean };

/** An amount in yuan. */
export const Price = ({ fen, isFrom = false, isLarge = false }: PriceProps) => (
  <span className={classNames(priceCss.price, isLarge && priceCss.large)}>
    <small>¥</small>
    {priceText(fen)}
    {isFrom && <i>{priceMessages.from}</i>}
  </span>
);

/** The list price, crossed out; nothing if it is not higher than the price. */
export const ListPrice = ({ listFen, fen }: { listFen: number | null; fen: number }) =>
  listFen !== null && listFen > fen ? (
    <s className={priceCss.struck}>
      <span className={textCss.visuallyHidden}>{priceMessages.listPrice}</span>¥{priceText(listFen)}
    </s>
  ) : null;
