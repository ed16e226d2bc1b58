import * as skuSheetCss from "./sku-sheet.module.css";
import { useState } from "react";
import type { Offer, ProductDetail } from "#contract/mall/product.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { Button } from "../../ui/form/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { ListPrice, Price } from "../../ui/display/price.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { productMessages } from "./product-messages.ts";
import { mostUnits } from "./product-state.ts";
import { SkuOption } from "./sku-option.tsx";
import { chosenSku, missingOption, withValue, type SkuChoice } from "./sku-choice.ts";
import type { Offers } from "./use-offers.ts";
import { useSheetActions, type SkuSheetActions } from "./use-sheet-actions.ts";

/** Purpose of the sheet: its buttons. */
export type SkuSheetPurpose = "choose" | "cart" | "buy" | "rush";
type SkuSheetProps = {
  product: ProductDetail;
  offers: Offers & { reload: () => Promise<void> };
  purpose: SkuSheetPurpose;
  choice: SkuChoice;
  onChoice: (choice: SkuChoice) => void;
  onClose: () => void;
};

function useSheet({ product, offers, purpose, choice }: SkuSheetProps) {
  const [wanted, setQuantity] = useState(1);
  const sku = chosenSku(product, choice);
  const offer = sku === null ? undefined : offers.bySku.get(sku.skuId);
  const rush = (purpose === "rush" && offer?.rush) || null;
  const isRush = rush !== null;
  const buyMost = offer?.buyMost ?? null;
  const fen = rush?.priceFen ?? offer?.priceFen ?? sku?.priceFen ?? product.priceFen;
  const most = mostUnits(offer, isRush);
  const bought = offer?.bought ?? 0;
  const isLimited = buyMost !== null && bought >= buyMost;
  return {
    sku,
    offer,
    isRush,
    fen,
    most,
    quantity: Math.min(wanted, most),
    setQuantity,
    isOut: offer?.stock === "out",
    isLimited,
    limitText: buyMost === null ? null : productMessages.limit(buyMost, bought),
    missing: missingOption(product, choice),
  };
}
type SheetModel = ReturnType<typeof useSheet>;

/** Stock in words; empty while there is enough. */
function stockText(offer: Offer | undefined): string {
  if (offer?.stock === "out") return productMessages.outOfStock;
  if (offer === undefined || offer.left === null) return offer?.stock === "low" ? productMessages.low : "";
  return productMessages.left(offer.left);
}

const Top = ({
  product,
  choice,
  model,
}: Pick<SkuSheetProps, "product" | "choice"> & { model: SheetModel }) => {
  const { sku, offer, fen } = model;
  const chosen = product.options.flatMap(({ name }) => choice[name] ?? []);
  return (
    <div className={skuSheetCss.top}>
      <ResponsivePicture url={sku?.imageUrl ?? product.coverUrl} width={96} height={96} isEager />
      <div>
        <p>
          <Price fen={fen} isFrom={sku === null && product.isFrom} />{" "}
          <ListPrice listFen={sku?.listFen ?? product.listFen} fen={fen} />
        </p>
        <output className={`${textCss.caption} ${textCss.accent}`}>{stockText(offer)}</output>
        {chosen.length > 0 && (
          <p className={`${textCss.caption} ${textCss.secondary}`}>
            {productMessages.chosen} {chosen.join(" · ")}
          </p>
        )}
      </div>
    </div>
  );
};

/** Moves the focus to the values of an option that is not chosen yet. @param within an element of the sheet */
const focusOption = (within: HTMLElement, name: string): void =>
  within
    .closest("[role=dialog]")
    ?.querySelector<HTMLElement>(`[data-option="${CSS.escape(name)}"] input:enabled`)
    ?.focus();

type FooterProps = SkuSheetProps & { model: SheetModel; actions: SkuSheetActions };

/** 到货提醒 for a sold-out SKU. */
function NoticeButton({
  skuId,
  isNoticed,
  notice,
}: {
  skuId: string;
  isNoticed: boolean;
  notice: SkuSheetActions["notice"];
}) {
  const [isBusy, start] = useSingleFlight(() => notice(skuId));
  return (
    <Button
      isWide
      look={isNoticed ? "outline" : "tonal"}
      isBusy={isBusy}
      disabled={isNoticed}
      onClick={() => void start()}
    >
      {isNoticed ? productMessages.noticed : productMessages.notice}
    </Button>
  );
}

function BuyButtons({ purpose, actions, model, skuId }: FooterProps & { skuId: string }) {
  const { quantity, fen } = model;
  const [isBusy, start] = useSingleFlight(() => actions.addToCart(skuId, quantity, fen));
  return (
    <>
      {purpose !== "buy" && (
        <Button
          look={purpose === "cart" ? "primary" : "tonal"}
          className={layoutCss.grow}
          isBusy={isBusy}
          onClick={() => void start()}
        >
          {productMessages.addToCart}
        </Button>
      )}
      {purpose !== "cart" && (
        <Button className={layoutCss.grow} onClick={() => actions.buy(skuId, quantity, false)}>
          {productMessages.buyNow}
        </Button>
      )}
    </>
  );
}

function Footer(props: FooterProps) {
  const { actions, model } = props;
  const { sku, missing, isOut, isLimited, isRush, quantity, fen, offer } = model;
  if (missing !== null)
    return (
      <Button isWide onClick={({ currentTarget }) => focusOption(currentTarget, missing)}>
        {productMessages.chooseOption(missing)}
      </Button>
    );
  if (sku === null) return null;
  const { skuId } = sku;
  if (isOut)
    return <NoticeButton skuId={skuId} isNoticed={offer?.isNoticed ?? false} notice={actions.notice} />;
  if (isLimited)
    return (
      <Button isWide disabled>
        {productMessages.limitReached}
      </Button>
    );
  if (isRush)
    return (
      <Button isWide look="accent" onClick={() => actions.buy(skuId, quantity, true)}>
        {productMessages.rushNow(priceText(fen))}
      </Button>
    );
  return <BuyButtons {...props} skuId={skuId} />;
}

/** Options, quantity and the next step of a product (mockup 13-mall-sku-sheet; requirement MA03). */
export default function SkuSheet(props: SkuSheetProps) {
  const { product, offers, choice, onChoice, onClose } = props;
  const model = useSheet(props);
  const actions = useSheetActions(product, offers.reload, onClose);
  const { limitText, most, quantity, setQuantity, isOut, missing } = model;
  return (
    <Sheet isOpen onClose={onClose} title={productMessages.sheetTitle} isTitleHidden>
      <div className={overlayCss.body}>
        <Top product={product} choice={choice} model={model} />
        {product.options.map((option) => (
          <SkuOption
            key={option.name}
            product={product}
            offers={offers.bySku}
            option={option}
            choice={choice}
            onPress={(value) => onChoice(withValue(product, choice, option.name, value))}
          />
        ))}
        {isOut && missing === null && <Notice>{productMessages.noticeText}</Notice>}
        {!isOut && (
          <div className={skuSheetCss.row}>
            <div>
              <p className={textCss.bold}>{productMessages.quantity}</p>
              {limitText !== null && <p className={`${textCss.caption} ${textCss.accent}`}>{limitText}</p>}
            </div>
            <Stepper label={productMessages.quantity} value={quantity} most={most} onChange={setQuantity} />
          </div>
        )}
        <div className={skuSheetCss.footer}>
          <Footer {...props} model={model} actions={actions} />
        </div>
      </div>
    </Sheet>
  );
}
