import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { createRequestHandler, RouterContextProvider, ServerBuild } from "react-router";
import type { Send } from "#contract/call.ts";
import type { Site } from "#contract/site.ts";
import { WEB_BASE } from "#contract/web-base.ts";
import { packed, wantsBrotli, type Quality } from "./brotli.ts";
import { KEPT_IN_OUTAGE } from "./answer-cache.ts";
import type { HotAnswers } from "./hot-answers.ts";
import { HotPages } from "./hot-pages.ts";
import { mountFiles, sendLater } from "./page-files.ts";
import { pageKey, type PageKey } from "./page-key.ts";
import { policiesOf, type Inline } from "./page-policy.ts";
import { policyWith, withStyles } from "./page-styles.ts";

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
};
type Page = {
  status: number;
  location: string | null;
  plain: Buffer;
  brotli: Buffer;
  /** Of the style sheets in it. */
  styleHash: string | null;
  madeAt: number;
};

const entryOf = (build: ServerBuild): EntryModule => build.entry.module as unknown as EntryModule;

/** How long a rendered page is fresh, and how much longer it may be served while the next is made; ms. */
const FRESH = 2_000;
const STALE = 30_000;
/** How long after an old page was sent the next one is made, ms. */
const SOON = 1_500;

/** Between two pages compressed best, ms: where many are asked for, they may take 3 % of a processor. */
const BEST_EACH = 5_000;

/**
 * @param requestId of whoever asked first
 * @param quality of the compression
 */
type Render = (key: PageKey, requestId: string, quality: Quality) => Promise<Page>;

/** Renders public pages once for all visitors and keeps them for a moment, compressed. */
class PageCache {
  readonly #pages = new LRUCache<string, Page>({ max: 500 });
  readonly #making = new Map<string, Promise<Page>>();
  /** Those that are made anew in a moment. */
  readonly #soon = new Set<string>();
  /** Counts forgettings, so that a page rendered before one is not kept after it. */
  #epoch = 0;
  #bestAt = -Infinity;
  readonly #render: Render;
  constructor(render: Render) {
    this.#render = render;
  }
  async get(key: PageKey, requestId: string): Promise<Page> {
    if (!key.isCacheable) return this.#render(key, requestId, "page");
    const found = this.#pages.get(key.text);
    const age = found ? performance.now() - found.madeAt : Infinity;
    if (found && age < FRESH) return found;
    if (found && age < FRESH + STALE) {
      this.#makeSoon(key, requestId, found);
      return found;
    }
    const page = await (this.#making.get(key.text) ?? this.#make(key, requestId, "page"));
    return found && age < KEPT_IN_OUTAGE && page.status >= 500 ? found : page;
  }
  /** The page under a key, while it is fresh or until it is made anew. */
  fresh(text: string): Page | null {
    const found = this.#pages.get(text);
    const age = found ? performance.now() - found.madeAt : Infinity;
    return found && (age < FRESH || (age < FRESH + STALE && this.#soon.has(text))) ? found : null;
  }
  clear(): void {
    this.#epoch++;
    this.#pages.clear();
    this.#making.clear();
  }
  forget(name: string): void {
    this.#epoch++;
    for (const key of this.#pages.keys()) if (key.includes(name)) this.#pages.delete(key);
    this.#making.clear();
  }
  /** Whoever was just sent the old page asks for its pictures and scripts next: they come first. */
  #makeSoon(key: PageKey, requestId: string, old: Page): void {
    if (this.#soon.has(key.text) || this.#making.has(key.text)) return;
    this.#soon.add(key.text);
    setTimeout(() => {
      this.#soon.delete(key.text);
      // Forgotten or made meanwhile: whoever wants it next sees to it.
      if (this.#pages.peek(key.text) === old && !this.#making.has(key.text))
        this.#make(key, requestId, this.#qualityInBackground()).catch(() => {});
    }, SOON).unref();
  }
  #qualityInBackground(): Quality {
    const now = performance.now();
    if (now - this.#bestAt < BEST_EACH) return "page";
    this.#bestAt = now;
    return "best";
  }
  #make(key: PageKey, requestId: string, quality: Quality): Promise<Page> {
    const epoch = this.#epoch;
    const making = this.#render(key, requestId, quality).then((page) => {
      if (page.status < 500 && epoch === this.#epoch) this.#pages.set(key.text, page);
      return page;
    });
    this.#making.set(key.text, making);
    const forget = () => {
      if (this.#making.get(key.text) === making) this.#making.delete(key.text);
    };
    making.then(forget, forget);
    return making;
  }
}

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
    return sendPage(request, reply, await cache.get(key, request.id), policy, key, hot);
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
    return reply.removeHeader("content-security-policy").send(response);
  };
  app.get(WEB_BASE, answer);
  app.get(`${WEB_BASE}*`, answer);
  return { clear: () => {}, forget: () => {} };
}

export const isBuilt = (): boolean => existsSync(new URL("server/index.js", buildFolder));
