import { Suspense, useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  UNSAFE_useScrollRestoration,
  useLocation,
  useRevalidator,
  useRouteLoaderData,
  type MetaFunction,
} from "react-router";
import { listCities } from "#contract/location/location.ts";
import { ChallengeHost } from "./app/challenge/challenge-host.tsx";
import { ErrorPage } from "./app/pages/lazy-error-page.tsx";
import { RedrawBoundary } from "./ui/feedback/redraw-boundary.tsx";
import { HydrationPayload } from "./app/startup/hydration-payload.tsx";
import { inlineScripts, inlineStyle } from "./app/inline.ts";
import { afterHydration } from "./app/startup/after-hydration.ts";
import { brandThemeRule } from "./app/startup/brand-theme.ts";
import { appMessages } from "./app/messages.ts";
import { serverSend, serverSite } from "./platform/http/server-context.ts";
import { requestedCityCode, defaultCity, initializeCity } from "./platform/location/city.ts";
import {
  pageAgeOf,
  isServer,
  completeHydration,
  releaseNodes,
  serverRenderedStyle,
} from "./platform/page-load/hydration.ts";
import { brandOf, setSite, type RootData, type ShownCity } from "./platform/environment/site.ts";
import { trackPageView } from "./platform/tracking/track.ts";
import { cachePage, markPageGone } from "./platform/page-load/service-worker.ts";
import type { Route } from "./+types/root.ts";
import * as contentCss from "./ui/styles/content.module.css";

let cities: Promise<Map<string, ShownCity>> | null = null;
/** The city of a code. The index is read once, since it never changes while a server runs. */
async function cityOf(code: string | null, context: Route.LoaderArgs["context"]): Promise<ShownCity> {
  cities ??= serverSend(context)(listCities, {}).then(
    (index) =>
      new Map(
        index.cities.map(({ code: key, shortName, longitude, latitude }) => [
          key,
          { code: key, name: shortName, longitude, latitude },
        ]),
      ),
    (error: unknown) => {
      cities = null;
      throw error;
    },
  );
  return (await cities).get(code ?? "") ?? defaultCity;
}

export const loader = async ({ context, request }: Route.LoaderArgs): Promise<RootData> => ({
  site: serverSite(context),
  city: await cityOf(requestedCityCode(request), context),
  renderedAt: Date.now(),
});
/** The configuration stays as rendered; the city is in platform/location/city.ts from then on. */
export const shouldRevalidate = (): boolean => false;
/** Title of routes without their own: the maker's name (requirement C11). */
export const meta: MetaFunction<typeof loader> = ({ matches }) => [{ title: brandOf(matches).name }];

/** Inline text that is only in the server's markup; hydration ignores it. */
const raw = (text: string) => ({
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: isServer ? text : "" },
});

export function Layout({ children }: { children: ReactNode }) {
  const brand = useRouteLoaderData<RootData>("root")?.site.brand;
  return (
    <html lang="zh-CN" data-app-marker={brand?.appMarker} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <script {...raw(inlineScripts.head)} />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121c1f" />
        <Meta />
        <Links />
        <style
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: isServer ? inlineStyle + brandThemeRule(brand) : serverRenderedStyle,
          }}
        />
      </head>
      <body>
        <p
          className={`${contentCss.notice} ${contentCss.error}`}
          id="script-failed"
          role="alert"
          hidden
          suppressHydrationWarning
        >
          {appMessages.scriptFailed}
        </p>
        {children}
        {import.meta.env.DEV ? (
          <Scripts />
        ) : (
          <>
            <HydrationPayload />
            <script {...raw(inlineScripts.boot)} />
          </>
        )}
      </body>
    </html>
  );
}

/** @param renderedAt ms since the epoch; null when there is no data to reload */
function useHydration(renderedAt: number | null): void {
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  // Before React changes anything itself.
  useLayoutEffect(releaseNodes, []);
  const start = useEffectEvent(() => {
    completeHydration();
    // In a new task, after this one has painted the page's own effects.
    setTimeout(() => void afterHydration(pathname));
    // Reloads only if the server is reachable: otherwise an error would replace the page.
    if (renderedAt !== null)
      void pageAgeOf(renderedAt).then((age) => (age === "old" ? revalidate() : undefined));
  });
  useEffect(() => start(), []);
  const hasFailed = renderedAt === null;
  useEffect(() => {
    if (hasFailed) markPageGone();
    else cachePage();
    trackPageView();
  }, [hasFailed, pathname, search]);
}

/** Passes the server's configuration to the platform. */
function prepare({ site, city }: RootData): void {
  if (isServer) return;
  setSite(site);
  initializeCity(city);
}

export default function Root({ loaderData }: Route.ComponentProps) {
  prepare(loaderData);
  // Replaces <ScrollRestoration/>, whose inline script the policy would have to list.
  UNSAFE_useScrollRestoration();
  useHydration(loaderData.renderedAt);
  return (
    <>
      <RedrawBoundary>
        <Outlet />
      </RedrawBoundary>
      <RedrawBoundary>
        <ChallengeHost />
      </RedrawBoundary>
    </>
  );
}

/** Replaces a page that could not be rendered; it also handles first taps, address and challenges. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (loaderData) prepare(loaderData);
  useHydration(null);
  return (
    <>
      <Suspense>
        <ErrorPage error={error} />
      </Suspense>
      {loaderData && <ChallengeHost />}
    </>
  );
}
