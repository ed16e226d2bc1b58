import { afterAll, beforeAll, expect, test } from "vitest";
import { callAccess } from "../../testing/call-access.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { contractCalls } from "../../testing/contract-calls.ts";
import { nonContractRoutes } from "../../testing/fuzz/requests.ts";
import { TEST_URL_PREFIXES } from "../../testing/request.ts";

/** What takes nothing of whoever asks, each with the reason. */
const inputless: Readonly<Record<string, string>> = {
  "/healthz": "one word",
  "/readyz": "one word",
  "/metrics": "figures alone",
  "/": "leads to the app",
  "/favicon.ico": "the brand's mark",
  "/apple-touch-icon.png": "the brand's mark",
  "/robots.txt": "a fixed text",
  "/mall-api/openapi.json": "the contract, the same for everybody",
  "*": "preflight of foreign origins: edge.routes.test.ts",
  "/*": "the same, as the listing tells it below the root",
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Every path that the server answers, from the router's own listing: a tree whose lines go on from those above. */
function pathsOf(listing: string): string[] {
  const found: string[] = [];
  const stack: string[] = [];
  for (const line of listing.split("\n")) {
    const [, indent = "", text = "", methods] =
      /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    stack.length = indent.length / 4;
    stack.push(text);
    if (methods) found.push(stack.join(""));
  }
  return found;
}
/** However its parts are called. */
const shape = (path: string): string => path.replaceAll(/:\w+/g, ":");

async function unsent(paths: readonly string[]): Promise<string[]> {
  const calls = await contractCalls();
  const known = new Set([
    ...calls.flatMap(({ base, paths: own }) => own.map((path) => shape(TEST_URL_PREFIXES[base] + path))),
    ...nonContractRoutes.map(({ path }) => shape(path)),
    ...Object.keys(inputless),
  ]);
  return paths.filter((path) => !known.has(shape(path)));
}

test("Z09 T08 whatever the server answers is in the input harness, and every call in the authorisation matrix: a new one fails here", async () => {
  const paths = pathsOf(app.app.printRoutes({ commonPrefix: false }));
  expect(paths.length).toBeGreaterThan(90);
  expect(await unsent(paths)).toEqual([]);
  expect(await unsent([...paths, "/mall-api/new/:id", "/staff"])).toEqual(["/mall-api/new/:id", "/staff"]);
  // Deny by default: a call without a line of its own has none by another's.
  const names = (await contractCalls()).map(({ name }) => name);
  expect(names.filter((name) => !Object.hasOwn(callAccess, name))).toEqual([]);
  expect(Object.keys(callAccess).filter((name) => !names.includes(name))).toEqual([]);
});
