import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { headers as names } from "#contract/headers.ts";
import { WEB_BASE } from "#contract/web-base.ts";
import { wantsBrotli } from "./brotli.ts";
import { KnownHeaders } from "./known-headers.ts";
import { rememberedCity, type PageKey } from "./page-key.ts";

type Sent = { readonly status: number; readonly headers: KnownHeaders; readonly body: Buffer };
type World<Page> = {
  readonly cookiesOf: (header: string) => Readonly<Record<string, string | undefined>>;
  /** What a host is allowed, by its user agent: one of few texts. */
  readonly policyFor: (userAgent: string) => string;
  /** The page under a key, while nothing has to be rendered for it. */
  readonly fresh: (key: string) => Page | null;
};

/** What the address of a request follows from. */
const whereOf = ({ socket, headers }: IncomingMessage): string =>
  `${socket.remoteAddress} ${String(headers["x-forwarded-for"] ?? "")}`;

/**
 * Rendered pages sent before the framework does anything, with the headers that it made for the first who
 * had the same page in the same form (see hot-answers.ts). Which page an address means in a city, and which city
 * a client's address, is remembered from the long way too.
 */
export class HotPages<Page extends object> {
  readonly #world: World<Page>;
  readonly #keys = new LRUCache<string, string>({ max: 2_000 });
  readonly #cities = new LRUCache<string, string>({ max: 20_000 });
  readonly #sent = new WeakMap<Page, Map<string, Sent>>();
  constructor(world: World<Page>) {
    this.#world = world;
  }

  #formOf(headers: IncomingHttpHeaders): string {
    return `${wantsBrotli(headers) ? "br" : "plain"} ${this.#world.policyFor(headers["user-agent"] ?? "")}`;
  }

  /** Remembers how a page that is anybody's is sent; an id of one request is none of it. */
  keep(request: FastifyRequest, reply: FastifyReply, key: PageKey, page: Page, body: Buffer): void {
    const { raw, cookies } = request;
    // Reading answers to another origin are that origin's.
    if (!key.isCacheable || raw.headers.origin !== undefined) return;
    if (rememberedCity(cookies) === null) this.#cities.set(whereOf(raw), key.city);
    this.#keys.set(`${key.city} ${request.url}`, key.text);
    const forms = this.#sent.get(page) ?? new Map<string, Sent>();
    this.#sent.set(page, forms);
    const form = this.#formOf(raw.headers);
    if (forms.has(form)) return;
    const { "x-request-id": _id, date: _date, ...rest } = reply.getHeaders();
    // A cookie is for whoever it was made for.
    if (rest["set-cookie"] !== undefined) return;
    forms.set(form, {
      status: reply.statusCode,
      headers: new KnownHeaders({ ...rest, "content-length": body.length }),
      body,
    });
  }

  /** Sends a page that is kept and fresh. @returns whether it did */
  readonly take = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url, headers } = request;
    if (method !== "GET" || url === undefined || !url.startsWith(WEB_BASE) || headers.origin !== undefined)
      return false;
    const city =
      rememberedCity(this.#world.cookiesOf(headers.cookie ?? "")) ?? this.#cities.get(whereOf(request));
    const key = this.#keys.get(`${city} ${url}`);
    const page = key === undefined ? null : this.#world.fresh(key);
    const sent = page && this.#sent.get(page)?.get(this.#formOf(headers));
    if (!sent) return false;
    response.writeHead(sent.status, sent.headers.with({}, names.requestId, randomUUID()));
    response.end(sent.body);
    return true;
  };
}
