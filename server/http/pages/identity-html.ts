import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { sendRefusal } from "../pipeline/envelope.ts";

/** The one HTML document of all pages of the identity provider: built, or from Vite in development. */
export type IdentityHtml = {
  /** Returns the document; null: the pages are not built. @param url of the request */
  html(url: string): Promise<string | null>;
  /** In development the page needs inline scripts and a WebSocket, so that no content security policy can be sent. */
  readonly isDevelopment: boolean;
  /** Serves the scripts and styles of the document. @param mountPath path of the provider, without a trailing slash */
  mount(app: FastifyInstance, mountPath: string): void;
};

/** Serves the built pages. @param build folder of the build, with a trailing slash */
export const builtIdentityHtml = (build: URL): IdentityHtml => ({
  html: () => readFile(new URL("index.html", build), "utf8").catch(() => null),
  isDevelopment: false,
  mount: (app, mountPath) =>
    void app.register(async (scope) => {
      // @fastify/static refuses the URL of a folder with 403; it gets 404 like any other unknown URL.
      scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
        if ((error.statusCode ?? 500) >= 500) throw error;
        return sendRefusal(reply, new Refusal("notFound"));
      });
      await scope.register(fastifyStatic, {
        root: fileURLToPath(new URL("assets/", build)),
        prefix: `${mountPath}/assets/`,
        decorateReply: false,
        preCompressed: true,
        immutable: true,
        maxAge: "365d",
        index: false,
      });
    }),
});

const sourceFolder = new URL("../../../web/pass/", import.meta.url);

/** Serves the pages from source with hot reload, by the configuration that builds them. */
export async function developmentIdentityHtml(app: FastifyInstance): Promise<IdentityHtml> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: "vite.pass.config.ts",
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  return {
    html: async (url) =>
      vite.transformIndexHtml(
        "/index.html",
        await readFile(new URL("index.html", sourceFolder), "utf8"),
        url,
      ),
    isDevelopment: true,
    mount: (scope, mountPath) =>
      void scope.addHook("onRequest", (request, reply, done) => {
        // Vite gets the requests below the provider's path that no route of the provider answers.
        if (!request.is404 || !request.url.startsWith(`${mountPath}/`)) return done();
        void reply.removeHeader("content-security-policy");
        vite.middlewares(request.raw, reply.raw, done);
      }),
  };
}
