import { expect, test } from "vitest";
import { leaks } from "./leaks.ts";
import { licences } from "./licences.ts";
import { settings } from "./settings.ts";
import { findingsIn } from "../test-findings.ts";

const lockOf = (packages: Readonly<Record<string, object>>) => ({
  "package-lock.json": JSON.stringify({ packages: { "": {}, ...packages } }),
});

test("finds forbidden licences of shipped packages", () => {
  expect(
    findingsIn(licences, {
      ...lockOf({
        "node_modules/good": { license: "(MIT OR GPL-3.0-only)" },
        "node_modules/bad": { license: "MIT AND GPL-3.0-only" },
        "node_modules/none": {},
        "node_modules/tool": { license: "GPL-3.0-only", dev: true },
        "node_modules/@img/sharp-libvips-linux-x64": { license: "LGPL-3.0-or-later", os: ["linux"] },
        "node_modules/other/node_modules/lesser": { license: "LGPL-3.0-or-later" },
      }),
      NOTICE:
        "- good ((MIT OR GPL-3.0-only))\n- bad (MIT AND GPL-3.0-only)\n- none ()\n- lesser (LGPL-3.0-or-later)\n",
    }),
  ).toEqual([
    'package-lock.json:1 bad: licence "MIT AND GPL-3.0-only" is not allowed',
    'package-lock.json:1 lesser: licence "LGPL-3.0-or-later" is not allowed',
    'package-lock.json:1 none: licence "" is not allowed',
  ]);
});

test("finds missing and stale entries in NOTICE", () => {
  const lock = lockOf({ "node_modules/a": { license: "MIT" }, "node_modules/b": { license: "MIT" } });
  expect(findingsIn(licences, { ...lock, NOTICE: "- a (MIT)\n- gone (MIT)\n" })).toEqual([
    "NOTICE:1 does not list b (MIT); run scripts/maintenance/make-notice.ts",
    'NOTICE:1 lists "- gone (MIT)", which does not ship',
  ]);
});

test("finds machine paths, keys and registry addresses", () => {
  const key = `-----BEGIN ${"PRIVATE"} KEY-----`;
  expect(
    findingsIn(leaks, {
      "docs/a.md": `see /${"home"}/someone/project\nand /${"work"}/main`,
      "server/a.ts": `const key = "${key}"; const ok = "/pass/homework/x";`,
      ".npmrc": `registry=https://npm-${"registry"}.example.com/`,
    }),
  ).toEqual([
    "docs/a.md:1 carries a path of one machine",
    "docs/a.md:2 carries a path of one machine",
    "server/a.ts:1 carries a private key",
    ".npmrc:1 carries a registry's address",
  ]);
});

test("finds hosts in the lock file", () => {
  const lock = (entry: object) => ({ "package-lock.json": JSON.stringify(entry, null, 2) });
  expect(findingsIn(leaks, lock({ resolved: "x" }))).toEqual([
    "package-lock.json:2 carries where a package came from (resolved)",
  ]);
  expect(findingsIn(leaks, lock({ tarball: "https://packages.example.com/a.tgz" }))).toEqual([
    "package-lock.json:2 carries an address",
  ]);
  expect(findingsIn(leaks, lock({ funding: "https://github.com/sponsors/someone" }))).toEqual([]);
});

test("finds settings that are missing or wrong in .env.example", () => {
  const config =
    "const schema = z.object({\n  PORT: z.string(),\n  /** Address. */\n  HOST: z.string(),\n});\n";
  const at = (example: string) =>
    findingsIn(settings, { "server/settings/config-schema.ts": config, ".env.example": example });
  expect(at("PORT=8080\n# HOST=127.0.0.1\n")).toEqual([]);
  expect(at("PORT=8080\nPORT=1\n#OLD=1\n")).toEqual([
    ".env.example:1 does not list HOST",
    ".env.example:1 lists OLD, which the server does not read",
    ".env.example:1 lists PORT twice",
  ]);
  expect(findingsIn(settings, { "server/settings/config-schema.ts": "" })).toEqual([
    "server/settings/config-schema.ts:1 has no schema of settings that this check can read",
  ]);
});
