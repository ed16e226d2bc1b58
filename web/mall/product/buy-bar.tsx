import * as productCss from "./product.module.css";
import { useState, useSyncExternalStore } from "react";
import { formatDateTime } from "#contract/core/date-text.ts";
import { priceText } from "#contract/mall/price-text.ts";
import type { ProductDetail } from "#contract/mall/product.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Button } from "../../ui/form/button.tsx";
import { HeartFilledIcon, HeartIcon, PhoneIcon } from "../../ui/icons/detail-icons.tsx";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import { favouriteProducts, toggleFavouriteProduct } from "../favourites/product-favourites.ts";
import { productMessages } from "./product-messages.ts";
import type { ProductMoment } from "./product-state.ts";
import type { SkuSheetPurpose } from "./sku-sheet.tsx";

type BuyBarProps = {
  product: ProductDetail;
  moment: ProductMoment;
  /** Lowest price for the caller, fen. */
  fen: number;
  open: (purpose: SkuSheetPurpose) => void;
};

/** Favourites change by this button alone. */
const onNothing = () => () => {};
/** Stored on the device, so it is known after hydration only. */
function FavouriteButton({ product }: Pick<BuyBarProps, "product">) {
  const [toggled, setToggled] = useState<boolean | null>(null);
  const isStored = useSyncExternalStore(
    onNothing,
    () => favouriteProducts().some(({ productId }) => productId === product.productId),
    () => false,
  );
  const isFavourite = toggled ?? isStored;
  return (
    <button
      type="button"
      className={frameCss.tool}
      aria-pressed={isFavourite}
      onClick={() => {
        const isAdded = toggleFavouriteProduct(product);
        setToggled(isAdded);
        showToast(isAdded ? productMessages.favouriteAdded : productMessages.favouriteRemoved);
      }}
      data-tap="toggle"
      suppressHydrationWarning
    >
      {isFavourite ? <HeartFilledIcon size={20} /> : <HeartIcon size={20} />}
      {productMessages.favourite}
    </button>
  );
}

function MainButtons({ moment, fen, open }: Pick<BuyBarProps, "moment" | "fen" | "open">) {
  const button = (purpose: SkuSheetPurpose, text: string, look?: "tonal" | "outline" | "accent") => (
    <Button
      className={layoutCss.grow}
      {...(look && { look })}
      onClick={() => open(purpose)}
      data-tap="press"
      suppressHydrationWarning
    >
      {text}
    </Button>
  );
  switch (moment.kind) {
    case "soon":
      return (
        <Button className={layoutCss.grow} disabled>
          {productMessages.soonButton(formatDateTime(moment.saleFrom))}
        </Button>
      );
    case "soldOut":
      return button("choose", productMessages.notice, "tonal");
    case "rush":
      return button("rush", productMessages.rushNow(priceText(moment.rush.priceFen)), "accent");
    case "rushSoon":
      return (
        <>
          {button("cart", productMessages.addToCart, "tonal")}
          {button("buy", productMessages.buyAtPrice(priceText(fen)))}
        </>
      );
    case "on":
      return (
        <>
          {button("cart", productMessages.addToCart, "tonal")}
          {button("buy", productMessages.buyNow)}
        </>
      );
  }
}

/** Sticky bar of a product: service, favourite, and the ways to buy it now. */
export const BuyBar = ({ product, moment, fen, open }: BuyBarProps) => (
  <div className={frameCss.bottomBar}>
    <div className={`${frameCss.inner} ${productCss.bar}`}>
      <a className={frameCss.tool} href={`tel:${useBrand().servicePhone}`}>
        <PhoneIcon size={20} />
        {productMessages.service}
      </a>
      <FavouriteButton product={product} />
      <MainButtons moment={moment} fen={fen} open={open} />
    </div>
  </div>
);
