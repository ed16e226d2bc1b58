import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, expect, test } from "vitest";
import { newId } from "../../core/ids.ts";
import { openApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";

const app = await openApp();
const folder = mkdtempSync(join(tmpdir(), "marque-openapi-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = async (): Promise<string> => (await app.app.inject({ url: "/mall-api/openapi.json" })).body;
/** Runs a program in the folder. @throws Error with its output */
async function run(program: string, ...given: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, given, { cwd: folder })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${program}: ${stdout}${stderr}`, { cause: error });
  }
}
/** Programs of TypeScript 5, which the generator needs. */
const tools = resolve("scripts/test/openapi-client/node_modules/.bin");

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`);
}

test("U40 an independent linter finds nothing in the OpenAPI document", { timeout: 120_000 }, async () => {
  const source = await read();
  expect(await lint(source)).toEqual([]);
  // The linter does judge: a reference to a missing shape is found.
  expect(await lint(source.replace("#/components/schemas/refusal", "#/components/schemas/none"))).not.toEqual(
    [],
  );
});

/** Ten calls by a client with generated types only; as an outsider writes it. */
const TEN_CALLS = `
import createClient, { type Middleware } from "openapi-fetch";
import type { paths } from "./schema.ts";

const [origin = "", token = "", activityId = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: origin });
const login: Middleware = {
  onRequest({ request }) {
    request.headers.set("X-Access-Token", token);
    return request;
  },
};
client.use(login);
const page = "/mall-api/cop-marketing-activity/api/v1/activity/page";
const point = { longitude: 121.47, latitude: 31.23 };

const place = await client.GET("/mall-api/cop-profile/api/v1/amap/location-log", { params: { query: point } });
const cityCode: string = place.data?.data.cityId ?? "";
const cities = await client.GET("/mall-api/cop-profile/api/v1/cities");
const nearby = await client.GET(\`\${page}/nearby\` as const, { params: { query: { ...point, size: 5 } } });
const title: string | undefined = nearby.data?.data.list[0]?.title;
const detail = await client.GET(\`\${page}/nearby/{id}\` as const, { params: { path: { id: activityId } } });
const series = await client.GET(\`\${page}/list-series\` as const);
const dealers = await client.GET(\`\${page}/dealers\` as const, { params: { query: { activityId } } });
const user = await client.GET("/mall-api/cop-auth/api/v1/vip/users");
const signUps = await client.GET("/mall-api/cop-marketing-activity/api/v1/signup/list");
const missing = await client.GET(\`\${page}/nearby/{id}\` as const, { params: { path: { id: "1" } } });
const refused: string | undefined = missing.error?.code;
const over = await client.DELETE("/mall-api/cop-marketing-base/api/v1/cop/one-app/sessions");

const statuses = [place, cities, nearby, detail, series, dealers, user, signUps, missing, over].map(
  ({ response }) => response.status,
);
const nickname: string | undefined = user.data?.data.nickname;
console.log(JSON.stringify({ statuses, cityCode, title, detail: detail.data?.data.title, nickname, refused }));
`;

test("U40 a generated client type-checks and makes ten calls", { timeout: 180_000 }, async () => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "openapi.json"), await read());
  await run(join(tools, "openapi-typescript"), "openapi.json", "-o", "schema.ts");
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "ten-calls.ts"), TEN_CALLS);
  const options = [
    "--strict",
    "--noEmit",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--allowImportingTsExtensions",
    "--types",
    "node",
  ];
  await run(join(tools, "tsc"), ...options, "ten-calls.ts");

  const activity = sampleActivity(Date.now(), { activityId: newId() });
  await app.modules.activities.addActivities([activity]);
  const { token } = await app.login("13912340071", { nickname: "周海" });
  const output = await run(process.execPath, "ten-calls.ts", await app.listen(), token, activity.activityId);
  expect(JSON.parse(output)).toEqual({
    statuses: [200, 200, 200, 200, 200, 200, 200, 200, 404, 200],
    cityCode: "310100",
    title: activity.title,
    detail: activity.title,
    nickname: "周海",
    refused: "404",
  });
});
