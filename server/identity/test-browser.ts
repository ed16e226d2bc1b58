import type { Call } from "#contract/core/call.ts";

/** What came back: the body as text, and as an envelope where it is one. */
export type BrowserAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where a redirect leads, absolute. */
  readonly location: string | null;
  readonly code: string | null;
  readonly data: Record<string, unknown>;
  readonly message: string;
};

type Cookie = { value: string; path: string };

/** Where a request to an address really goes, and the headers that it gains on the way. */
export type Route = (url: URL) => { readonly target: URL; readonly headers: Record<string, string> };

/** *.localhost and localhost mean this machine in browsers; Node's resolver may not know it. */
const straight: Route = (url) => {
  const target = new URL(url);
  if (url.hostname.endsWith("localhost")) target.hostname = "127.0.0.1";
  return { target, headers: {} };
};

/** A browser without a screen: a cookie jar per host that minds paths, and redirects taken one by one. */
export class TestBrowser {
  readonly #jars = new Map<string, Map<string, Cookie>>();
  readonly #route: Route;
  /** Every Set-Cookie line that came. */
  readonly cookieLines: string[] = [];
  /** @param route a proxy between it and the servers */
  constructor(route: Route = straight) {
    this.#route = route;
  }

  #cookies(url: URL): string {
    const isFor = ({ path }: Cookie) =>
      path === "/" ||
      url.pathname === path ||
      url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
    const jar = [...(this.#jars.get(url.hostname) ?? [])].filter(([, cookie]) => isFor(cookie));
    return jar.map(([key, { value }]) => `${key.split(";")[0]}=${value}`).join("; ");
  }

  #keep(url: URL, headers: Headers): void {
    const jar = this.#jars.get(url.hostname) ?? new Map<string, Cookie>();
    this.#jars.set(url.hostname, jar);
    this.cookieLines.push(...headers.getSetCookie());
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      const attribute = (wanted: string) =>
        attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const path = attribute("path") ?? "/";
      const isGone = Date.parse(attribute("expires") ?? "2999-01-01") < Date.now();
      if (isGone) jar.delete(`${name};${path}`);
      else jar.set(`${name};${path}`, { value: pair.slice(name.length + 1), path });
    }
  }

  async request(address: string, init: RequestInit = {}): Promise<BrowserAnswer> {
    const url = new URL(address);
    const cookie = this.#cookies(url);
    const { target, headers: added } = this.#route(url);
    const headers = {
      ...(cookie && { cookie }),
      ...(init.headers as Record<string, string>),
      host: url.host,
      ...added,
    };
    const answer = await requestAs(target, { ...init, headers });
    this.#keep(url, answer.headers);
    const text = answer.body;
    const location = answer.headers.get("location");
    const envelope = parsed(text);
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      location: location === null ? null : new URL(location, url).href,
      code: typeof envelope["code"] === "string" ? envelope["code"] : null,
      data: (envelope["data"] ?? {}) as Record<string, unknown>,
      message: typeof envelope["message"] === "string" ? envelope["message"] : "",
    };
  }

  post(address: string, body: unknown): Promise<BrowserAnswer> {
    return this.request(address, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  }

  /** Makes a call of the contract; what its address does not take goes into query and body as declared. */
  send(origin: string, call: Call, given: Readonly<Record<string, unknown>>): Promise<BrowserAnswer> {
    const [path] = call.paths;
    const url = new URL(
      `${origin}/pass/${path.replace(/:(\w+)/g, (_all, name: string) => String(given[name]))}`,
    );
    for (const name of call.query ?? []) url.searchParams.set(name, String(given[name]));
    const isInAddress = (name: string) => path.includes(`:${name}`) || (call.query ?? []).includes(name);
    const body = Object.fromEntries(Object.entries(given).filter(([name]) => !isInAddress(name)));
    return call.method === "GET" ? this.request(url.href) : this.post(url.href, body);
  }

  submit(address: string, fields: Record<string, string>): Promise<BrowserAnswer> {
    return this.submitText(address, new URLSearchParams(fields).toString());
  }

  /** A form's body as it is, for repeated fields and broken ones. */
  submitText(
    address: string,
    body: string,
    type = "application/x-www-form-urlencoded",
  ): Promise<BrowserAnswer> {
    return this.request(address, { method: "POST", body, headers: { "content-type": type } });
  }

  /** Follows redirects while `isOn` says so. */
  async follow(address: string, isOn: (next: string) => boolean): Promise<BrowserAnswer> {
    let answer = await this.request(address);
    for (let steps = 0; steps < 10 && answer.location !== null && isOn(answer.location); steps++)
      answer = await this.request(answer.location);
    return answer;
  }
}

const parsed = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** `fetch` will not send a Host of one's own, so this is node:http. */
async function requestAs(
  url: URL,
  init: RequestInit,
): Promise<{ status: number; headers: Headers; body: string }> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      // A connection each: the server closes one on which it refused to read everything.
      { method: init.method ?? "GET", headers: init.headers as Record<string, string>, agent: false },
      (incoming) => {
        const headers = new Headers();
        for (let at = 0; at < incoming.rawHeaders.length; at += 2)
          headers.append(incoming.rawHeaders[at] ?? "", incoming.rawHeaders[at + 1] ?? "");
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString() }),
        );
        incoming.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(init.body as string | undefined);
  });
}
