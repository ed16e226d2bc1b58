import type { Call } from "#contract/core/call.ts";

/** Response: the body as text, and the parts of an envelope if it is one. */
export type BrowserAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Absolute target of a redirect. */
  readonly location: string | null;
  readonly code: string | null;
  readonly data: Record<string, unknown>;
  readonly message: string;
};

type Cookie = { value: string; path: string };

/** Real target of a request, and headers that a proxy adds. */
export type Route = (url: URL) => { readonly target: URL; readonly headers: Record<string, string> };

/** Resolves *.localhost to this machine as browsers do; Node's resolver may not. */
const directRoute: Route = (url) => {
  const target = new URL(url);
  if (url.hostname.endsWith("localhost")) target.hostname = "127.0.0.1";
  return { target, headers: {} };
};

/** Minimal browser without rendering: cookies by host and path, redirects that are followed one by one. */
export class TestBrowser {
  readonly #jars = new Map<string, Map<string, Cookie>>();
  readonly #route: Route;
  /** All Set-Cookie lines that were received. */
  readonly cookieLines: string[] = [];
  /** @param route a proxy between the browser and the servers */
  constructor(route: Route = directRoute) {
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

  #storeCookies(url: URL, headers: Headers): void {
    const jar = this.#jars.get(url.hostname) ?? new Map<string, Cookie>();
    this.#jars.set(url.hostname, jar);
    this.cookieLines.push(...headers.getSetCookie());
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      const attribute = (wanted: string) =>
        attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const path = attribute("path") ?? "/";
      const isExpired = Date.parse(attribute("expires") ?? "2999-01-01") < Date.now();
      if (isExpired) jar.delete(`${name};${path}`);
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
    this.#storeCookies(url, answer.headers);
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

  /** Makes a call of the contract; arguments that are not in the path go into query and body as declared. */
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

  /** Sends an unencoded form body, for repeated and malformed fields. */
  submitText(
    address: string,
    body: string,
    type = "application/x-www-form-urlencoded",
  ): Promise<BrowserAnswer> {
    return this.request(address, { method: "POST", body, headers: { "content-type": type } });
  }

  /** Follows redirects while `shouldFollow` returns true. */
  async follow(address: string, shouldFollow: (next: string) => boolean): Promise<BrowserAnswer> {
    let answer = await this.request(address);
    for (let steps = 0; steps < 10 && answer.location !== null && shouldFollow(answer.location); steps++)
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

/** Uses node:http, since `fetch` does not allow a Host header. */
async function requestAs(
  url: URL,
  init: RequestInit,
): Promise<{ status: number; headers: Headers; body: string }> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      // Opens a connection for each request, since the server closes it if it refuses to read the whole body.
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
