import { afterAll, beforeAll, expect, test } from "vitest";
import { callAccess } from "../../testing/call-access.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { contractCalls } from "../../testing/contract-calls.ts";
import { nonContractRoutes } from "../../testing/fuzz/non-contract-routes.ts";
import { TEST_URL_PREFIXES } from "../../testing/request.ts";

/** Routes without input, each with a description of its response. */
const routesWithoutInput: Readonly<Record<string, string>> = {
  "/healthz": "one word",
  "/readyz": "one word",
  "/metrics": "numbers",
  "/": "redirect to the app",
  "/favicon.ico": "the brand's logo",
  "/apple-touch-icon.png": "the brand's logo",
  "/robots.txt": "a fixed text",
  "/sitemap.xml": "the public pages",
  "/mall-api/openapi.json": "the contract",
  "/console-api/openapi.json": "the contract, for operators",
  "/console-api/live": "numbers: server/testing/figures/live.routes.test.ts",
  "*": "CORS preflight: create-server.routes.test.ts",
  "/*": "the same route, as the listing shows it below the root",
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** All paths of the router's listing, which is a tree: a line continues the path of the lines above it. */
function pathsOf(listing: string): string[] {
  const paths: string[] = [];
  const stack: string[] = [];
  for (const line of listing.split("\n")) {
    const [, indent = "", text = "", methods] =
      /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    stack.length = indent.length / 4;
    stack.push(text);
    if (methods) paths.push(stack.join(""));
  }
  return paths;
}
/** Removes the names of path parameters. */
const shapeOf = (path: string): string => path.replaceAll(/:\w+/g, ":");

async function findUncovered(paths: readonly string[]): Promise<string[]> {
  const calls = await contractCalls();
  const known = new Set([
    ...calls.flatMap((call) => call.paths.map((path) => shapeOf(TEST_URL_PREFIXES[call.base] + path))),
    // Matrix and arguments of these: server/console/access.routes.test.ts.
    ...app.console.calls.registeredCalls.map(({ path }) => `/console-api/${path}`),
    ...nonContractRoutes.map(({ path }) => shapeOf(path)),
    ...Object.keys(routesWithoutInput),
  ]);
  return paths.filter((path) => !known.has(shapeOf(path)));
}

test("Z09 T08 every route is covered by the fuzz test, and every call by the authorisation matrix", async () => {
  const paths = pathsOf(app.app.printRoutes({ commonPrefix: false }));
  expect(paths.length).toBeGreaterThan(90);
  expect(await findUncovered(paths)).toEqual([]);
  const added = ["/mall-api/new/:id", "/staff"];
  expect(await findUncovered([...paths, ...added])).toEqual(added);
  // Own properties only, so that no call is covered by a name of Object.prototype.
  const names = (await contractCalls()).map(({ name }) => name);
  expect(names.filter((name) => !Object.hasOwn(callAccess, name))).toEqual([]);
  expect(Object.keys(callAccess).filter((name) => !names.includes(name))).toEqual([]);
});
