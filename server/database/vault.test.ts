import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { dataKeys, testVault } from "../testing/data-keys.ts";
import { vaultOf } from "./data-keys.ts";
import { addKey, fileKeys, newKey } from "./key-file.ts";
import { openRows, personOf, type Later } from "./personal.ts";
import { places, type PlaceName } from "./places.ts";
import { SealBroken, Vault } from "./vault.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of a text that is in its own row. */
const at =
  (...ids: string[]) =>
  () =>
    ids;
const nowhere = (): null => null;

test("what is sealed says nothing, never twice the same, and opens again", () => {
  const vault = testVault();
  const seal = () => vault.seal("13800138000", "user", "7");
  const [one, other] = [seal(), seal()];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^~t1:user\.[\w-]+$/);
  expect(one).not.toContain("138");
  expect([vault.open(one, at("7")), vault.open(other, at("7"))]).toEqual(["13800138000", "13800138000"]);
  expect(vault.open("13800138000", nowhere)).toBe("13800138000");
});

test("any text opens again in its own row, and in no other one, as often as it is asked", () => {
  const vault = testVault();
  const ids = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });
  const place = fc.constantFrom(...(Object.keys(places) as PlaceName[]));
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      ids,
      ids,
      place,
      place,
      (text, own, other, name, elsewhere) => {
        const sealed = vault.seal(text, name, ...own);
        expect(vault.open(sealed, at(...own))).toBe(text);
        const moved = sealed.replace(`:${name}.`, `:${name === elsewhere ? "x" : elsewhere}.`);
        expect(() => vault.open(moved, at(...own))).toThrow(SealBroken);
        expect(() => vault.open(sealed, at(...own, ...other))).toThrow(SealBroken);
        expect(() => vault.open(sealed, nowhere)).toThrow(SealBroken);
        expect(vault.open(sealed, at(...own))).toBe(text);
      },
    ),
    { seed: 20_261_122, numRuns: 100 },
  );
});

test("what was changed, or sealed by a key that is not there, is not opened", () => {
  const vault = testVault();
  const sealed = vault.seal("13800138000", "user", "7");
  const turned = sealed.slice(0, -3) + (sealed.at(-3) === "A" ? "B" : "A") + sealed.slice(-2);
  expect(() => vault.open(turned, at("7"))).toThrow(SealBroken);
  expect(() => vault.open("~t1:user.AAAA", at("7"))).toThrow(SealBroken);
  expect(() => vault.open("~t1.AAAA", nowhere)).toThrow(SealBroken);
  const other = new Vault(dataKeys(`other:${newKey()}`));
  expect(() => other.open(sealed, at("7"))).toThrow(/no key t1/);
});

test("a key that is not the first opens, and lookups stay the same", () => {
  const [a, b] = [`a:${newKey()}`, `b:${newKey()}`];
  const before = new Vault(dataKeys(a));
  const after = new Vault(dataKeys(`${b},${a}`));
  expect(after.open(before.seal("周", "guest", "1"), at("1"))).toBe("周");
  expect(after.seal("周", "guest", "1")).toMatch(/^~b:guest\./);
  expect(after.lookup("13800138000")).toBe(before.lookup("13800138000"));
  expect(new Vault(dataKeys(a, newKey())).lookup("13800138000")).not.toBe(before.lookup("13800138000"));
});

test("what an older version sealed, bound to no row, opens until it is refused; what is not sealed too", () => {
  const [a, b] = [`a:${newKey()}`, `b:${newKey()}`];
  const vault = new Vault(dataKeys(`${b},${a}`));
  const old = new Vault(dataKeys(a)).seal("周", null);
  expect(old).toMatch(/^~a\./);
  expect(vault.open(old, nowhere)).toBe("周");
  vault.refuseUnbound(["a"]);
  expect(() => vault.open(old, nowhere)).toThrow(/bound to no row/);
  expect(vault.open("周", nowhere)).toBe("周");
  vault.refuseUnbound(["a", "b"]);
  expect(() => vault.open("周", nowhere)).toThrow(/unsealed/);
  expect(vault.open("", nowhere)).toBe("");
});

test("rows get what is sealed in them back, and nobody's own words are taken for it", () => {
  const vault = testVault();
  const fields = { name: "~t1.AAAA", mobile: "13800138000" };
  const person = personOf(fields, "signup", "7").make(vault);
  const score = vault.seal("92", "field", "k", "score");
  const rows = [
    { person, signup_id: "7", title: "~t1.AAAA", person_fields: { score }, mobile_key: "k" },
    { person: null, signup_id: "8", title: "b", person_fields: null, mobile_key: "k" },
  ];
  openRows(rows, vault);
  expect(rows).toEqual([
    { ...fields, signup_id: "7", title: "~t1.AAAA", person_fields: { score: "92" }, mobile_key: "k" },
    { signup_id: "8", title: "b", person_fields: null, mobile_key: "k" },
  ]);
});

test("a moved text fails whoever reads it, and nobody whose row came in the same result", () => {
  const vault = testVault();
  const sealed = (id: string) => vault.seal(`1380013800${id}`, "user", id);
  const rows = [
    { idp_id: "1", mobile: sealed("1") },
    { idp_id: "2", mobile: sealed("1") },
    // From another column, and without what says which row it is.
    { idp_id: "3", mobile: personOf({ mobile: "1" }, "signup", "3").make(vault) },
    { idp_id: null, mobile: sealed("4") },
  ];
  openRows(rows, vault);
  expect(rows[0]?.mobile).toBe("13800138001");
  for (const row of rows.slice(1)) expect(() => row.mobile).toThrow(SealBroken);
  const people = [{ signup_id: "5", person: personOf({ name: "周" }, "signup", "6").make(vault) }];
  openRows(people, vault);
  expect(people[0]).not.toHaveProperty("person");
  expect(() => (people[0] as unknown as { name: string }).name).toThrow(SealBroken);
});

test("what is opened later opens in its own row alone, and is told from other texts by its key", () => {
  const vault = testVault();
  const [mobile, key] = ["13800000001", vault.lookup("13800000001")];
  const read = (idpId: string, text: string) => {
    const rows = [{ idp_id: idpId, mobile_later: text as unknown }];
    openRows(rows, vault);
    return rows[0]?.mobile_later as Later;
  };
  const own = read("1", vault.seal(mobile, "user", "1"));
  expect([own.open(), own.is(mobile, key), own.is("13800000002", key)]).toEqual([mobile, true, false]);
  const moved = read("2", vault.seal(mobile, "user", "1"));
  expect(() => moved.open()).toThrow(SealBroken);
  const none = [{ idp_id: "3", mobile_later: null }];
  openRows(none, vault);
  expect(none[0]?.mobile_later).toBe(null);
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
  expect(vaultOf({ dataKeys: null, dataDir: folder }).open(new Vault(first).seal("周", null), nowhere)).toBe(
    "周",
  );
  const kept = readFileSync(file);
  writeFileSync(file, "{}");
  expect(() => vaultOf({ dataKeys: null, dataDir: folder })).toThrow(
    /^DATA_KEYS is not set, and .*holds no keys$/,
  );
  writeFileSync(file, kept);
});

test("a process that began before a key was added opens what others seal by it, and seals as before", () => {
  const own = mkdtempSync(join(folder, "own-"));
  const older = vaultOf({ dataKeys: null, dataDir: own });
  const before = older.seal("周", "guest", "1");
  expect(addKey(own)).toBe("k2");
  const newer = vaultOf({ dataKeys: null, dataDir: own });
  const sealed = newer.seal("陈", "guest", "1");
  expect(sealed).toMatch(/^~k2:/);
  expect(older.open(sealed, at("1"))).toBe("陈");
  expect(older.seal("周", "guest", "1")).toMatch(/^~k1:/);
  expect(newer.open(before, at("1"))).toBe("周");
});

test("keys that are read again are looked for once in a while, and none of another installation's is taken", () => {
  const [a, b, c] = [`a:${newKey()}`, `b:${newKey()}`, `c:${newKey()}`];
  let readings = 0;
  const vaultWith = (further: () => ReturnType<typeof dataKeys>) =>
    new Vault(dataKeys(a), () => {
      readings++;
      return further();
    });
  const byC = new Vault(dataKeys(c)).seal("周", "guest", "1");
  const vault = vaultWith(() => dataKeys(`${b},${a}`));
  for (let times = 0; times < 10; times++) expect(() => vault.open(byC, at("1"))).toThrow(/no key c/);
  expect(readings).toBe(1);
  const foreign = vaultWith(() => dataKeys(`${c},${a}`, newKey()));
  expect(() => foreign.open(byC, at("1"))).toThrow(/no key c/);
  const broken = vaultWith(() => {
    throw new Error("it holds no keys");
  });
  expect(() => broken.open(byC, at("1"))).toThrow(/no key c/);
});
