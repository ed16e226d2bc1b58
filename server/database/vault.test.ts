import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dataKeys, testVault } from "../testing/data-keys.ts";
import { vaultOf } from "./data-keys.ts";
import { addKey, fileKeys, newKey } from "./key-file.ts";
import { openRows, personOf } from "./personal.ts";
import { SealBroken, Vault } from "./vault.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("what is sealed says nothing, never twice the same, and opens again", () => {
  const vault = testVault();
  const [one, other] = [vault.seal("13800138000"), vault.seal("13800138000")];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^~t1\.[\w-]+$/);
  expect(one).not.toContain("138");
  expect([vault.open(one), vault.open(other)]).toEqual(["13800138000", "13800138000"]);
  expect(vault.open("13800138000")).toBe("13800138000");
  for (const text of ["", "周 😀", "~t1.", "x".repeat(10_000)])
    expect(vault.open(vault.seal(text))).toBe(text);
});

test("what was changed, or sealed by a key that is not there, is not opened", () => {
  const vault = testVault();
  const sealed = vault.seal("13800138000");
  const turned = sealed.slice(0, -3) + (sealed.at(-3) === "A" ? "B" : "A") + sealed.slice(-2);
  expect(() => vault.open(turned)).toThrow(SealBroken);
  expect(() => vault.open("~t1.AAAA")).toThrow(SealBroken);
  const other = new Vault(dataKeys(`other:${newKey()}`));
  expect(() => other.open(sealed)).toThrow(/no key t1/);
});

test("a key that is not the first opens, and lookups stay the same", () => {
  const [a, b] = [`a:${newKey()}`, `b:${newKey()}`];
  const before = new Vault(dataKeys(a));
  const after = new Vault(dataKeys(`${b},${a}`));
  expect(after.open(before.seal("周"))).toBe("周");
  expect(after.seal("周")).toMatch(/^~b\./);
  expect(after.lookup("13800138000")).toBe(before.lookup("13800138000"));
  expect(new Vault(dataKeys(a, newKey())).lookup("13800138000")).not.toBe(before.lookup("13800138000"));
});

test("rows get what is sealed in them back, and nobody's own words are taken for it", () => {
  const vault = testVault();
  const person = personOf({ name: "~t1.AAAA", mobile: "13800138000" }).make(vault);
  const rows = [
    { person, title: "~t1.AAAA", person_fields: { score: vault.seal("92") } },
    { person: null, title: "b", person_fields: null },
  ];
  openRows(rows, vault);
  expect(rows).toEqual([
    { name: "~t1.AAAA", mobile: "13800138000", title: "~t1.AAAA", person_fields: { score: "92" } },
    { title: "b", person_fields: null },
  ]);
});

test("without settings the keys are made once, for their owner alone to read; a new one comes first", () => {
  const file = join(folder, "data-keys.json");
  const first = fileKeys(folder);
  expect(fileKeys(folder)).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(addKey(folder)).toBe("k2");
  const second = fileKeys(folder);
  expect(second.keys.map(({ id }) => id)).toEqual(["k2", "k1"]);
  expect(second.lookup).toEqual(first.lookup);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(vaultOf({ dataKeys: null, dataDir: folder }).open(new Vault(first).seal("周"))).toBe("周");
  const kept = readFileSync(file);
  writeFileSync(file, "{}");
  expect(() => vaultOf({ dataKeys: null, dataDir: folder })).toThrow(
    /^DATA_KEYS is not set, and .*holds no keys$/,
  );
  writeFileSync(file, kept);
});
