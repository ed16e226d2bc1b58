import { renderToReadableStream } from "react-dom/server";
import { isRouteErrorResponse, RouterContextProvider, ServerRouter, type EntryContext } from "react-router";
import scriptImports from "virtual:script-imports";
import type { Send } from "#contract/core/call.ts";
import type { SiteConfig } from "#contract/core/site.ts";
import { HydrationPayloadContext } from "./app/startup/hydration-payload.tsx";
import { inlineScripts, inlineStyle } from "./app/inline.ts";
import { brandThemeRule } from "./app/startup/brand-theme.ts";
import type { HydrationError, HydrationState } from "./platform/page-load/hydration-data.ts";
import { provideRequestId, provideSend, provideSite } from "./platform/http/server-context.ts";
import { orderScripts } from "./platform/page-load/script-order.ts";

// The server imports these from the bundle, so that both use the same RouterContextProvider class.
export { createRequestHandler } from "react-router";

/** Creates the context of the loaders of one rendering. */
export function contextFor(send: Send, site: SiteConfig, requestId: string): RouterContextProvider {
  const context = new RouterContextProvider();
  provideSend(context, send);
  provideSite(context, site);
  provideRequestId(context, requestId);
  return context;
}
/** Texts of the inline scripts and styles. The server lists their hashes in the Content-Security-Policy. */
export const inlineFor = ({ brand }: SiteConfig): { scripts: string[]; styles: string[] } => ({
  scripts: Object.values(inlineScripts),
  // The second style belongs to the error page of a failed root, which is rendered without the brand.
  styles: [inlineStyle + brandThemeRule(brand), inlineStyle],
});

const isPresent = (module: string | undefined): module is string => module !== undefined;

/** The script modules of the matched routes. */
function routesOf({ manifest, staticHandlerContext }: EntryContext): [string, string[]][] {
  return staticHandlerContext.matches.flatMap(({ route }) => {
    const entry = manifest.routes[route.id];
    if (!entry) return [];
    const modules = [
      entry.clientActionModule,
      entry.clientLoaderModule,
      entry.clientMiddlewareModule,
      entry.hydrateFallbackModule,
      entry.module,
    ];
    return [[route.id, modules.filter(isPresent)] as [string, string[]]];
  });
}

/** An error for the client. React Router has removed internal details. */
const hydrationErrorOf = (error: unknown): HydrationError =>
  isRouteErrorResponse(error)
    ? { status: error.status, statusText: error.statusText, data: error.data as unknown }
    : { message: error instanceof Error ? error.message : "" };

/**
 * The data that app/boot.js needs to start the client later, instead of React Router's own <Scripts/>. It
 * uses internals of React Router 8.4.0, which is pinned; an end-to-end test guards upgrades. Loader data
 * travels as JSON, so it may only contain JSON values.
 */
function hydrationPayloadOf(context: EntryContext): string {
  const { manifest, staticHandlerContext } = context;
  const { loaderData, errors } = staticHandlerContext;
  const routes = routesOf(context);
  const shared = routes.flatMap(([id]) => manifest.routes[id]?.imports ?? []);
  const modules = routes.flatMap(([, files]) => files);
  // app/boot.js starts them in this order, each in its own task.
  const scripts = [
    manifest.url,
    ...orderScripts([...manifest.entry.imports, ...shared, ...modules], scriptImports),
  ];
  const state: HydrationState = {
    loaderData,
    errors:
      errors &&
      Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, hydrationErrorOf(error)])),
  };
  const data = { state, entry: manifest.entry.module, routes, scripts };
  return JSON.stringify(data).replace(/</g, "\\u003c");
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const text = import.meta.env.DEV ? "" : hydrationPayloadOf(context);
  // Otherwise ServerRouter adds a Suspense boundary for it.
  if (!import.meta.env.DEV) delete context.serverHandoffStream;
  const html = await renderToReadableStream(
    <HydrationPayloadContext value={text}>
      <ServerRouter context={context} url={request.url} />
    </HydrationPayloadContext>,
    { progressiveChunkSize: Infinity, onError: (error) => console.error(error) },
  );
  await html.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(html, { status, headers });
}

type Thrown = {
  status?: number;
  init?: { status?: number };
  data?: { refusal?: string; requestId?: string };
};
/**
 * Logs an error of the rendering. Responses that loaders threw also arrive here: a 404 is not logged, others
 * are logged in a line.
 */
export function handleError(error: unknown): void {
  if (error instanceof Error) return console.error("render", error.stack);
  const { status, init, data } = (error ?? {}) as Thrown;
  const code = status ?? init?.status;
  if (code === 404) return;
  console.error(["render", code, data?.refusal, data?.requestId].filter(Boolean).join(" "));
}
