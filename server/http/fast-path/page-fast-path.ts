import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { headers as names } from "#contract/core/headers.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { codingOf } from "../cache/compression.ts";
import { HeaderTemplate } from "./header-template.ts";
import { readCityCookie, type PageCacheKey } from "../cache/page-cache-key.ts";

type StoredPage = { readonly status: number; readonly headers: HeaderTemplate; readonly body: Buffer };
type PageFastPathOptions<Page> = {
  readonly parseCookies: (header: string) => Readonly<Record<string, string | undefined>>;
  /** The content security policy for a user agent: one of a few texts. */
  readonly policyFor: (userAgent: string) => string;
  /** The cached page of a key, while it needs no rendering. */
  readonly getFresh: (key: string) => Page | null;
};

/** Determines the client's address of a request, behind the same proxies. */
const addressKey = ({ socket, headers }: IncomingMessage): string =>
  `${socket.remoteAddress} ${String(headers["x-forwarded-for"] ?? "")}`;

/**
 * Sends rendered pages before the framework, with the headers of the framework's response for the same page and
 * variant. The cache key of a URL in a city, and the city of a client's address, are stored from that response too.
 */
export class PageFastPath<Page extends object> {
  readonly #options: PageFastPathOptions<Page>;
  readonly #keys = new LRUCache<string, string>({ max: 2_000 });
  readonly #cities = new LRUCache<string, string>({ max: 20_000 });
  readonly #variants = new WeakMap<Page, Map<string, StoredPage>>();
  constructor(options: PageFastPathOptions<Page>) {
    this.#options = options;
  }

  /** Names the variant that a client gets: by encoding and content security policy. */
  #variantOf(headers: IncomingHttpHeaders): string {
    return `${codingOf(headers) ?? "plain"} ${this.#options.policyFor(headers["user-agent"] ?? "")}`;
  }

  /** Stores the framework's response for a public page, except the ids of its request. */
  store(request: FastifyRequest, reply: FastifyReply, key: PageCacheKey, page: Page, body: Buffer): void {
    const { raw, cookies } = request;
    // A response to another origin has CORS headers for that origin.
    if (!key.isCacheable || raw.headers.origin !== undefined) return;
    if (readCityCookie(cookies) === null) this.#cities.set(addressKey(raw), key.cityCode);
    this.#keys.set(`${key.cityCode} ${request.url}`, key.cacheKey);
    const variants = this.#variants.get(page) ?? new Map<string, StoredPage>();
    this.#variants.set(page, variants);
    const variant = this.#variantOf(raw.headers);
    if (variants.has(variant)) return;
    const { "x-request-id": _id, date: _date, ...rest } = reply.getHeaders();
    // A response with a cookie is personal.
    if (rest["set-cookie"] !== undefined) return;
    variants.set(variant, {
      status: reply.statusCode,
      headers: new HeaderTemplate({ ...rest, "content-length": body.length }),
      body,
    });
  }

  /** Sends a stored page that is fresh. @returns whether it did */
  readonly serve = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url, headers } = request;
    if (method !== "GET" || url === undefined || !url.startsWith(WEB_BASE) || headers.origin !== undefined)
      return false;
    const city =
      readCityCookie(this.#options.parseCookies(headers.cookie ?? "")) ??
      this.#cities.get(addressKey(request));
    const key = this.#keys.get(`${city} ${url}`);
    const page = key === undefined ? null : this.#options.getFresh(key);
    const stored = page && this.#variants.get(page)?.get(this.#variantOf(headers));
    if (!stored) return false;
    response.writeHead(stored.status, stored.headers.with({}, names.requestId, randomUUID()));
    response.end(stored.body);
    return true;
  };
}
