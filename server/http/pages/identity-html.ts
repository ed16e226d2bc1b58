import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { sendRefusal } from "../pipeline/envelope.ts";

/** The identity provider's pages, one document for all of them: built, or by Vite while developing. */
export type IdentityHtml = {
  /** The document; null where the pages are not built. @param url as it was asked for */
  html(url: string): Promise<string | null>;
  /** The page loads what a policy would have to allow first: scripts inside the document, a socket. */
  readonly isDevelopment: boolean;
  /** Serves what the document loads. @param mountPath where the provider stands, without a slash at the end */
  mount(app: FastifyInstance, mountPath: string): void;
};

/** @param build folder of the built pages, with a trailing slash */
export const builtIdentityHtml = (build: URL): IdentityHtml => ({
  html: () => readFile(new URL("index.html", build), "utf8").catch(() => null),
  isDevelopment: false,
  mount: (app, mountPath) =>
    void app.register(async (scope) => {
      // A folder's own address: nothing is there, as for any other wrong address.
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

const sources = new URL("../../../web/pass/", import.meta.url);

/** The pages by Vite with hot reload, from the same configuration that builds them; not built. */
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
      vite.transformIndexHtml("/index.html", await readFile(new URL("index.html", sources), "utf8"), url),
    isDevelopment: true,
    mount: (scope, mountPath) =>
      void scope.addHook("onRequest", (request, reply, done) => {
        // What the provider itself answers is its own; Vite has the rest below its path.
        if (!request.is404 || !request.url.startsWith(`${mountPath}/`)) return done();
        void reply.removeHeader("content-security-policy");
        vite.middlewares(request.raw, reply.raw, done);
      }),
  };
}
