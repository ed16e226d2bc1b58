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

// The server takes these from the bundle, so that both know the same RouterContextProvider class.
export { createRequestHandler } from "react-router";

/** What the loaders of one rendering are given. */
export function contextFor(send: Send, site: SiteConfig, requestId: string): RouterContextProvider {
  const context = new RouterContextProvider();
  provideSend(context, send);
  provideSite(context, site);
  provideRequestId(context, requestId);
  return context;
}
/** The server lists the hashes of exactly these in the Content-Security-Policy. */
export const inlineFor = ({ brand }: SiteConfig): { scripts: string[]; styles: string[] } => ({
  scripts: Object.values(inlineScripts),
  // The error page of a failed root is rendered without the brand.
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

/** An error as the client is told it; React Router has taken out what nobody is to know. */
const given = (error: unknown): HydrationError =>
  isRouteErrorResponse(error)
    ? { status: error.status, statusText: error.statusText, data: error.data as unknown }
    : { message: error instanceof Error ? error.message : "" };

/**
 * Everything that app/boot.js needs to start the client later, instead of React Router's own
 * <Scripts/>. These are internals of React Router 8.4.0: it is pinned, and an end-to-end test
 * guards upgrades. What loaders return travels as JSON: it is of texts, numbers and such alone.
 */
function handoff(context: EntryContext): string {
  const { manifest, staticHandlerContext } = context;
  const { loaderData, errors } = staticHandlerContext;
  const routes = routesOf(context);
  const shared = routes.flatMap(([id]) => manifest.routes[id]?.imports ?? []);
  const modules = routes.flatMap(([, files]) => files);
  // app/boot.js starts them in this order, each in a task of its own.
  const scripts = [
    manifest.url,
    ...orderScripts([...manifest.entry.imports, ...shared, ...modules], scriptImports),
  ];
  const state: HydrationState = {
    loaderData,
    errors: errors && Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, given(error)])),
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
  const text = import.meta.env.DEV ? "" : handoff(context);
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
/** React Router hands responses that were thrown here too: a 404 is no failure, another one is told in a line. */
export function handleError(error: unknown): void {
  if (error instanceof Error) return console.error("render", error.stack);
  const { status, init, data } = (error ?? {}) as Thrown;
  const code = status ?? init?.status;
  if (code === 404) return;
  console.error(["render", code, data?.refusal, data?.requestId].filter(Boolean).join(" "));
}
