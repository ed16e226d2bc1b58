import * as cartCss from "./cart.module.css";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CartLine } from "#contract/mall/cart.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { IconButton } from "../../ui/form/button.tsx";
import { TrashIcon } from "../../ui/icons/mall-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import * as textCss from "../../ui/styles/text.module.css";
import { Price } from "../../ui/display/price.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { mostOf } from "./cart-groups.ts";
import { cartMessages } from "./cart-messages.ts";

type CartLineRowProps = {
  line: CartLine;
  isBusy: boolean;
  change: (qty: number, isChosen: boolean) => void;
  remove: () => void;
  /** Asks for a notice of new stock; null unless the line is sold out. */
  notice: ReactNode;
};

/** Facts about a line: its price moved, little is left, it is limited. */
function notesOf({ priceFen, addedFen, state, left, buyMost }: CartLine): string[] {
  const moved = priceFen - addedFen;
  return [
    ...(moved < 0 ? [cartMessages.cheaper(priceText(-moved))] : []),
    ...(moved > 0 ? [cartMessages.dearer(priceText(moved))] : []),
    ...(state === "short" && left !== null ? [cartMessages.short(left)] : []),
    ...(buyMost === null ? [] : [cartMessages.limit(buyMost)]),
  ];
}

/** A line of the cart with its choice, quantity and removal. */
export function CartLineRow({ line, isBusy, change, remove, notice }: CartLineRowProps) {
  const { productId, title, coverUrl, optionValues, qty, isChosen, priceFen, state } = line;
  const isBuyable = state === "ok" || state === "short";
  return (
    <li className={classNames(cartCss.line, !isBuyable && cartCss.gone)}>
      <label className={cartCss.check}>
        <input
          type="checkbox"
          checked={isBuyable && isChosen}
          disabled={!isBuyable || isBusy}
          aria-label={cartMessages.choose(title)}
          onChange={({ target }) => change(qty, target.checked)}
        />
      </label>
      <Link className={cartCss.picture} to={`/mall/product/${productId}`} tabIndex={-1} aria-hidden="true">
        <ResponsivePicture url={coverUrl} width={88} height={88} />
      </Link>
      <div className={cartCss.facts}>
        <div className={cartCss.row}>
          <Link className={cartCss.title} to={`/mall/product/${productId}`}>
            <span className={`${textCss.small} ${textCss.twoLines}`}>{title}</span>
          </Link>
          <IconButton
            label={cartMessages.removeOf(title)}
            icon={<TrashIcon size={16} />}
            disabled={isBusy}
            onClick={remove}
          />
        </div>
        {optionValues.length > 0 && (
          <p className={`${textCss.caption} ${textCss.secondary}`}>{optionValues.join(" · ")}</p>
        )}
        {notesOf(line).map((note) => (
          <p key={note} className={`${textCss.caption} ${textCss.accent}`}>
            {note}
          </p>
        ))}
        <div className={cartCss.row}>
          <Price fen={priceFen} />
          {isBuyable ? (
            <Stepper
              label={cartMessages.quantity(title)}
              value={qty}
              most={Math.max(qty, mostOf(line))}
              isBusy={isBusy}
              onChange={(next) => change(next, isChosen)}
            />
          ) : (
            notice
          )}
        </div>
      </div>
    </li>
  );
}
