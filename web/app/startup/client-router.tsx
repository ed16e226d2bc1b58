import { startTransition, type ComponentType, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import {
  createBrowserRouter,
  RouterProvider,
  UNSAFE_FrameworkContext,
  type LoaderFunction,
  type RouteObject,
  type ShouldRevalidateFunction,
} from "react-router";
import { HOME_PATH } from "../../platform/navigation/address.ts";
import {
  preloadStyle,
  documentNavigationLoader,
  readHydrationData,
  type HydrationError,
} from "../../platform/page-load/hydration-data.ts";
import { guardNodes } from "../../platform/page-load/hydration.ts";
import { reportPageError } from "../../platform/page-load/report-page-error.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { RedrawBoundary } from "../../ui/feedback/redraw-boundary.tsx";
import { appMessages } from "../messages.ts";

/** The exports of a page's script that are used here. */
type Page = {
  default: ComponentType;
  clientLoader?: LoaderFunction;
  shouldRevalidate?: ShouldRevalidateFunction;
  links?: () => [];
};
/** The exports of the root's script. */
type Root = Page & { Layout: ComponentType<{ children: ReactNode }>; ErrorBoundary: ComponentType };

/** Replaces a page whose script fails to load: loads it as a document. */
const documentPage: Page = { default: () => null, clientLoader: documentNavigationLoader };

/** Converts an error to the form that the error page recognizes (`isRouteErrorResponse`). */
const asThrown = (error: HydrationError): unknown =>
  "status" in error ? { ...error, internal: false } : new Error(error.message);

/** Whether an error means that the object no longer exists. */
const isGone = (error: unknown): boolean =>
  (error as { init?: { status?: number } } | null)?.init?.status === 404 ||
  asRefusal(error)?.refusal === "notFound";

type Router = ReturnType<typeof createBrowserRouter>;
/**
 * Keeps the current page when its background reload fails, so that an error never replaces what the person
 * reads or fills in. Only a missing object removes the page.
 */
const keepOnFailure =
  (id: string, load: LoaderFunction, router: () => Router): LoaderFunction =>
  async (args, context) => {
    try {
      return await load(args, context);
    } catch (error) {
      const { revalidation, navigation, loaderData } = router().state;
      const isBackgroundReload =
        revalidation === "loading" && navigation.state === "idle" && id in loaderData;
      if (!isBackgroundReload || error instanceof Response || isGone(error)) throw error;
      return loaderData[id];
    }
  };

/**
 * Creates the router's routes: those of the current page have their script, the others load it when they are
 * opened.
 */
function routesOf(
  { manifest, modules, state }: ReturnType<typeof readHydrationData>,
  router: () => Router,
): RouteObject[] {
  const asRoute = (id: string, { default: Shown, clientLoader, shouldRevalidate }: Page) => ({
    Component: Shown,
    ...(clientLoader && { loader: keepOnFailure(id, clientLoader, router) }),
    ...(shouldRevalidate && { shouldRevalidate }),
  });
  const pages = modules as Record<string, unknown> as Record<string, Page | undefined>;
  const load = async (id: string, url: string, styles: readonly string[]): Promise<Page> => {
    const stylesLoaded = Promise.all(styles.map(preloadStyle));
    const page = (await import(/* @vite-ignore */ url).catch(() => null)) as Page | null;
    if (page === null) return documentPage;
    await stylesLoaded;
    pages[id] = page;
    return page;
  };
  /**
   * A route module for a page that was not opened yet. When the router asks for its links, as after touching
   * a link, it preloads the page's script. The router's own preload would reload the current page, with all
   * its input, if the script fails to load.
   */
  const preloadingPage = (...page: Parameters<typeof load>): Page => ({
    ...documentPage,
    links: () => {
      void load(...page);
      return [];
    },
  });
  const known = Object.values(manifest.routes).flatMap((route) => (route ? [route] : []));
  const children = known
    .filter(({ parentId }) => parentId === "root")
    .map(({ id, path, index, module, css = [] }) => {
      const page = pages[id];
      const place = { id, ...(path !== undefined && { path }), ...(index === true && { index }) };
      return {
        ...place,
        ...(page ? asRoute(id, page) : { lazy: async () => asRoute(id, await load(id, module, css)) }),
      };
    });
  for (const { id, module, css = [] } of known) pages[id] ??= preloadingPage(id, module, css);
  const { default: Shown, Layout, ErrorBoundary, shouldRevalidate } = pages["root"] as Root;
  const root = {
    id: "root",
    path: "",
    // The site configuration stays as rendered; without it only a document can load it.
    loader: (args) => state.loaderData["root"] ?? documentNavigationLoader(args),
    ...(shouldRevalidate && { shouldRevalidate }),
    element: (
      <Layout>
        <Shown />
      </Layout>
    ),
    errorElement: (
      <Layout>
        <ErrorBoundary />
      </Layout>
    ),
    children: children as RouteObject[],
  } satisfies RouteObject;
  return [root];
}

/** The last fallback: a message when even the pages' frame fails. */
const failedPage = (
  <html lang="zh-CN">
    <body>
      <p role="alert">{appMessages.scriptFailed}</p>
    </body>
  </html>
);

/**
 * React Router in the built client, instead of its own <HydratedRouter/>. Pages load their data by their
 * `clientLoader` and all routes are known from the start, so the code for fetching data and routes from the
 * server is left out (12 KB of the first script, 5 compressed). It renders the same tree as <ServerRouter/>.
 */
export function clientRouter(): ReactNode {
  const hydrationData = readHydrationData();
  const { manifest, modules, state } = hydrationData;
  const errors =
    state.errors && Object.entries(state.errors).map(([id, error]) => [id, asThrown(error)] as const);
  const router: Router = createBrowserRouter(
    routesOf(hydrationData, () => router),
    {
      basename: HOME_PATH,
      hydrationData: { loaderData: state.loaderData, ...(errors && { errors: Object.fromEntries(errors) }) },
    },
  );
  const framework = {
    manifest,
    routeModules: modules,
    future: {},
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: "initial", manifestPath: "" },
  } as const;
  // Has as many children as <ServerRouter/>, since React's ids are counted from the top.
  return (
    <>
      <UNSAFE_FrameworkContext value={framework}>
        <RedrawBoundary fallback={failedPage}>
          <RouterProvider router={router} />
        </RedrawBoundary>
      </UNSAFE_FrameworkContext>
      {null}
    </>
  );
}

/** Starts React's hydration of the document. */
export function hydrate(page: Document, tree: ReactNode): void {
  guardNodes();
  startTransition(() => {
    hydrateRoot(page, tree, {
      onRecoverableError: (error) => {
        console.error("hydration", error);
        reportPageError("hydration", error);
      },
      onCaughtError: (error) => {
        console.error(error);
        reportPageError("caught", error);
      },
    });
  });
}
