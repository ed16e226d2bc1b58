import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { createRequestHandler, RouterContextProvider, ServerBuild } from "react-router";
import type { Send } from "#contract/core/call.ts";
import type { SiteConfig } from "#contract/core/site.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { WorkQuota } from "../rate-limit/work-quota-rules.ts";
import { codingOf, compressBrotli, compressGzip, type ContentCoding } from "../cache/compression.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import { PageFastPath } from "../fast-path/page-fast-path.ts";
import { PageCache, type RenderedPage, type RenderPage } from "../cache/page-cache.ts";
import { mountStaticFiles, sendUnregisteredFile } from "./static-files.ts";
import { createPageCacheKey, type PageCacheKey } from "../cache/page-cache-key.ts";
import { createPagePolicies, type InlineContent } from "./content-security-policy.ts";
import { addHeadTags, recordResults } from "./head-tags.ts";
import { addStyleHash, inlineStyles } from "./inline-styles.ts";
import { httpMessages } from "../pipeline/messages.ts";

const buildFolder = new URL("../../../build/", import.meta.url);

/** Named exports of web/entry.server.tsx. */
type EntryModule = {
  /** Comes from the web bundle, because it must use the same RouterContextProvider class as the pages. */
  createRequestHandler: typeof createRequestHandler;
  contextFor(send: Send, site: SiteConfig, requestId: string): RouterContextProvider;
  inlineFor(site: SiteConfig): InlineContent;
};
export type PageServerOptions = {
  readonly send: Send;
  /** Configuration of the pages; called for each page, since the server's origin is known only once it listens. */
  readonly site: () => SiteConfig;
  /** Public scheme://host:port, known once the server listens. */
  readonly origin: () => string;
  /** Further origins that pages may call. */
  readonly connectSources: readonly string[];
  /** Returns the city code of an IP address, for a visitor without a chosen city. */
  readonly cityOfAddress: (address: string) => string;
  readonly workQuota: WorkQuota;
};
const entryModule = (build: ServerBuild): EntryModule => build.entry.module as unknown as EntryModule;

export type PageServer = {
  /** Removes all rendered pages, after their content has changed or the clock was set. */
  clear(): void;
  /** Removes the rendered pages whose URL contains a name. */
  invalidate(name: string): void;
};

/** The body in the best coding that the client accepts. */
async function bodyOf(page: RenderedPage, coding: ContentCoding | null): Promise<Buffer> {
  if (coding === null) return page.plain;
  return coding === "br" ? page.brotli : (page.gzip ??= await compressGzip(page.plain));
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  policy: string,
  key: PageCacheKey,
  fastPath: PageFastPath<RenderedPage>,
): Promise<FastifyReply> {
  void reply
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", addStyleHash(policy, page.styleHash))
    .header("cache-control", key.isPreview ? "no-store" : "no-cache")
    .header("vary", "accept-encoding, cookie, user-agent");
  if (key.isCacheable) void reply.header("x-page", "public");
  // A secret in the URL, of a login or a link, must not leak by the Referer header (requirement X16).
  else void reply.header("referrer-policy", "strict-origin");
  if (key.isPreview) void reply.header("x-robots-tag", "noindex, nofollow");
  if (page.location !== null) void reply.header("location", page.location);
  const coding = codingOf(request.headers);
  const body = await bodyOf(page, coding);
  if (coding !== null) void reply.header("content-encoding", coding);
  void reply.code(page.status);
  fastPath.store(request, reply, key, page, body);
  return reply.send(body);
}

const isOverload = ({ refusal }: Refusal): boolean => refusal === "tooMany" || refusal === "busy";

/** Sends a small page in which a person can try again, when the network has used up its quota of rendered pages. */
function sendTooMany(reply: FastifyReply, { status, message, headers }: Refusal): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="zh-CN"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${message}</title><p>${message}</p><p><a href="">${httpMessages.retry}</a></p></html>`,
    );
}

/** Returns the text of a style sheet of the build by its URL, null for any other URL; reads each file once. */
function createStyleSheetReader(): (url: string) => string | null {
  const texts = new Map<string, string | null>();
  return (url) => {
    const name = url.startsWith(WEB_BASE) ? url.slice(WEB_BASE.length) : "";
    if (!/^assets\/[\w.-]+\.css$/.test(name)) return null;
    const file = new URL(`client/${name}`, buildFolder);
    if (!texts.has(name)) texts.set(name, existsSync(file) ? readFileSync(file, "utf8") : null);
    return texts.get(name) ?? null;
  };
}

/** Creates the function that renders a page as a visitor, with its style sheets inlined. */
function createPageRenderer(build: ServerBuild, options: PageServerOptions): RenderPage {
  const { contextFor, createRequestHandler } = entryModule(build);
  const render = createRequestHandler(build, "production");
  const readStyleSheet = createStyleSheetReader();
  return async ({ url, cookie }, requestId, quality) => {
    const { send, results } = recordResults(options.send);
    const site = options.site();
    const response = await render(
      new Request(`http://localhost${url}`, { headers: { cookie } }),
      contextFor(send, site, requestId),
    );
    const inlined = inlineStyles(await response.text(), readStyleSheet);
    const page = {
      url,
      status: response.status,
      origin: options.origin(),
      brandName: site.brand.name,
      results,
    };
    const html = addHeadTags(inlined.html, page);
    const plain = Buffer.from(html);
    const brotli = await compressBrotli(plain, quality);
    return {
      status: response.status,
      location: response.headers.get("location"),
      plain,
      brotli,
      styleHash: inlined.hash,
      renderedAt: performance.now(),
    };
  };
}

/** Serves the built web app: its files, and its pages rendered as a visitor. */
export async function mountBuiltPages(
  app: FastifyInstance,
  options: PageServerOptions,
  fastPath: FastPath,
): Promise<PageServer> {
  const build = (await import(new URL("server/index.js", buildFolder).href)) as ServerBuild;
  const { inlineFor } = entryModule(build);
  const site = options.site();
  const policyFor = createPagePolicies(inlineFor(site), options.connectSources, site.brand);
  const cache = new PageCache(createPageRenderer(build, options));
  await mountStaticFiles(app, new URL("client/", buildFolder).pathname);
  const pageFastPath = new PageFastPath<RenderedPage>({
    parseCookies: (header) => app.parseCookie(header),
    policyFor,
    getFresh: (cacheKey) => cache.getFresh(cacheKey),
  });
  fastPath.servePage = pageFastPath.serve;
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = createPageCacheKey(request.url, request.cookies, () => options.cityOfAddress(request.ip));
    // A missing asset is a 404, never a page (requirement C32).
    if (key === null) return sendUnregisteredFile(request, reply);
    const policy = policyFor(request.headers["user-agent"] ?? "");
    try {
      const schedule = (name: string | null, render: () => Promise<RenderedPage>) =>
        name === null
          ? options.workQuota.run("page", request.ip, render)
          : options.workQuota.share("page", request.ip, name, render);
      return await sendPage(
        request,
        reply,
        await cache.get(key, request.id, schedule),
        policy,
        key,
        pageFastPath,
      );
    } catch (error) {
      if (error instanceof Refusal && isOverload(error)) return sendTooMany(reply, error);
      throw error;
    }
  };
  app.get(WEB_BASE, servePage);
  app.get(`${WEB_BASE}*`, servePage);
  app.get(WEB_BASE.slice(0, -1), (_request, reply) => reply.redirect(WEB_BASE, 301));
  return { clear: () => cache.clear(), invalidate: (name) => cache.invalidate(name) };
}

/** Serves the web app from source with hot reload. */
export async function mountDevelopmentPages(
  app: FastifyInstance,
  options: PageServerOptions,
): Promise<PageServer> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.url.startsWith(WEB_BASE)) return done();
    void reply.removeHeader("content-security-policy");
    vite.middlewares(request.raw, reply.raw, done);
  });
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
    const { contextFor, createRequestHandler } = entryModule(build);
    const render = createRequestHandler(build, "development");
    const headers = { accept: "text/html", cookie: request.headers.cookie ?? "" };
    const response = await render(
      new Request(`http://${request.headers.host}${request.originalUrl}`, { headers }),
      contextFor(options.send, options.site(), request.id),
    );
    // Fastify cannot answer HEAD with a Response, and pages test their connection by HEAD.
    return reply
      .removeHeader("content-security-policy")
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(Buffer.from(await response.arrayBuffer()));
  };
  app.get(WEB_BASE, servePage);
  app.get(`${WEB_BASE}*`, servePage);
  return { clear: () => {}, invalidate: () => {} };
}
