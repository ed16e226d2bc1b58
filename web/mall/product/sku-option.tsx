import * as skuSheetCss from "./sku-sheet.module.css";
import { useId } from "react";
import type { Offer, ProductDetail } from "#contract/mall/product.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import * as textCss from "../../ui/styles/text.module.css";
import { productMessages } from "./product-messages.ts";
import { valueState, type SkuChoice, type ValueState } from "./sku-choice.ts";

type SkuOptionProps = {
  product: ProductDetail;
  offers: ReadonlyMap<string, Offer>;
  option: ProductDetail["options"][number];
  choice: SkuChoice;
  onPress: (value: string) => void;
};

/** The picture of the first SKU with a value, if the pictures of the values differ. */
function pictureOf({ skus, options }: ProductDetail, name: string, value: string): string | null {
  const place = options.findIndex((option) => option.name === name);
  const all = new Set(skus.map(({ imageUrl }) => imageUrl));
  if (place !== 0 || all.size < 2) return null;
  return skus.find(({ optionValues }) => optionValues[place] === value)?.imageUrl ?? null;
}

type ValueProps = {
  group: string;
  value: string;
  state: ValueState;
  picture: string | null;
  isOn: boolean;
  onPress: () => void;
};
const Value = ({ group, value, state, picture, isOn, onPress }: ValueProps) => (
  <label className={classNames(skuSheetCss.value, state === "out" && skuSheetCss.out)}>
    <input
      className={textCss.visuallyHidden}
      type="radio"
      name={group}
      checked={isOn}
      disabled={state === "impossible"}
      onChange={onPress}
    />
    {picture !== null && <ResponsivePicture url={picture} width={28} height={28} />}
    {value}
    {state === "out" && <small>{productMessages.outOfStock}</small>}
    {state === "impossible" && <small className={textCss.visuallyHidden}>{productMessages.impossible}</small>}
  </label>
);

/** One option of a product: its values with those that are sold out or impossible marked (requirement MA03). */
export function SkuOption({ product, offers, option, choice, onPress }: SkuOptionProps) {
  const { name, values } = option;
  const group = useId();
  const isMissing = choice[name] === undefined;
  return (
    <fieldset className={skuSheetCss.option} data-option={name}>
      <legend>{name}</legend>
      <p
        className={`${textCss.caption} ${isMissing ? textCss.accent : textCss.tertiary} ${skuSheetCss.note}`}
      >
        {isMissing ? productMessages.pleaseChoose(name) : productMessages.valueCount(values.length, name)}
      </p>
      <div className={skuSheetCss.values}>
        {values.map((value) => (
          <Value
            key={value}
            group={group}
            value={value}
            state={valueState(product, offers, choice, name, value)}
            picture={pictureOf(product, name, value)}
            isOn={choice[name] === value}
            onPress={() => onPress(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
