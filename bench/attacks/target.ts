// The attacked product: default limits, the real captcha, with and without nginx in front.
import { Agent, request } from "node:http";
import { startProduct } from "../../e2e/testing/product.ts";
import { startNginx } from "./nginx.ts";

/** Settings that differ from those of tests: no fixed captcha and code, all limits on. */
const DEFAULT_LIMITS = {
  APP_ENV: "dev",
  CAPTCHA_TEST_X: "",
  SMS_TEST_CODE: "",
  RATE_LIMITS: "on",
  // Every client has its own address although all run on this machine, and the forwarded address is not exempt.
  TRUST_PROXY: "1",
} as const;

export type Target = {
  readonly origin: string;
  readonly isBehindNginx: boolean;
  readonly pid: number;
  stop(): Promise<void>;
};

/** Starts the product, and nginx in front of it if asked. */
export async function startTarget(isBehindNginx: boolean): Promise<Target> {
  const product = await startProduct(DEFAULT_LIMITS);
  if (!isBehindNginx)
    return { origin: product.origin, isBehindNginx, pid: product.pid, stop: () => product.stop() };
  const nginx = await startNginx(Number(new URL(product.origin).port));
  return {
    origin: nginx.origin,
    isBehindNginx,
    pid: product.pid,
    async stop() {
      await nginx.stop();
      await product.stop();
    },
  };
}

export type Answer = {
  readonly status: number;
  readonly ms: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};
export type Asking = {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** A client with an address and connections of its own. */
export class Client {
  readonly address: string;
  readonly #origin: string;
  readonly #agent: Agent;
  constructor(origin: string, address: string, connections = 6) {
    this.#origin = origin;
    this.address = address;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends a request. @returns status 0 if the connection was closed */
  send(path: string, { method = "GET", headers = {}, body }: Asking = {}): Promise<Answer> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const fail = (): void =>
        resolve({ status: 0, ms: performance.now() - startedAt, body: "", headers: {} });
      const asked = request(
        `${this.#origin}${path}`,
        { method, agent: this.#agent, headers: { "x-forwarded-for": this.address, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.once("error", fail);
          response.once("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              ms: performance.now() - startedAt,
              body: Buffer.concat(chunks).toString(),
              headers: response.headers,
            }),
          );
        },
      );
      asked.once("error", fail);
      asked.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
