import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { mountStaticFiles, sendUnregisteredFile } from "./static-files.ts";

let folder: string;
let app: FastifyInstance;
const put = (name: string, text: string): void => {
  writeFileSync(join(folder, "client", name), text);
  writeFileSync(join(folder, "client", `${name}.br`), brotliCompressSync(text));
  writeFileSync(join(folder, "client", `${name}.gz`), gzipSync(text));
};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marque-files-"));
  for (const name of ["assets", "fonts"]) mkdirSync(join(folder, "client", name), { recursive: true });
  put("assets/list-1.js", "list()");
  writeFileSync(join(folder, "secret.js"), "secret()");
  app = fastify();
  await mountStaticFiles(app, join(folder, "client"));
  app.get(`${WEB_BASE}*`, sendUnregisteredFile);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const get = async (name: string, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url: `${WEB_BASE}${name}`, headers });
  const { date: _date, connection: _connection, "content-length": length, ...rest } = response.headers;
  return { statusCode: response.statusCode, body: response.rawPayload, length, headers: rest };
};

test("C32 a file of the next release that was added after the start is served like the others, plain and compressed", async () => {
  expect((await get("assets/list-2.js")).statusCode).toBe(404);
  put("assets/list-2.js", "list2()");
  const [known, added] = [await get("assets/list-1.js"), await get("assets/list-2.js?v=1")];
  expect(added.body.toString()).toBe("list2()");
  expect([added.statusCode, added.headers]).toEqual([200, known.headers]);
  expect(added.headers["cache-control"]).toContain("immutable");
  const br = { "accept-encoding": "br" };
  const [knownBr, addedBr] = [await get("assets/list-1.js", br), await get("assets/list-2.js", br)];
  expect(addedBr.headers).toEqual(knownBr.headers);
  expect(addedBr.body).toEqual(brotliCompressSync("list2()"));
  const gzipped = await get("assets/list-1.js", { "accept-encoding": "gzip, deflate" });
  expect([gzipped.headers["content-encoding"], gzipped.body]).toEqual(["gzip", gzipSync("list()")]);
  put("fonts/next.woff2", "font");
  expect((await get("fonts/next.woff2")).statusCode).toBe(200);
});

test.each([
  "assets/../../secret.js",
  "assets/..%2f..%2fsecret.js",
  "assets/%2e%2e/%2e%2e/secret.js",
  "assets/..",
  "assets/",
  "assets/.hidden.js",
  "assets/x/list-1.js",
  "list-1.js",
  "later.js",
])("C32 %s is not found", async (name) => {
  put("later.js", "later()");
  writeFileSync(join(folder, "client/assets/.hidden.js"), "hidden()");
  expect((await get(name)).statusCode).toBe(404);
});
