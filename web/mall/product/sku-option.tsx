import * as skuSheetCss from "./sku-sheet.module.css";
import { useId, type KeyboardEvent } from "react";
import type { Offer, ProductDetail } from "#contract/mall/product.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import * as textCss from "../../ui/styles/text.module.css";
import { productMessages } from "./product-messages.ts";
import { valueState, type SkuChoice } from "./sku-choice.ts";

type SkuOptionProps = {
  product: ProductDetail;
  offers: ReadonlyMap<string, Offer>;
  option: ProductDetail["options"][number];
  choice: SkuChoice;
  onPress: (value: string) => void;
};

/** Arrow keys move between the values of an option, as in a group of radio buttons. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = ["ArrowRight", "ArrowDown"].includes(key)
    ? 1
    : ["ArrowLeft", "ArrowUp"].includes(key)
      ? -1
      : 0;
  if (step === 0) return;
  const buttons = [...currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

/** The picture of the first SKU with a value, if the pictures of the values differ. */
function pictureOf({ skus, options }: ProductDetail, name: string, value: string): string | null {
  const place = options.findIndex((option) => option.name === name);
  const all = new Set(skus.map(({ imageUrl }) => imageUrl));
  if (place !== 0 || all.size < 2) return null;
  return skus.find(({ optionValues }) => optionValues[place] === value)?.imageUrl ?? null;
}

/** One option of a product: its values with those that are sold out or impossible marked. */
export function SkuOption({ product, offers, option, choice, onPress }: SkuOptionProps) {
  const { name, values } = option;
  const labelId = useId();
  const isMissing = choice[name] === undefined;
  const firstFree = values.find((value) => valueState(product, offers, choice, name, value) !== "impossible");
  return (
    <section className={skuSheetCss.option}>
      <p className={skuSheetCss.label}>
        <b id={labelId}>{name}</b>
        <span className={`${textCss.caption} ${isMissing ? textCss.accent : textCss.tertiary}`}>
          {isMissing ? productMessages.pleaseChoose(name) : productMessages.valueCount(values.length, name)}
        </span>
      </p>
      <div
        className={skuSheetCss.values}
        role="radiogroup"
        aria-labelledby={labelId}
        data-option={name}
        onKeyDown={moveFocus}
      >
        {values.map((value) => {
          const state = valueState(product, offers, choice, name, value);
          const isOn = choice[name] === value;
          const picture = pictureOf(product, name, value);
          const isImpossible = state === "impossible";
          const label = isImpossible ? `${value}，${productMessages.impossible}` : undefined;
          return (
            <button
              key={value}
              type="button"
              role="radio"
              aria-checked={isOn}
              aria-disabled={isImpossible || undefined}
              aria-label={label}
              tabIndex={isOn || (isMissing && value === firstFree) ? 0 : -1}
              className={classNames(skuSheetCss.value, state === "out" && skuSheetCss.out)}
              onClick={() => !isImpossible && onPress(value)}
            >
              {picture !== null && <ResponsivePicture url={picture} width={28} height={28} />}
              {value}
              {state === "out" && <small>{productMessages.outOfStock}</small>}
            </button>
          );
        })}
      </div>
    </section>
  );
}
