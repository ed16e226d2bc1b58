import { Component, startTransition, type ComponentType, type ReactNode } from "react";
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
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { appMessages } from "../messages.ts";

/** What a page's script exports, of what is used here. */
type Page = {
  default: ComponentType;
  clientLoader?: LoaderFunction;
  shouldRevalidate?: ShouldRevalidateFunction;
  links?: () => [];
};
/** The root's. */
type Root = Page & { Layout: ComponentType<{ children: ReactNode }>; ErrorBoundary: ComponentType };

/** Where a page's script does not arrive, a document takes over. */
const standIn: Page = { default: () => null, clientLoader: documentNavigationLoader };

/** In the form that the error page knows a response by (`isRouteErrorResponse`). */
const asThrown = (error: HydrationError): unknown =>
  "status" in error ? { ...error, internal: false } : new Error(error.message);

/** What a thrown response says that there is no more. */
const isGone = (error: unknown): boolean =>
  (error as { init?: { status?: number } } | null)?.init?.status === 404 ||
  asRefusal(error)?.refusal === "notFound";

type Router = ReturnType<typeof createBrowserRouter>;
/**
 * A page on show that is loaded anew behind it stays as it is where that fails: what somebody
 * reads or fills in never gives way to an error. Only what is gone is taken away.
 */
const behind =
  (id: string, load: LoaderFunction, router: () => Router): LoaderFunction =>
  async (args, context) => {
    try {
      return await load(args, context);
    } catch (error) {
      const { revalidation, navigation, loaderData } = router().state;
      const isBehind = revalidation === "loading" && navigation.state === "idle" && id in loaderData;
      if (!isBehind || error instanceof Response || isGone(error)) throw error;
      return loaderData[id];
    }
  };

/** The router's routes: those on show have their script, the others fetch it when they are gone to. */
function routesOf(
  { manifest, modules, state }: ReturnType<typeof readHydrationData>,
  router: () => Router,
): RouteObject[] {
  const asRoute = (id: string, { default: Shown, clientLoader, shouldRevalidate }: Page) => ({
    Component: Shown,
    ...(clientLoader && { loader: behind(id, clientLoader, router) }),
    ...(shouldRevalidate && { shouldRevalidate }),
  });
  const pages = modules as Record<string, unknown> as Record<string, Page | undefined>;
  const load = async (id: string, url: string, styles: readonly string[]): Promise<Page> => {
    const dressed = Promise.all(styles.map(preloadStyle));
    const page = (await import(/* @vite-ignore */ url).catch(() => null)) as Page | null;
    if (page === null) return standIn;
    await dressed;
    pages[id] = page;
    return page;
  };
  /**
   * What the router finds of a page that was not gone to yet: asked for its links, as a finger on a
   * link makes it do, it fetches the page's script. By itself the router would load the page on show
   * anew, with all that is written in it, where that script does not arrive.
   */
  const notYet = (...page: Parameters<typeof load>): Page => ({
    ...standIn,
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
  for (const { id, module, css = [] } of known) pages[id] ??= notYet(id, module, css);
  const { default: Shown, Layout, ErrorBoundary, shouldRevalidate } = pages["root"] as Root;
  const root = {
    id: "root",
    path: "",
    // What the server told of the site stays; where it could not tell, only another document can.
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

/** What stands where even the frame of the pages fails: a sentence, rather than nothing. */
class LastResort extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <html lang="zh-CN">
        <body>
          <p role="alert">{appMessages.scriptFailed}</p>
        </body>
      </html>
    );
  }
}

/**
 * React Router in the built client, instead of its own <HydratedRouter/>. Pages load their data by
 * their `clientLoader` and all routes are known from the start, so what that has for fetching data
 * and routes from the server (12 KB of the first script, 5 compressed) is left out. It renders the
 * same tree as <ServerRouter/> does.
 */
export function clientRouter(): ReactNode {
  const given = readHydrationData();
  const { manifest, modules, state } = given;
  const errors =
    state.errors && Object.entries(state.errors).map(([id, error]) => [id, asThrown(error)] as const);
  const router: Router = createBrowserRouter(
    routesOf(given, () => router),
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
  // As many children at the top as <ServerRouter/> has: React's ids are counted from there.
  return (
    <>
      <UNSAFE_FrameworkContext value={framework}>
        <LastResort>
          <RouterProvider router={router} />
        </LastResort>
      </UNSAFE_FrameworkContext>
      {null}
    </>
  );
}

/** Lets React take over the document. */
export function hydrate(page: Document, tree: ReactNode): void {
  startTransition(() => {
    hydrateRoot(page, tree, {
      onRecoverableError: (error) => console.error("hydration", error),
    });
  });
}
