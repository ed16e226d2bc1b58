import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { createRequestHandler, RouterContextProvider, ServerBuild } from "react-router";
import type { Send } from "#contract/call.ts";
import type { Site } from "#contract/site.ts";
import { WEB_BASE } from "#contract/web-base.ts";
import { Refusal } from "#contract/errors.ts";
import type { Admitting } from "./admission-rules.ts";
import { packed, wantsBrotli } from "./brotli.ts";
import type { HotAnswers } from "./hot-answers.ts";
import { HotPages } from "./hot-pages.ts";
import { PageCache, type Page } from "./page-cache.ts";
import { mountFiles, sendLater } from "./page-files.ts";
import { pageKey, type PageKey } from "./page-key.ts";
import { policiesOf, type Inline } from "./page-policy.ts";
import { policyWith, withStyles } from "./page-styles.ts";
import { words } from "./words.ts";

const buildFolder = new URL("../../build/", import.meta.url);

/** What web/entry.server.tsx gives beside its default. */
type EntryModule = {
  /** From the web's own bundle, so that it knows the same RouterContextProvider class. */
  createRequestHandler: typeof createRequestHandler;
  contextFor(send: Send, site: Site, requestId: string): RouterContextProvider;
  inlineFor(site: Site): Inline;
};
export type PageWorld = {
  readonly send: Send;
  /** What the pages are told; asked for each page, since the server's address is known only when it listens. */
  readonly site: () => Site;
  /** Further origins that the page may call. */
  readonly connect: readonly string[];
  /** The city code of an IP address, for a visitor who has chosen none. */
  readonly cityOfAddress: (address: string) => string;
  readonly admission: Admitting;
};
const entryOf = (build: ServerBuild): EntryModule => build.entry.module as unknown as EntryModule;

export type Pages = {
  /** Forgets rendered pages: what they show has changed, or the clock is set. */
  clear(): void;
  /** Forgets those whose address names something. */
  forget(name: string): void;
};

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  policy: string,
  key: PageKey,
  hot: HotPages<Page>,
): FastifyReply {
  void reply
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", policyWith(policy, page.styleHash))
    .header("cache-control", "no-cache")
    .header("vary", "accept-encoding, cookie, user-agent");
  if (key.isCacheable) void reply.header("x-page", "public");
  // What a login or a link brought in the address must not go on to whatever the page loads (requirement X16).
  else void reply.header("referrer-policy", "strict-origin");
  if (page.location !== null) void reply.header("location", page.location);
  const isBrotli = wantsBrotli(request.headers);
  if (isBrotli) void reply.header("content-encoding", "br");
  void reply.code(page.status);
  const body = isBrotli ? page.brotli : page.plain;
  hot.keep(request, reply, key, page, body);
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
      `<!doctype html><html lang="zh-CN"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${message}</title><p>${message}</p><p><a href="">${words.again}</a></p></html>`,
    );
}

/** The build's style sheets by their addresses, each read once; null for any other address. */
function readSheets(): (address: string) => string | null {
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
export async function productionPages(
  app: FastifyInstance,
  world: PageWorld,
  answers: HotAnswers,
): Promise<Pages> {
  const build = (await import(new URL("server/index.js", buildFolder).href)) as ServerBuild;
  const { inlineFor, contextFor, createRequestHandler } = entryOf(build);
  const handle = createRequestHandler(build, "production");
  const policyFor = policiesOf(inlineFor(world.site()), world.connect, world.site().brand);
  const sheets = readSheets();
  const cache = new PageCache(async ({ url, cookie }, requestId, quality) => {
    const response = await handle(
      new Request(`http://localhost${url}`, { headers: { cookie } }),
      contextFor(world.send, world.site(), requestId),
    );
    const { html, hash } = withStyles(await response.text(), sheets);
    const plain = Buffer.from(html);
    const brotli = await packed(plain, quality);
    return {
      status: response.status,
      location: response.headers.get("location"),
      plain,
      brotli,
      styleHash: hash,
      madeAt: performance.now(),
    };
  });
  await mountFiles(app, new URL("client/", buildFolder).pathname);
  const hot = new HotPages<Page>({
    cookiesOf: (header) => app.parseCookie(header),
    policyFor,
    fresh: (text) => cache.fresh(text),
  });
  answers.page = hot.take;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = pageKey(request.url, request.cookies, () => world.cityOfAddress(request.ip));
    // A missing asset is a 404, never a page (requirement C32).
    if (key === null) return sendLater(request, reply);
    const policy = policyFor(request.headers["user-agent"] ?? "");
    try {
      const begin = () => world.admission.begin("page", request.ip);
      return sendPage(request, reply, await cache.get(key, request.id, begin), policy, key, hot);
    } catch (error) {
      if (error instanceof Refusal && error.refusal === "tooMany") return sendTooMany(reply, error);
      throw error;
    }
  };
  app.get(WEB_BASE, answer);
  app.get(`${WEB_BASE}*`, answer);
  app.get(WEB_BASE.slice(0, -1), (_request, reply) => reply.redirect(WEB_BASE, 301));
  return { clear: () => cache.clear(), forget: (name) => cache.forget(name) };
}

/** The web app by Vite with hot reload; the same entry, not built. */
export async function developmentPages(app: FastifyInstance, world: PageWorld): Promise<Pages> {
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
    const { contextFor, createRequestHandler } = entryOf(build);
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
  return { clear: () => {}, forget: () => {} };
}

export const isBuilt = (): boolean => existsSync(new URL("server/index.js", buildFolder));
