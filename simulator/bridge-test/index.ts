import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import * as z from "zod/mini";
import { nativePages } from "#contract/host/bridge.ts";
import { limits } from "#contract/core/limits.ts";
import type { Product } from "../../server/app.ts";
import { handleTestHook } from "../test-hooks.ts";
import { appKinds, nativeAppScript } from "../hosts/native-app.ts";
import { checkAnswer } from "./check.ts";
import { bridgeTestPage } from "./html.ts";

const folder = new URL("./page/", import.meta.url);
const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };
const POLICY =
  "default-src 'self'; img-src data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const pageQuery = z.object({
  /** Simulated app to run in; absent: the real one, or none. */
  host: z.optional(z.enum(appKinds)),
  /** JSON of its scenario.native. */
  native: z._default(z.string().check(z.maxLength(4_000)), "{}"),
});
const checkInput = z.object({ handler: z.string(), text: z.string().check(z.maxLength(200_000)) });

/**
 * GET /lab/bridge: the self-test for an app's team to open in their own build (docs/native-bridge.md). With
 * `?host=app-android` or `app-ios` it runs in the simulated app.
 */
export function addBridgeTest({ app, context }: Product): void {
  const { brand, appKey } = context.config;
  const { appMarker, bridgeKey } = brand;
  const facts = {
    appMarker,
    bridgeKey,
    appSign: createHash("sha256").update(appKey).digest("hex"),
    pages: nativePages,
    limits: {
      silence: limits.bridgeTimeout,
      injection: limits.bridgeInjectionTimeout,
      minimumMajor: limits.minimumAppMajor,
    },
  };
  app.get("/lab/bridge", (request, reply) => {
    const { host } = pageQuery.safeParse(request.query).data ?? {};
    return reply
      .header("content-security-policy", POLICY)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(
        bridgeTestPage(
          brand,
          facts,
          host === undefined ? null : request.url.replace("/lab/bridge", "/lab/bridge/host.js"),
        ),
      );
  });
  app.get("/lab/bridge/host.js", (request, reply) => {
    const { host = "app-android", native } = pageQuery.safeParse(request.query).data ?? { native: "{}" };
    const script = nativeAppScript({ kind: host, brand: { appMarker, bridgeKey } }, native);
    return reply.header("cache-control", "no-store").type("text/javascript; charset=utf-8").send(script);
  });
  for (const name of readdirSync(folder)) {
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";
    app.get(`/lab/bridge/${name}`, (_request, reply) =>
      reply
        .header("cache-control", "no-cache")
        .type(`${type}; charset=utf-8`)
        .send(readFileSync(new URL(name, folder), "utf8")),
    );
  }
  app.post("/lab/bridge/check", (request, reply) =>
    handleTestHook(request, reply, checkInput, ({ handler, text }) =>
      Promise.resolve(checkAnswer(handler, text)),
    ),
  );
}
