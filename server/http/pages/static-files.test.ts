import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { mountStaticFiles, sendUnregisteredFile } from "./static-files.ts";

let folder: string;
let app: FastifyInstance;
const put = (name: string, text: string): void => {
  writeFileSync(join(folder, "client", name), text);
  writeFileSync(join(folder, "client", `${name}.br`), brotliCompressSync(text));
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
const ask = async (name: string, headers: Record<string, string> = {}) => {
  const { statusCode, rawPayload, headers: got } = await app.inject({ url: `${WEB_BASE}${name}`, headers });
  const { date: _date, connection: _connection, "content-length": length, ...told } = got;
  return { statusCode, body: rawPayload, length, told };
};

test("C32 a script of the next release, which came after the start, is sent like those of before, plain and compressed", async () => {
  expect((await ask("assets/list-2.js")).statusCode).toBe(404);
  put("assets/list-2.js", "list2()");
  const [before, after] = [await ask("assets/list-1.js"), await ask("assets/list-2.js?v=1")];
  expect(after.body.toString()).toBe("list2()");
  expect([after.statusCode, after.told]).toEqual([200, before.told]);
  expect(after.told["cache-control"]).toContain("immutable");
  const br = { "accept-encoding": "br" };
  const [packedBefore, packed] = [await ask("assets/list-1.js", br), await ask("assets/list-2.js", br)];
  expect(packed.told).toEqual(packedBefore.told);
  expect(packed.body).toEqual(brotliCompressSync("list2()"));
  put("fonts/next.woff2", "font");
  expect((await ask("fonts/next.woff2")).statusCode).toBe(200);
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
])("C32 %s is not there", async (name) => {
  put("later.js", "later()");
  writeFileSync(join(folder, "client/assets/.hidden.js"), "hidden()");
  expect((await ask(name)).statusCode).toBe(404);
});
