import * as productCardCss from "./product-card.module.css";
import { Link } from "react-router";
import type { ProductCard } from "#contract/mall/product.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { mallMessages } from "../messages.ts";
import { ListPrice, Price } from "../../ui/display/price.tsx";

/** The most important thing to say about a product, in the corner of its picture. */
function cornerTag({ state, tags }: ProductCard) {
  if (state === "soldOut") return <Tag kind="mute">{mallMessages.soldOut}</Tag>;
  if (state === "soon") return <Tag kind="soon">{mallMessages.soon}</Tag>;
  const [first] = tags;
  return first === undefined ? null : <Tag kind="hot">{first}</Tag>;
}

const factOf = ({ state, sold }: ProductCard): string =>
  state === "soldOut" ? mallMessages.noticeLater : sold === "0" || sold === "" ? "" : mallMessages.sold(sold);

/** A product in a grid (mockup 13-mall-home). @param picture of the first cards, which are seen at once */
function ProductTile({ product, picture }: { product: ProductCard; picture?: "first" | "eager" }) {
  const { productId, title, coverUrl, priceFen, isFrom, listFen, ownerFen, state } = product;
  const tag = cornerTag(product);
  return (
    <Link
      className={`${contentCss.card} ${productCardCss.card}`}
      to={`/mall/product/${productId}`}
      prefetch="intent"
    >
      <div className={classNames(contentCss.cover, state === "soldOut" && productCardCss.soldOut)}>
        <ResponsivePicture
          url={coverUrl}
          width={336}
          height={336}
          widths={[240, 336, 504, 672]}
          sizes="(min-width: 1024px) 265px, 44vw"
          {...(picture === "first" && { isFirst: true })}
          {...(picture === "eager" && { isEager: true })}
        />
        {tag !== null && <span className={contentCss.topLeft}>{tag}</span>}
      </div>
      <div className={productCardCss.body}>
        <h3 className={`${textCss.small} ${textCss.medium} ${textCss.twoLines}`}>{title}</h3>
        <p className={productCardCss.prices}>
          <Price fen={priceFen} isFrom={isFrom} />
          <ListPrice listFen={listFen} fen={priceFen} />
        </p>
        <p className={`${textCss.caption} ${textCss.tertiary}`}>
          {ownerFen !== null && ownerFen < priceFen
            ? mallMessages.ownerPrice(priceText(ownerFen))
            : factOf(product)}
        </p>
      </div>
    </Link>
  );
}

/** Products in two columns on a phone, four on a desktop. @param isTop the grid is on the first screen */
export const ProductGrid = ({ products, isTop }: { products: readonly ProductCard[]; isTop?: boolean }) => (
  <div className={productCardCss.grid}>
    {products.map((product, place) => (
      <ProductTile
        key={product.productId}
        product={product}
        {...(isTop && (place === 0 ? { picture: "first" } : place < 4 ? { picture: "eager" } : {}))}
      />
    ))}
  </div>
);
