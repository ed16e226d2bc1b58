import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import type { Config } from "../../config.ts";
import { createNetworkCheck } from "../console/network-check.ts";
import { sendRefusal } from "../pipeline/envelope.ts";

/** Path of the console's application. */
const CONSOLE_BASE = "/console/";
const buildFolder = new URL("../../../build/console/", import.meta.url);
const sourceFolder = new URL("../../../web/console/", import.meta.url);

/** Origins of pictures beside our own. */
const pictureOrigins = ({ apiBase }: Pick<Config, "apiBase">): string[] =>
  apiBase === null ? [] : [new URL(apiBase).origin];
/** Policy of the console's document: no inline script or style, no hash and no nonce (requirement CO04). */
const consolePolicy = (config: Pick<Config, "apiBase">): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob: data:", ...pictureOrigins(config)].join(" "),
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

type ConsolePages = {
  /** Returns the document of all pages; null: the console is not built. */
  html(url: string): Promise<string | null>;
  /** null in development, where Vite needs inline scripts and a WebSocket. */
  readonly policy: string | null;
};

function mountDocument(app: FastifyInstance, config: Config, { html, policy }: ConsolePages): void {
  const isReachable = createNetworkCheck(config);
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!isReachable(request.ip)) return sendRefusal(reply, new Refusal("notFound"));
    const document = await html(request.url);
    if (document === null) return sendRefusal(reply, new Refusal("notFound"));
    if (policy === null) void reply.removeHeader("content-security-policy");
    else void reply.header("content-security-policy", policy);
    return reply
      .header("cache-control", "no-cache")
      .header("referrer-policy", "same-origin")
      .header("x-robots-tag", "noindex, nofollow")
      .type("text/html; charset=utf-8")
      .send(document);
  };
  app.get(CONSOLE_BASE.slice(0, -1), (request, reply) =>
    isReachable(request.ip) ? reply.redirect(CONSOLE_BASE, 302) : sendRefusal(reply, new Refusal("notFound")),
  );
  // The application itself shows an unknown address.
  app.get(CONSOLE_BASE, serve);
  app.get(`${CONSOLE_BASE}*`, serve);
}

/** Serves the built console: its document at every address below /console/, and its hashed assets. */
async function mountBuiltConsole(app: FastifyInstance, config: Config): Promise<void> {
  const isReachable = createNetworkCheck(config);
  const policy = consolePolicy(config);
  await app.register(async (scope) => {
    // @fastify/static refuses the URL of a folder with 403; it gets 404 like any other unknown URL.
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      return sendRefusal(reply, new Refusal("notFound"));
    });
    scope.addHook("onRequest", (request, _reply, done) =>
      done(isReachable(request.ip) ? undefined : new Refusal("notFound")),
    );
    await scope.register(fastifyStatic, {
      root: fileURLToPath(new URL("assets/", buildFolder)),
      prefix: `${CONSOLE_BASE}assets/`,
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: "365d",
      index: false,
    });
  });
  mountDocument(app, config, {
    html: () => readFile(new URL("index.html", buildFolder), "utf8").catch(() => null),
    policy,
  });
}

/** Serves the console from source with hot reload, by the configuration that builds it. */
async function mountDevelopmentConsole(app: FastifyInstance, config: Config): Promise<void> {
  if (!existsSync(sourceFolder)) return;
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: "vite.console.config.ts",
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  app.addHook("onRequest", (request, reply, done) => {
    // Vite gets modules and styles; documents are the routes below.
    const { url, headers } = request;
    const isDocument = /\btext\/html\b/.test(headers.accept ?? "");
    if (!url.startsWith(CONSOLE_BASE) || isDocument) return done();
    void reply.removeHeader("content-security-policy");
    vite.middlewares(request.raw, reply.raw, done);
  });
  mountDocument(app, config, {
    html: async (url) =>
      vite.transformIndexHtml(
        "/index.html",
        await readFile(new URL("index.html", sourceFolder), "utf8"),
        url,
      ),
    policy: null,
  });
}

/** Serves the pages of the console, built or from source. */
export async function mountConsolePages(
  app: FastifyInstance,
  config: Config,
  pages: "none" | "development" | "production" = "none",
): Promise<void> {
  if (pages === "production") await mountBuiltConsole(app, config);
  if (pages === "development") await mountDevelopmentConsole(app, config);
}
