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

/** The part of a page that says which environment it is in, built as the product is. */
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
  // Outside of the project there are no packages, and none is needed for this.
  const code = readFileSync(join(folder, "built.js"), "utf8");
  const alone = code.replace(
    /import \{[^}]*\} from "react-router";/,
    "const useRouteLoaderData = () => null;",
  );
  return (await import(`data:text/javascript,${encodeURIComponent(alone)}`)) as Built;
}
function stored(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("location", { host: "test.m.qinglan.example", origin: "https://test.m.qinglan.example" });
  return kept;
}

test.each(["prod", "uat", "dev"])(
  "A15 a build for %s is of that environment under any host",
  async (name) => {
    const kept = stored();
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
    expect([...kept.keys()]).toEqual([`marque.environment.${name}`]);
  },
);
test("A15 a build for none in particular leaves it to the host", async () => {
  stored();
  const page = await builtFor("");
  page.setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  expect(page.currentEnvironment().name).toBe("test");
});
test("A15 any other target stops the build with a line that names it", () => {
  expect(() => buildTarget({ BUILD_TARGET: "staging" })).toThrow(
    "BUILD_TARGET must be one of dev, uat, prod",
  );
});
