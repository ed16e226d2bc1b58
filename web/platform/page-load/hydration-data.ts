import type {
  ActionFunctionArgs,
  LoaderFunction,
  UNSAFE_AssetsManifest,
  UNSAFE_RouteModules,
} from "react-router";
import { isOffline } from "../browser/network.ts";

/** An error as the page's data carries it: a response that was thrown, or our mistake, of which nobody is told. */
export type HydrationError =
  | { readonly status: number; readonly statusText: string; readonly data: unknown }
  | { readonly message: string };
/** What the server loaded for this page, by route. */
export type HydrationState = {
  readonly loaderData: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, HydrationError>> | null;
};

declare global {
  interface Window {
    /** Set by React Router's own manifest file and by app/boot.js; not there while developing. */
    __reactRouterManifest?: UNSAFE_AssetsManifest;
    __reactRouterRouteModules?: UNSAFE_RouteModules;
    givenState?: HydrationState;
  }
}

/** Everything that app/boot.js has fetched for the client: the routes, the scripts of those on show, their data. */
export function readHydrationData(): {
  manifest: UNSAFE_AssetsManifest;
  modules: UNSAFE_RouteModules;
  state: HydrationState;
} {
  const { __reactRouterManifest, __reactRouterRouteModules, givenState } = window;
  if (!__reactRouterManifest || !__reactRouterRouteModules || !givenState)
    throw new Error("the client was started without app/boot.js");
  return { manifest: __reactRouterManifest, modules: __reactRouterRouteModules, state: givenState };
}

/**
 * Goes on by a document where a page's script does not arrive (a release has taken it away), or
 * says that there is no network.
 * @throws what the error page takes for the refusal "offline"
 */
export const documentNavigationLoader: LoaderFunction = ({
  request,
}: Pick<ActionFunctionArgs, "request">) => {
  if (isOffline()) throw Object.assign(new Error(), { name: "Refusal", refusal: "offline" });
  location.href = request.url;
  return new Promise<never>(() => {});
};

/** Fetches a style sheet, so that what it is for is never shown without it. One that fails is not waited for. */
export function preloadStyle(href: string): Promise<void> {
  return new Promise((resolve) => {
    if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return resolve();
    const link = Object.assign(document.createElement("link"), { rel: "preload", as: "style", href });
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
