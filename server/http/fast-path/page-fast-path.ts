import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { headers as names } from "#contract/core/headers.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { acceptsBrotli } from "../cache/brotli.ts";
import { HeaderTemplate } from "./header-template.ts";
import { readCityCookie, type PageCacheKey } from "../cache/page-cache-key.ts";

type StoredPage = { readonly status: number; readonly headers: HeaderTemplate; readonly body: Buffer };
type PageFastPathOptions<Page> = {
  readonly cookiesOf: (header: string) => Readonly<Record<string, string | undefined>>;
  /** What a host is allowed, by its user agent: one of few texts. */
  readonly policyFor: (userAgent: string) => string;
  /** The page under a key, while nothing has to be rendered for it. */
  readonly fresh: (key: string) => Page | null;
};

/** What the address of a request follows from. */
const addressKey = ({ socket, headers }: IncomingMessage): string =>
  `${socket.remoteAddress} ${String(headers["x-forwarded-for"] ?? "")}`;

/**
 * Rendered pages sent before the framework does anything, with the headers that it made for the first who
 * had the same page in the same form (see hot-answers.ts). Which page an address means in a city, and which city
 * a client's address, is remembered from the long way too.
 */
export class PageFastPath<Page extends object> {
  readonly #world: PageFastPathOptions<Page>;
  readonly #keys = new LRUCache<string, string>({ max: 2_000 });
  readonly #cities = new LRUCache<string, string>({ max: 20_000 });
  readonly #sent = new WeakMap<Page, Map<string, StoredPage>>();
  constructor(world: PageFastPathOptions<Page>) {
    this.#world = world;
  }

  #formOf(headers: IncomingHttpHeaders): string {
    return `${acceptsBrotli(headers) ? "br" : "plain"} ${this.#world.policyFor(headers["user-agent"] ?? "")}`;
  }

  /** Remembers how a page that is anybody's is sent; an id of one request is none of it. */
  store(request: FastifyRequest, reply: FastifyReply, key: PageCacheKey, page: Page, body: Buffer): void {
    const { raw, cookies } = request;
    // Reading answers to another origin are that origin's.
    if (!key.isCacheable || raw.headers.origin !== undefined) return;
    if (readCityCookie(cookies) === null) this.#cities.set(addressKey(raw), key.city);
    this.#keys.set(`${key.city} ${request.url}`, key.text);
    const forms = this.#sent.get(page) ?? new Map<string, StoredPage>();
    this.#sent.set(page, forms);
    const form = this.#formOf(raw.headers);
    if (forms.has(form)) return;
    const { "x-request-id": _id, date: _date, ...rest } = reply.getHeaders();
    // A cookie is for whoever it was made for.
    if (rest["set-cookie"] !== undefined) return;
    forms.set(form, {
      status: reply.statusCode,
      headers: new HeaderTemplate({ ...rest, "content-length": body.length }),
      body,
    });
  }

  /** Sends a page that is kept and fresh. @returns whether it did */
  readonly serve = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url, headers } = request;
    if (method !== "GET" || url === undefined || !url.startsWith(WEB_BASE) || headers.origin !== undefined)
      return false;
    const city =
      readCityCookie(this.#world.cookiesOf(headers.cookie ?? "")) ?? this.#cities.get(addressKey(request));
    const key = this.#keys.get(`${city} ${url}`);
    const page = key === undefined ? null : this.#world.fresh(key);
    const sent = page && this.#sent.get(page)?.get(this.#formOf(headers));
    if (!sent) return false;
    response.writeHead(sent.status, sent.headers.with({}, names.requestId, randomUUID()));
    response.end(sent.body);
    return true;
  };
}
