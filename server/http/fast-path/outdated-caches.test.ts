import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { createHttpServer } from "../pipeline/create-server.ts";
import { FastPath } from "./fast-path.ts";

const fastPath = new FastPath(true);
let app: Awaited<ReturnType<typeof createHttpServer>>;
let origin: string;
const served: string[] = [];
beforeAll(async () => {
  const settings = { APP_ENV: "test", LOG_LEVEL: "silent", DATABASE_URL: "postgres://localhost/none" };
  app = await createHttpServer(readConfig(settings), () => false, fastPath);
  for (const url of ["/page", "/healthz"])
    app.get(url, () => {
      served.push(`framework ${url}`);
      return "";
    });
  fastPath.servePage = ({ url }, response) => {
    if (url !== "/page") return false;
    served.push("cache");
    response.end();
    return true;
  };
  origin = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());
beforeEach(() => void served.splice(0));

test("HA08 while caches may be outdated, a request waits for them in the framework; a probe does not", async () => {
  await fetch(`${origin}/page`);
  expect(served).toEqual(["cache"]);
  const current = Promise.withResolvers<void>();
  fastPath.beginCacheUse = () => current.promise;
  const asked = fetch(`${origin}/page`);
  await fetch(`${origin}/healthz`);
  await fetch(`${origin}/healthz`);
  expect(served).toEqual(["cache", "framework /healthz", "framework /healthz"]);
  current.resolve();
  await asked;
  expect(served.at(-1)).toBe("framework /page");
  fastPath.beginCacheUse = () => null;
  await fetch(`${origin}/page`);
  expect(served.at(-1)).toBe("cache");
});
