import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { parseTestDataKeys, testKeyring } from "../../testing/encryption/test-keyring.ts";
import { openKeyring } from "./data-keys.ts";
import { addDataKey, loadKeyFile, generateDataKey } from "./key-file.ts";
import { decryptRows, encryptedPerson, type LazyPlaintext } from "./encrypted-columns.ts";
import { encryptionBindings, type EncryptionBindingName } from "./encryption-bindings.ts";
import { DecryptionError, Keyring } from "./keyring.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ids of a text that is read in its own row. */
const at =
  (...ids: string[]) =>
  () =>
    ids;
const nowhere = (): null => null;

test("a ciphertext reveals nothing, differs each time, and can be decrypted", () => {
  const keyring = testKeyring();
  const seal = () => keyring.encrypt("13800138000", "user", "7");
  const [one, other] = [seal(), seal()];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^~t1:user\.[\w-]+$/);
  expect(one).not.toContain("138");
  expect([keyring.decrypt(one, at("7")), keyring.decrypt(other, at("7"))]).toEqual([
    "13800138000",
    "13800138000",
  ]);
  expect(keyring.decrypt("13800138000", nowhere)).toBe("13800138000");
});

test("any text can be decrypted repeatedly in its own row, and in no other one", () => {
  const keyring = testKeyring();
  const ids = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });
  const place = fc.constantFrom(...(Object.keys(encryptionBindings) as EncryptionBindingName[]));
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      ids,
      ids,
      place,
      place,
      (text, own, other, name, elsewhere) => {
        const sealed = keyring.encrypt(text, name, ...own);
        expect(keyring.decrypt(sealed, at(...own))).toBe(text);
        const moved = sealed.replace(`:${name}.`, `:${name === elsewhere ? "x" : elsewhere}.`);
        expect(() => keyring.decrypt(moved, at(...own))).toThrow(DecryptionError);
        expect(() => keyring.decrypt(sealed, at(...own, ...other))).toThrow(DecryptionError);
        expect(() => keyring.decrypt(sealed, nowhere)).toThrow(DecryptionError);
        expect(keyring.decrypt(sealed, at(...own))).toBe(text);
      },
    ),
    { seed: 20_261_122, numRuns: 100 },
  );
});

test("a changed ciphertext, or one of an unknown key, is rejected", () => {
  const keyring = testKeyring();
  const sealed = keyring.encrypt("13800138000", "user", "7");
  const turned = sealed.slice(0, -3) + (sealed.at(-3) === "A" ? "B" : "A") + sealed.slice(-2);
  expect(() => keyring.decrypt(turned, at("7"))).toThrow(DecryptionError);
  expect(() => keyring.decrypt("~t1:user.AAAA", at("7"))).toThrow(DecryptionError);
  expect(() => keyring.decrypt("~t1.AAAA", nowhere)).toThrow(DecryptionError);
  const other = new Keyring(parseTestDataKeys(`other:${generateDataKey()}`));
  expect(() => other.decrypt(sealed, at("7"))).toThrow(/no key t1/);
});

test("a key that is not the first one decrypts, and lookup keys stay the same", () => {
  const [a, b] = [`a:${generateDataKey()}`, `b:${generateDataKey()}`];
  const before = new Keyring(parseTestDataKeys(a));
  const after = new Keyring(parseTestDataKeys(`${b},${a}`));
  expect(after.decrypt(before.encrypt("周", "guest", "1"), at("1"))).toBe("周");
  expect(after.encrypt("周", "guest", "1")).toMatch(/^~b:guest\./);
  expect(after.lookup("13800138000")).toBe(before.lookup("13800138000"));
  expect(new Keyring(parseTestDataKeys(a, generateDataKey())).lookup("13800138000")).not.toBe(
    before.lookup("13800138000"),
  );
});

test("unbound ciphertexts of older versions and unencrypted texts are accepted until they are rejected", () => {
  const [a, b] = [`a:${generateDataKey()}`, `b:${generateDataKey()}`];
  const keyring = new Keyring(parseTestDataKeys(`${b},${a}`));
  const old = new Keyring(parseTestDataKeys(a)).encrypt("周", null);
  expect(old).toMatch(/^~a\./);
  expect(keyring.decrypt(old, nowhere)).toBe("周");
  keyring.rejectUnbound(["a"]);
  expect(() => keyring.decrypt(old, nowhere)).toThrow(/bound to no row/);
  expect(keyring.decrypt("周", nowhere)).toBe("周");
  keyring.rejectUnbound(["a", "b"]);
  expect(() => keyring.decrypt("周", nowhere)).toThrow(/unencrypted/);
  expect(keyring.decrypt("", nowhere)).toBe("");
});

test("rows are decrypted, and texts of people that look like ciphertexts are left alone", () => {
  const keyring = testKeyring();
  const fields = { name: "~t1.AAAA", mobile: "13800138000" };
  const person = encryptedPerson(fields, "signup", "7").evaluate(keyring);
  const score = keyring.encrypt("92", "field", "k", "score");
  const rows = [
    { person, signup_id: "7", title: "~t1.AAAA", person_fields: { score }, mobile_key: "k" },
    { person: null, signup_id: "8", title: "b", person_fields: null, mobile_key: "k" },
  ];
  decryptRows(rows, keyring);
  expect(rows).toEqual([
    { ...fields, signup_id: "7", title: "~t1.AAAA", person_fields: { score: "92" }, mobile_key: "k" },
    { signup_id: "8", title: "b", person_fields: null, mobile_key: "k" },
  ]);
});

test("reading a moved text fails, and other rows of the same result stay readable", () => {
  const keyring = testKeyring();
  const sealed = (id: string) => keyring.encrypt(`1380013800${id}`, "user", id);
  const rows = [
    { idp_id: "1", mobile: sealed("1") },
    { idp_id: "2", mobile: sealed("1") },
    // From another column, and without the ids of its row.
    { idp_id: "3", mobile: encryptedPerson({ mobile: "1" }, "signup", "3").evaluate(keyring) },
    { idp_id: null, mobile: sealed("4") },
  ];
  decryptRows(rows, keyring);
  expect(rows[0]?.mobile).toBe("13800138001");
  for (const row of rows.slice(1)) expect(() => row.mobile).toThrow(DecryptionError);
  const people = [
    { signup_id: "5", person: encryptedPerson({ name: "周" }, "signup", "6").evaluate(keyring) },
  ];
  decryptRows(people, keyring);
  expect(people[0]).not.toHaveProperty("person");
  expect(() => (people[0] as unknown as { name: string }).name).toThrow(DecryptionError);
});

test("a lazily decrypted text is decrypted only in its own row, and compared by its lookup key", () => {
  const keyring = testKeyring();
  const [mobile, key] = ["13800000001", keyring.lookup("13800000001")];
  const read = (idpId: string, text: string) => {
    const rows = [{ idp_id: idpId, mobile_later: text as unknown }];
    decryptRows(rows, keyring);
    return rows[0]?.mobile_later as LazyPlaintext;
  };
  const own = read("1", keyring.encrypt(mobile, "user", "1"));
  expect([own.decrypt(), own.matches(mobile, key), own.matches("13800000002", key)]).toEqual([
    mobile,
    true,
    false,
  ]);
  const moved = read("2", keyring.encrypt(mobile, "user", "1"));
  expect(() => moved.decrypt()).toThrow(DecryptionError);
  const none = [{ idp_id: "3", mobile_later: null }];
  decryptRows(none, keyring);
  expect(none[0]?.mobile_later).toBe(null);
});

test("without settings the keys are created once, readable by their owner only; a new one is put first", () => {
  const file = join(folder, "data-keys.json");
  const first = loadKeyFile(folder);
  expect(loadKeyFile(folder)).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(addDataKey(folder)).toBe("k2");
  const second = loadKeyFile(folder);
  expect(second.keys.map(({ id }) => id)).toEqual(["k2", "k1"]);
  expect(second.lookupKey).toEqual(first.lookupKey);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(
    openKeyring({ dataKeys: null, dataDir: folder }).decrypt(new Keyring(first).encrypt("周", null), nowhere),
  ).toBe("周");
  const kept = readFileSync(file);
  writeFileSync(file, "{}");
  expect(() => openKeyring({ dataKeys: null, dataDir: folder })).toThrow(
    /^DATA_KEYS is not set, and .*contains no keys$/,
  );
  writeFileSync(file, kept);
});

test("a process that started before a key was added decrypts texts of the new key, and encrypts with its own", () => {
  const own = mkdtempSync(join(folder, "own-"));
  const older = openKeyring({ dataKeys: null, dataDir: own });
  const before = older.encrypt("周", "guest", "1");
  expect(addDataKey(own)).toBe("k2");
  const newer = openKeyring({ dataKeys: null, dataDir: own });
  const sealed = newer.encrypt("陈", "guest", "1");
  expect(sealed).toMatch(/^~k2:/);
  expect(older.decrypt(sealed, at("1"))).toBe("陈");
  expect(older.encrypt("周", "guest", "1")).toMatch(/^~k1:/);
  expect(newer.decrypt(before, at("1"))).toBe("周");
});

test("the key file is read again at intervals, and keys of another installation are ignored", () => {
  const [a, b, c] = [`a:${generateDataKey()}`, `b:${generateDataKey()}`, `c:${generateDataKey()}`];
  let readings = 0;
  const vaultWith = (further: () => ReturnType<typeof parseTestDataKeys>) =>
    new Keyring(parseTestDataKeys(a), () => {
      readings++;
      return further();
    });
  const byC = new Keyring(parseTestDataKeys(c)).encrypt("周", "guest", "1");
  const keyring = vaultWith(() => parseTestDataKeys(`${b},${a}`));
  for (let times = 0; times < 10; times++) expect(() => keyring.decrypt(byC, at("1"))).toThrow(/no key c/);
  expect(readings).toBe(1);
  const foreign = vaultWith(() => parseTestDataKeys(`${c},${a}`, generateDataKey()));
  expect(() => foreign.decrypt(byC, at("1"))).toThrow(/no key c/);
  const broken = vaultWith(() => {
    throw new Error("the file contains no keys");
  });
  expect(() => broken.decrypt(byC, at("1"))).toThrow(/no key c/);
});
