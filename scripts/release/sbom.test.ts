import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sbomOf, writeSbom } from "./sbom.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("ASVS 15.1.2 lists shipped packages by name, version, licence and hash, without development dependencies", () => {
  const { components, metadata } = sbomOf({
    name: "product",
    version: "1.0.0",
    packages: {
      "": { version: "1.0.0" },
      "node_modules/@a/b": { version: "2.0.0", license: "MIT", integrity: "sha512-AQID" },
      "node_modules/c/node_modules/@a/b": { version: "2.0.0", license: "MIT", integrity: "sha512-AQID" },
      "node_modules/c": { version: "3.0.0-beta+1", optional: true },
      "node_modules/tool": { version: "4.0.0", dev: true },
    },
  });
  expect(metadata.component).toMatchObject({ name: "product", version: "1.0.0" });
  expect(components).toEqual([
    {
      type: "library",
      "bom-ref": "pkg:npm/%40a/b@2.0.0",
      purl: "pkg:npm/%40a/b@2.0.0",
      name: "@a/b",
      version: "2.0.0",
      scope: "required",
      hashes: [{ alg: "SHA-512", content: "010203" }],
      licenses: [{ expression: "MIT" }],
    },
    expect.objectContaining({ purl: "pkg:npm/c@3.0.0-beta%2B1", scope: "optional", hashes: [] }),
  ]);
});

test("ASVS 15.1.2 the product's SBOM has every direct dependency with its hash", () => {
  const folder = mkdtempSync(join(tmpdir(), "marque-sbom-"));
  try {
    writeSbom(root, folder);
    const { components } = JSON.parse(readFileSync(join(folder, "sbom.json"), "utf8")) as {
      components: { name: string; hashes: object[] }[];
    };
    const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    const listed = new Set(components.map(({ name }) => name));
    expect(Object.keys(dependencies).filter((name) => !listed.has(name))).toEqual([]);
    expect(components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
