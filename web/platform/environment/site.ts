import { useRouteLoaderData } from "react-router";
import type { Brand } from "#contract/core/brand.ts";
import { defaultBrand } from "#contract/core/default-brand.ts";
import type { SiteConfig } from "#contract/core/site.ts";

/** Loader data of the root route. */
export type RootData = {
  site: SiteConfig;
  city: ShownCity;
  /** When the server rendered the page; ms since the epoch. */
  renderedAt: number;
};
/** The city that a page is rendered for. */
export type ShownCity = { code: string; name: string; longitude: number; latitude: number };

let current: SiteConfig | null = null;
/** Sets the site configuration. The root does it once, before the first call. */
export const setSite = (site: SiteConfig): void => {
  current = site;
};
/** The site configuration in the browser. @throws before the root has set it */
export function currentSite(): SiteConfig {
  if (current === null) throw new Error("site not set");
  return current;
}

/** The brand, anywhere below the root; on the root's error page, the brand that was set before. */
export const useBrand = (): Brand =>
  useRouteLoaderData<RootData>("root")?.site.brand ?? current?.brand ?? defaultBrand;

/** The brand in a route's `meta`, from its matches. */
export function brandOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): Brand {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  return root?.site.brand ?? current?.brand ?? defaultBrand;
}
