import { useState } from "react";
import { useBrand } from "../../platform/environment/site.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { Link } from "react-router";
import { mallMessages } from "../messages.ts";
import { Price } from "../../ui/display/price.tsx";
import { favouriteProducts, toggleFavouriteProduct } from "./product-favourites.ts";

/** Products that are kept on this device. */
export default function FavouritesScreen() {
  const [products, setProducts] = useState(favouriteProducts);
  const { favourites } = mallMessages;
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={favourites.title} back="/mall" />
      {products.length === 0 && (
        <EmptyState title={favourites.none} text={favourites.noneText}>
          <ButtonLink look="tonal" to="/mall">
            {mallMessages.toMall}
          </ButtonLink>
        </EmptyState>
      )}
      {products.map((product) => (
        <div key={product.productId} className={`${contentCss.listRow} ${contentCss.panel}`}>
          <Link
            className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.grow}`}
            to={`/mall/product/${product.productId}`}
          >
            <ResponsivePicture url={product.coverUrl} width={72} height={72} />
            <span className={layoutCss.grow}>
              <span className={`${textCss.small} ${textCss.twoLines}`}>{product.title}</span>
              <Price fen={product.priceFen} />
            </span>
          </Link>
          <Button
            look="quiet"
            size="small"
            aria-label={favourites.removeOf(product.title)}
            onClick={() => {
              toggleFavouriteProduct(product);
              setProducts(favouriteProducts());
            }}
          >
            {favourites.remove}
          </Button>
        </div>
      ))}
    </Screen>
  );
}
