import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { createRequestHandler, RouterContextProvider, ServerBuild } from "react-router";
import type { Send } from "#contract/core/call.ts";
import type { SiteConfig } from "#contract/core/site.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { WorkQuota } from "../rate-limit/work-quota-rules.ts";
import { compressBrotli, acceptsBrotli } from "../cache/brotli.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import { PageFastPath } from "../fast-path/page-fast-path.ts";
import { PageCache, type RenderedPage } from "../cache/page-cache.ts";
import { mountStaticFiles, sendUnregisteredFile } from "./static-files.ts";
import { createPageCacheKey, type PageCacheKey } from "../cache/page-cache-key.ts";
import { createPagePolicies, type InlineContent } from "./content-security-policy.ts";
import { addStyleHash, inlineStyles } from "./inline-styles.ts";
import { httpMessages } from "../pipeline/messages.ts";

const buildFolder = new URL("../../../build/", import.meta.url);

/** What web/entry.server.tsx gives beside its default. */
type EntryModule = {
  /** From the web's own bundle, so that it knows the same RouterContextProvider class. */
  createRequestHandler: typeof createRequestHandler;
  contextFor(send: Send, site: SiteConfig, requestId: string): RouterContextProvider;
  inlineFor(site: SiteConfig): InlineContent;
};
export type PageServerOptions = {
  readonly send: Send;
  /** What the pages are told; asked for each page, since the server's address is known only when it listens. */
  readonly site: () => SiteConfig;
  /** Further origins that the page may call. */
  readonly connect: readonly string[];
  /** The city code of an IP address, for a visitor who has chosen none. */
  readonly cityOfAddress: (address: string) => string;
  readonly workQuota: WorkQuota;
};
const entryModule = (build: ServerBuild): EntryModule => build.entry.module as unknown as EntryModule;

export type PageServer = {
  /** Forgets rendered pages: what they show has changed, or the clock is set. */
  clear(): void;
  /** Forgets those whose address names something. */
  invalidate(name: string): void;
};

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  policy: string,
  key: PageCacheKey,
  fastPath: PageFastPath<RenderedPage>,
): FastifyReply {
  void reply
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", addStyleHash(policy, page.styleHash))
    .header("cache-control", "no-cache")
    .header("vary", "accept-encoding, cookie, user-agent");
  if (key.isCacheable) void reply.header("x-page", "public");
  // What a login or a link brought in the address must not go on to whatever the page loads (requirement X16).
  else void reply.header("referrer-policy", "strict-origin");
  if (page.location !== null) void reply.header("location", page.location);
  const isBrotli = acceptsBrotli(request.headers);
  if (isBrotli) void reply.header("content-encoding", "br");
  void reply.code(page.status);
  const body = isBrotli ? page.brotli : page.plain;
  fastPath.store(request, reply, key, page, body);
  return reply.send(body);
}

/** A person's browser shows this: whoever shares the network has asked for too many pages. */
function sendTooMany(reply: FastifyReply, { status, message, headers }: Refusal): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="zh-CN"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${message}</title><p>${message}</p><p><a href="">${httpMessages.again}</a></p></html>`,
    );
}

/** The build's style sheets by their addresses, each read once; null for any other address. */
function createStyleSheetReader(): (address: string) => string | null {
  const read = new Map<string, string | null>();
  return (address) => {
    const name = address.startsWith(WEB_BASE) ? address.slice(WEB_BASE.length) : "";
    if (!/^assets\/[\w.-]+\.css$/.test(name)) return null;
    const file = new URL(`client/${name}`, buildFolder);
    if (!read.has(name)) read.set(name, existsSync(file) ? readFileSync(file, "utf8") : null);
    return read.get(name) ?? null;
  };
}

/** The built web app: assets, and its pages rendered as a visitor. */
export async function mountBuiltPages(
  app: FastifyInstance,
  world: PageServerOptions,
  answers: FastPath,
): Promise<PageServer> {
  const build = (await import(new URL("server/index.js", buildFolder).href)) as ServerBuild;
  const { inlineFor, contextFor, createRequestHandler } = entryModule(build);
  const handle = createRequestHandler(build, "production");
  const policyFor = createPagePolicies(inlineFor(world.site()), world.connect, world.site().brand);
  const sheets = createStyleSheetReader();
  const cache = new PageCache(async ({ url, cookie }, requestId, quality) => {
    const response = await handle(
      new Request(`http://localhost${url}`, { headers: { cookie } }),
      contextFor(world.send, world.site(), requestId),
    );
    const { html, hash } = inlineStyles(await response.text(), sheets);
    const plain = Buffer.from(html);
    const brotli = await compressBrotli(plain, quality);
    return {
      status: response.status,
      location: response.headers.get("location"),
      plain,
      brotli,
      styleHash: hash,
      madeAt: performance.now(),
    };
  });
  await mountStaticFiles(app, new URL("client/", buildFolder).pathname);
  const fastPath = new PageFastPath<RenderedPage>({
    cookiesOf: (header) => app.parseCookie(header),
    policyFor,
    fresh: (text) => cache.fresh(text),
  });
  answers.servePage = fastPath.serve;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = createPageCacheKey(request.url, request.cookies, () => world.cityOfAddress(request.ip));
    // A missing asset is a 404, never a page (requirement C32).
    if (key === null) return sendUnregisteredFile(request, reply);
    const policy = policyFor(request.headers["user-agent"] ?? "");
    try {
      const begin = () => world.workQuota.begin("page", request.ip);
      return sendPage(request, reply, await cache.get(key, request.id, begin), policy, key, fastPath);
    } catch (error) {
      if (error instanceof Refusal && error.refusal === "tooMany") return sendTooMany(reply, error);
      throw error;
    }
  };
  app.get(WEB_BASE, answer);
  app.get(`${WEB_BASE}*`, answer);
  app.get(WEB_BASE.slice(0, -1), (_request, reply) => reply.redirect(WEB_BASE, 301));
  return { clear: () => cache.clear(), invalidate: (name) => cache.invalidate(name) };
}

/** The web app by Vite with hot reload; the same entry, not built. */
export async function mountDevelopmentPages(
  app: FastifyInstance,
  world: PageServerOptions,
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
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
    const { contextFor, createRequestHandler } = entryModule(build);
    const handle = createRequestHandler(build, "development");
    const headers = { accept: "text/html", cookie: request.headers.cookie ?? "" };
    const response = await handle(
      new Request(`http://${request.headers.host}${request.originalUrl}`, { headers }),
      contextFor(world.send, world.site(), request.id),
    );
    // A Response itself is no answer to HEAD, by which pages ask whether they are reached.
    return reply
      .removeHeader("content-security-policy")
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(Buffer.from(await response.arrayBuffer()));
  };
  app.get(WEB_BASE, answer);
  app.get(`${WEB_BASE}*`, answer);
  return { clear: () => {}, invalidate: () => {} };
}

export const isBuilt = (): boolean => existsSync(new URL("server/index.js", buildFolder));
