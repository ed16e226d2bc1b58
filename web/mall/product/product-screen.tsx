import * as productCss from "./product.module.css";
import { lazy, Suspense, useEffect, useState } from "react";
import { useHref } from "react-router";
import type { ProductCard, ProductDetail } from "#contract/mall/product.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { offerShare, sharePage } from "../../platform/share/share.ts";
import { useServerNow } from "../../platform/time/use-server-now.ts";
import { track } from "../../platform/tracking/track.ts";
import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import { IconButton } from "../../ui/form/button.tsx";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { ShareIcon } from "../../ui/icons/detail-icons.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import { mallMessages } from "../messages.ts";
import { HomeSection } from "../home/home-section.tsx";
import { CartLink } from "../shared/cart-link.tsx";
import { ProductGrid } from "../shared/product-card.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { Gallery } from "./gallery.tsx";
import { ProductHead } from "./product-head.tsx";
import { productMessages } from "./product-messages.ts";
import { productMoment, shownPrice, type ProductMoment } from "./product-state.ts";
import type { SkuSheetPurpose } from "./sku-sheet.tsx";
import { chosenSku, firstChoice, type SkuChoice } from "./sku-choice.ts";
import { useDelivery } from "./use-delivery.ts";
import { useOffers } from "./use-offers.ts";

const SkuSheet = lazy(() => import("./sku-sheet.tsx"));

type ProductScreenProps = {
  shown: { product: ProductDetail; similar: readonly ProductCard[] };
  fetchedAt: number | null;
};

/** Sharing by the button, and by the host's own menu while the page is shown. */
function useProductShare({ productId, share }: ProductDetail): () => void {
  const path = useHref(`/mall/product/${productId}`);
  const { title, text, imageUrl } = share;
  useEffect(() => offerShare({ title, text, imageUrl, path }), [title, text, imageUrl, path]);
  return () => {
    void sharePage({ title, text, imageUrl, path }).then((outcome) => {
      if (outcome === "shared" || outcome === "copied") track("product_shared", { product_id: productId });
      if (outcome === "copied") showToast(productMessages.copied);
    });
  };
}

function Facts({ product, choice, open }: { product: ProductDetail; choice: SkuChoice; open: () => void }) {
  const sku = chosenSku(product, choice) ?? product.skus[0] ?? null;
  const delivery = useDelivery(sku?.skuId ?? null);
  const names = product.options.map(({ name }) => name);
  const chosen = product.options.flatMap(({ name }) => choice[name] ?? []);
  const { noReturn, returnDays, services, dealerIds } = product;
  const all = [
    noReturn ? productMessages.noReturn : productMessages.returns(returnDays),
    ...(dealerIds === null ? [] : [productMessages.pickup]),
    ...services,
  ];
  return (
    <section className={`${contentCss.panel} ${productCss.facts}`}>
      {names.length > 0 && (
        <button
          type="button"
          className={productCss.fact}
          onClick={open}
          data-tap="press"
          suppressHydrationWarning
        >
          <span className={productCss.label}>{productMessages.choose}</span>
          <span className={layoutCss.grow}>{chosen.length > 0 ? chosen.join(" · ") : names.join("、")}</span>
          <ChevronRightIcon size={16} />
        </button>
      )}
      <div className={productCss.fact}>
        <span className={productCss.label}>{productMessages.delivery}</span>
        <span className={layoutCss.grow}>{delivery}</span>
      </div>
      <div className={productCss.fact}>
        <span className={productCss.label}>{productMessages.services}</span>
        <span className={`${layoutCss.grow} ${productCss.services}`}>
          {[...new Set(all)].map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      </div>
    </section>
  );
}

const Content = ({ content }: Pick<ProductDetail, "content">) =>
  content === "" ? null : (
    <section className={contentCss.panel}>
      <h2>{productMessages.content}</h2>
      {/* Sanitised by the server when it was stored. */}
      <div className={detailCss.richText} dangerouslySetInnerHTML={{ __html: content }} />
    </section>
  );

const momentsOf = (
  { saleFrom, skus, rushes }: ProductDetail,
  offers: ReturnType<typeof useOffers>,
): string[] => [
  ...(saleFrom === null ? [] : [saleFrom]),
  ...rushes.flatMap(({ fromTime, toTime }) => [fromTime, toTime]),
  ...skus.flatMap(({ skuId }) => {
    const rush = offers.bySku.get(skuId)?.rush;
    return rush ? [rush.fromTime, rush.toTime] : [];
  }),
];

/** Price and stock of the moment with the tools that change them. */
function useProduct(product: ProductDetail) {
  const offers = useOffers(product.skus.map(({ skuId }) => skuId));
  const now = useServerNow(offers.serverTime || product.serverTime, momentsOf(product, offers));
  const moment: ProductMoment = productMoment(product, offers, now);
  const { productId, kind } = product;
  useEffect(() => track("product_viewed", { product_id: productId, kind }), [productId, kind]);
  return { offers, moment, price: shownPrice(product, offers) };
}

/** Page of a product (mockups 13-mall-product, 13-mall-product-states; requirements MA02, MA03). */
export default function ProductScreen({ shown, fetchedAt }: ProductScreenProps) {
  const { product, similar } = shown;
  const { offers, moment, price } = useProduct(product);
  const [choice, setChoice] = useState<SkuChoice>(() => firstChoice(product));
  const [purpose, setPurpose] = useState<SkuSheetPurpose | null>(null);
  const close = () => setPurpose(null);
  const share = useProductShare(product);
  const images = product.images.length > 0 ? product.images : [product.coverUrl];
  return (
    <Screen brand={useBrand()} current="mall" hasBar>
      <NavBar look="clear" back="/mall">
        <IconButton
          label={productMessages.share}
          icon={<ShareIcon />}
          isGlass
          onClick={share}
          data-tap="press"
          suppressHydrationWarning
        />
        <CartLink isGlass />
      </NavBar>
      <div className={frameWideCss.columns}>
        <Gallery title={product.title} images={images} />
        <aside className={`${frameWideCss.aside} ${productCss.side}`}>
          {fetchedAt !== null && <OfflineTimestamp time={fetchedAt} />}
          <ProductHead product={product} moment={moment} price={price} onTime={() => void offers.reload()} />
          <Facts product={product} choice={choice} open={() => setPurpose("choose")} />
          <BuyBar product={product} moment={moment} fen={price.fen} open={setPurpose} />
        </aside>
        <div>
          <Content content={product.content} />
          {similar.length > 0 && (
            <div className={productCss.similar}>
              <HomeSection title={mallMessages.similar}>
                <ProductGrid products={similar} />
              </HomeSection>
            </div>
          )}
        </div>
      </div>
      {purpose !== null && (
        <Suspense>
          <SkuSheet {...{ product, offers, purpose, choice }} onChoice={setChoice} onClose={close} />
        </Suspense>
      )}
    </Screen>
  );
}
