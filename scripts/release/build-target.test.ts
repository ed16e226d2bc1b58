import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, loadConfigFromFile } from "vite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { buildTarget } from "./build-target.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-target-"));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Exports of the page's environment module, built like the product. */
type Built = {
  setSite(site: object): void;
  currentEnvironment(): { name: string; configuration: Record<string, string> };
};
async function builtFor(target: string): Promise<Built> {
  vi.stubEnv("BUILD_TARGET", target);
  const config = await loadConfigFromFile({ command: "build", mode: "production" }, `${root}vite.config.ts`);
  const entry = join(folder, "entry.ts");
  const files = ["web/platform/environment/environment.ts", "web/platform/environment/site.ts"];
  writeFileSync(entry, files.map((file) => `export * from "${root}${file}";`).join("\n"));
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    ...(config?.config.define && { define: config.config.define }),
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry, formats: ["es"], fileName: "built" },
      rolldownOptions: { external: ["react-router"] },
    },
  });
  // The data URL cannot resolve packages, and the tested code does not need this one.
  const code = readFileSync(join(folder, "built.js"), "utf8");
  const standalone = code.replace(
    /import \{[^}]*\} from "react-router";/,
    "const useRouteLoaderData = () => null;",
  );
  return (await import(`data:text/javascript,${encodeURIComponent(standalone)}`)) as Built;
}
function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal("location", { host: "test.m.qinglan.example", origin: "https://test.m.qinglan.example" });
  return stored;
}

test.each(["prod", "uat", "dev"])("A15 a build for %s has that environment under any host", async (name) => {
  const stored = stubStorage();
  const page = await builtFor(name);
  page.setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  const { officialAccounts } = demoBrand;
  expect(page.currentEnvironment()).toMatchObject({
    name,
    configuration: {
      apiBaseUrl: "https://test.m.qinglan.example/mall-api/",
      officialWxAppid: officialAccounts[name === "prod" ? "prod" : "other"].appId,
    },
  });
  expect([...stored.keys()]).toEqual([`marque.environment.${name}`]);
});
test("A15 a build without a target selects the environment by its host", async () => {
  stubStorage();
  const page = await builtFor("");
  page.setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  expect(page.currentEnvironment().name).toBe("test");
});
test("A15 an unknown target stops the build with an error", () => {
  expect(() => buildTarget({ BUILD_TARGET: "staging" })).toThrow(
    "BUILD_TARGET must be one of dev, uat, prod",
  );
});
