import type {
  ActionFunctionArgs,
  LoaderFunction,
  UNSAFE_AssetsManifest,
  UNSAFE_RouteModules,
} from "react-router";
import { isOffline } from "../browser/network.ts";

/** An error in the page's data: a response that was thrown, or an internal error without its details. */
export type HydrationError =
  | { readonly status: number; readonly statusText: string; readonly data: unknown }
  | { readonly message: string };
/** Data that the server loaded for this page, by route. */
export type HydrationState = {
  readonly loaderData: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, HydrationError>> | null;
};

declare global {
  interface Window {
    /** Set by React Router's manifest file and by app/boot.js; undefined in development. */
    __reactRouterManifest?: UNSAFE_AssetsManifest;
    __reactRouterRouteModules?: UNSAFE_RouteModules;
    givenState?: HydrationState;
  }
}

/**
 * Everything that app/boot.js has fetched for the client: the routes, and the scripts and data of the current
 * page.
 */
export function readHydrationData(): {
  manifest: UNSAFE_AssetsManifest;
  modules: UNSAFE_RouteModules;
  state: HydrationState;
} {
  const { __reactRouterManifest, __reactRouterRouteModules, givenState } = window;
  if (!__reactRouterManifest || !__reactRouterRouteModules || !givenState)
    throw new Error("hydration data missing");
  return { manifest: __reactRouterManifest, modules: __reactRouterRouteModules, state: givenState };
}

/**
 * Loads the address as a document when a page's script cannot be loaded (a release has removed it), or
 * reports a missing network.
 * @throws an error that the error page reads as the refusal "offline"
 */
export const documentNavigationLoader: LoaderFunction = ({
  request,
}: Pick<ActionFunctionArgs, "request">) => {
  if (isOffline()) throw Object.assign(new Error(), { name: "Refusal", refusal: "offline" });
  location.href = request.url;
  return new Promise<never>(() => {});
};

/** Loads a style sheet, so that its page is never shown without it. Resolves on failure too. */
export function preloadStyle(href: string): Promise<void> {
  return new Promise((resolve) => {
    if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return resolve();
    const link = Object.assign(document.createElement("link"), { rel: "preload", as: "style", href });
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
