import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const server = new URL("../../", import.meta.url).pathname;
/** Functions that create keys, sign, encrypt, or derive keys from passwords. */
const KEYED =
  /\b(createHmac|createCipheriv|createSign|generateKeyPair\w*|new AwsClient|argon2)\b|\bsignHmac\(|"sha1"/;
/** Files without their own keys: shared helpers, and files that receive what another listed file creates. */
const elsewhere = new Set([
  "core/secrets.ts",
  "app.ts",
  "signup/index.ts",
  "database/encryption/encrypted-columns.ts",
]);

test("ASVS 11.1.2 every file that uses a key is in the list of keys, and the list names no missing file", () => {
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/\.test\.ts$|(^|\/)test-|^testing\//.test(path),
  );
  const used = files.filter((path) => KEYED.test(readFileSync(join(server, path), "utf8")));
  const text = readFileSync(join(server, "../docs/security.md"), "utf8");
  const list = text.slice(
    text.indexOf("**Keys and what they are for.**"),
    text.indexOf("None of them is used"),
  );
  const named = [...list.matchAll(/`((?:[a-z0-9-]+\/)*[a-z0-9-]+\.ts)`/g)].map((found) => found[1] ?? "");
  expect(used.length).toBeGreaterThan(12);
  expect(used.filter((path) => !named.includes(path) && !elsewhere.has(path))).toEqual([]);
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
});
