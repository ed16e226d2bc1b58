import type { CategoryTree } from "#contract/mall/product.ts";
import type { MallData } from "./mall-screen.ts";
import { mallMessages } from "./messages.ts";

/** Name of a category of either level; null if there is no such one. */
export function categoryName(categories: CategoryTree, categoryId: string | null): string | null {
  for (const category of categories)
    for (const one of [category, ...category.children]) if (one.categoryId === categoryId) return one.name;
  return null;
}

function titleOf(shown: MallData): string {
  switch (shown.screen) {
    case "home":
      return mallMessages.title;
    case "products":
      if (shown.isSearch) return shown.query.keyword ?? mallMessages.searchTitle;
      return categoryName(shown.data.categories, shown.categoryId) ?? mallMessages.allProducts;
    case "product":
      return shown.product.title;
    case "gone":
      return mallMessages.gone;
    case "personal":
      return mallMessages.personal[shown.name];
  }
}

/** Title of the document. @param shown null while nothing is loaded */
export const mallScreenTitle = (shown: MallData | null, brand: string): string =>
  mallMessages.screenTitle(shown === null ? mallMessages.title : titleOf(shown), brand);
