// The attacked product: default limits, the real captcha, with and without nginx in front.
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { startProduct } from "../../e2e/testing/product.ts";
import { simulator } from "../../e2e/testing/simulator.ts";
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

/** This checkout, with a trailing slash. */
export const OWN_FOLDER = fileURLToPath(new URL("../..", import.meta.url));

export type TargetOptions = {
  readonly isBehindNginx: boolean;
  /** The checkout that is attacked, built, with a trailing slash. */
  readonly folder: string;
  /** Settings in addition to the default ones. */
  readonly settings?: Readonly<Record<string, string>>;
};
export type Target = TargetOptions & {
  readonly origin: string;
  /** The product without nginx, for what prepares an attack. */
  readonly direct: string;
  readonly pid: number;
  /** Log of the product so far. */
  output(): string;
  /** The product's clock, ms since the epoch. */
  now(): number;
  /** Sets the product's clock forward; null: back to the present. */
  advance(ms: number | null): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the product, and nginx in front of it if asked. */
export async function startTarget(options: TargetOptions): Promise<Target> {
  const { isBehindNginx, folder, settings } = options;
  const product = await startProduct({ ...DEFAULT_LIMITS, ...settings }, undefined, folder);
  const nginx = isBehindNginx ? await startNginx(Number(new URL(product.origin).port)) : null;
  let ahead = 0;
  return {
    ...options,
    origin: nginx?.origin ?? product.origin,
    direct: product.origin,
    pid: product.pid,
    output: product.output,
    now: () => Date.now() + ahead,
    async advance(ms) {
      ahead = ms === null ? 0 : ahead + ms;
      await simulator(product.origin).setClock(ms === null ? null : Date.now() + ahead);
    },
    async stop() {
      await nginx?.stop();
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
