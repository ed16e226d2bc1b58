import "../../mall/home/mall-home.module.css";
import "../../mall/catalogue/catalogue.module.css";
import "../../mall/product/product.module.css";
import "../../ui/display/price.module.css";
import "../../mall/shared/product-card.module.css";
import "../../mall/shared/cart-link.module.css";
import { Suspense, lazy, useEffect, useEffectEvent, useMemo, useState } from "react";
import { data, useRevalidator, type MetaFunction } from "react-router";
import { requestedCityCode, currentViewpoint, defaultCity } from "../../platform/location/city.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { withLoaderFailure } from "../../platform/http/loader-failure.ts";
import { send } from "../../platform/http/send.ts";
import { serverSend } from "../../platform/http/server-context.ts";
import { pageAgeOf, queueClicks } from "../../platform/page-load/hydration.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { loadMallScreen, type MallData } from "../../mall/mall-screen.ts";
import { mallScreenTitle } from "../../mall/screen-titles.ts";
import { mallMessages } from "../../mall/messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import { personalScreens } from "./personal-screens.ts";
import type { Route } from "./+types/mall-page.ts";

/** The public screens: each is a script of its own, so that a first visit loads only the one it shows. */
const HomeScreen = lazy(() => import("../../mall/home/home-screen.tsx"));
const ProductsScreen = lazy(() => import("../../mall/catalogue/products-screen.tsx"));
const ProductScreen = lazy(() => import("../../mall/product/product-screen.tsx"));
const GoneScreen = lazy(() => import("../../mall/product/gone-screen.tsx"));

/**
 * @property fetchedAt time of a kept copy, ms; null while the data is up to date
 * @property renderedAt time of the server's rendering, ms; null for data that the browser loaded
 */
type LoadedMall = {
  readonly shown: MallData;
  readonly fetchedAt: number | null;
  readonly renderedAt: number | null;
};

export const meta: MetaFunction = ({ matches, loaderData }) => {
  const shown = (loaderData as LoadedMall | undefined)?.shown ?? null;
  return [{ title: mallScreenTitle(shown, brandOf(matches).name) }];
};

const pathOf = (params: { "*"?: string | undefined }): string =>
  (params["*"] ?? "").replace(/^\/+|\/+$/g, "");

/** Loads the public data, which is the same for everybody. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const cityCode = requestedCityCode(request) ?? defaultCity.code;
  const { searchParams } = new URL(request.url);
  const loading = loadMallScreen(serverSend(context), pathOf(params), searchParams, cityCode);
  const shown = await withLoaderFailure(context, loading);
  const loaded: LoadedMall = { shown, fetchedAt: null, renderedAt: Date.now() };
  return data(loaded, { status: shown.screen === "gone" ? 404 : 200 });
}

/** Loads a screen in the browser; without a network its kept copy (requirement MA107). */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<LoadedMall> {
  const { searchParams } = new URL(request.url);
  const path = pathOf(params);
  const cityCode = requestedCityCode(request) ?? currentViewpoint().cityCode;
  const loading = loadMallScreen(send, path, searchParams, cityCode);
  loading.catch(() => {});
  const cache = await import("../../platform/storage/response-cache.ts").catch(() => null);
  if (cache === null) return { shown: await loading, fetchedAt: null, renderedAt: null };
  const key = `mall ${path}?${searchParams.toString()}`;
  const { answer, fetchedAt } = await cache.networkFirst(key, () => loading);
  return { shown: answer, fetchedAt, renderedAt: null };
}

const Loading = ({ title = mallMessages.title }: { title?: string }) => (
  <Screen brand={useBrand()} hasBar isBusy>
    <NavBar title={title} back="/mall" />
    <div className={contentCss.panel}>
      <SkeletonLine />
      <SkeletonLine kind="sh" />
    </div>
  </Screen>
);

type PersonalProps = { shown: Extract<MallData, { screen: "personal" }>; isHydrated: boolean };
/** Personal screen: the server cannot render it, so its script is loaded after hydration. */
function PersonalScreen({ shown, isHydrated }: PersonalProps) {
  const PersonalContent = personalScreens[shown.name];
  const skeleton = <Loading title={mallMessages.personal[shown.name]} />;
  if (!isHydrated) return skeleton;
  return (
    <Suspense fallback={skeleton}>
      <PersonalContent rest={shown.rest} />
    </Suspense>
  );
}

function MallScreen({ shown, fetchedAt, isHydrated }: LoadedMall & { isHydrated: boolean }) {
  switch (shown.screen) {
    case "home":
      return <HomeScreen home={shown.home} fetchedAt={fetchedAt} />;
    case "products":
      return <ProductsScreen shown={shown} fetchedAt={fetchedAt} />;
    case "product":
      return <ProductScreen key={shown.product.productId} shown={shown} fetchedAt={fetchedAt} />;
    case "gone":
      return <GoneScreen popular={shown.popular} />;
    case "personal":
      return <PersonalScreen shown={shown} isHydrated={isHydrated} />;
  }
}

/** Time of the data on the screen, ms, where no newer data can be reached (requirement MA107); null while it is up to date. */
function useOfflineTime({ fetchedAt, renderedAt }: LoadedMall): number | null {
  const [staleRendering, setStale] = useState<number | null>(null);
  useEffect(() => {
    if (renderedAt !== null)
      void pageAgeOf(renderedAt).then((age) => age === "unreached" && setStale(renderedAt));
  }, [renderedAt]);
  return fetchedAt ?? (staleRendering === renderedAt ? renderedAt : null);
}

/** Tells that the boundary it is in has become interactive. */
function Interactive({ onMount }: { onMount: () => void }) {
  const tell = useEffectEvent(onMount);
  useEffect(() => tell(), []);
  return null;
}

/** All screens of the mall; one route, since every route adds bytes to every page's manifest (requirement MA105). */
export default function MallPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  // Asked outside of the boundary, which React hydrates after the page.
  const isHydrated = useHydrated();
  const fetchedAt = useOfflineTime(loaderData);
  const isStale = fetchedAt !== null;
  // The screen's own script may come after the page is hydrated; React would lose the taps of that time.
  const [isInteractive, setInteractive] = useState(false);
  useEffect(() => (isInteractive ? undefined : queueClicks("[data-tap]")), [isInteractive]);
  useEffect(() => (isStale ? onReconnect(() => void revalidate()) : undefined), [isStale, revalidate]);
  // The server renders nothing of a personal screen; the public ones do not depend on hydration.
  const isReady = isHydrated || loaderData.shown.screen !== "personal";
  // React would discard the server's content if it rendered the boundary again before its script has come.
  return useMemo(
    () => (
      <Suspense fallback={<Loading />}>
        <MallScreen {...{ ...loaderData, fetchedAt, isHydrated: isReady }} />
        <Interactive onMount={() => setInteractive(true)} />
      </Suspense>
    ),
    [loaderData, fetchedAt, isReady],
  );
}
