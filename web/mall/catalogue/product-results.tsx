import * as catalogueCss from "./catalogue.module.css";
import { useState } from "react";
import { send } from "../../platform/http/send.ts";
import { Button, Spinner } from "../../ui/form/button.tsx";
import { useInfiniteScroll } from "../../ui/hooks/use-infinite-scroll.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { loadProducts } from "../api.ts";
import { mallMessages } from "../messages.ts";
import { ProductGrid } from "../shared/product-card.tsx";
import type { ProductsData } from "../mall-screen.ts";

/** The found products; the next pages are loaded as they come near. @param isCounted they answer a question of the person */
export function ProductResults({ shown, isCounted }: { shown: ProductsData; isCounted: boolean }) {
  const { query, categoryId, data } = shown;
  const [more, setMore] = useState({ list: [...data.products.list], nextCursor: data.products.nextCursor });
  const { row, state, loadNext } = useInfiniteScroll(more.nextCursor, async (cursor) => {
    const page = await loadProducts(send, categoryId, query, cursor);
    setMore((before) => {
      const known = new Set(before.list.map(({ productId }) => productId));
      const added = page.list.filter(({ productId }) => !known.has(productId));
      return { list: [...before.list, ...added], nextCursor: page.nextCursor };
    });
  });
  return (
    <>
      {isCounted && (
        <output className={`${textCss.caption} ${textCss.tertiary} ${catalogueCss.count}`}>
          {mallMessages.found(more.list.length, more.nextCursor !== null)}
        </output>
      )}
      <ProductGrid products={more.list} isTop />
      <div className={contentCss.more} ref={row}>
        {more.nextCursor === null && mallMessages.end}
        {more.nextCursor !== null && state === "loading" && (
          <>
            <Spinner />
            {mallMessages.loadingMore}
          </>
        )}
        {more.nextCursor !== null && state !== "loading" && (
          <>
            {state === "failed" && mallMessages.moreFailed}
            <Button look="quiet" size="small" onClick={loadNext}>
              {state === "failed" ? mallMessages.retry : mallMessages.loadMore}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
