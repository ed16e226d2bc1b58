import fc from "fast-check";
import { expect, test } from "vitest";
import { encryptTk } from "../../../simulator/index.ts";
import { decryptTk } from "./tk.ts";

const key = Buffer.from("marque-demo-tk-key-not-a-secret!").toString("base64url");
const other = Buffer.from("another-key-of-thirty-two-bytes!").toString("base64url");
const now = 1_763_700_000_000;
const seconds = now / 1000;

test("C21 a tk of the maker's systems is decrypted", () => {
  const found = decryptTk(key, encryptTk(key, "token", seconds + 60), now);
  expect(found).toMatchObject({ token: "token", expires: now + 60_000 });
});
test.each([
  ["expired", encryptTk(key, "token", seconds - 1)],
  ["expiring now", encryptTk(key, "token", seconds)],
  ["encrypted with another key", encryptTk(other, "token", seconds + 60)],
  ["without a token", encryptTk(key, "", seconds + 60)],
  ["without an expiry", encryptTk(key, "token", Infinity)],
  ["shorter than its tag", Buffer.alloc(28).toString("base64url")],
  ["empty", ""],
  ["not base64url", "中文 %%"],
  ["plain base64", "a+b/c="],
])("C22 a tk that is %s is invalid", (_name, text) => {
  expect(decryptTk(key, text, now)).toBeNull();
});
test("C22 a truncated or modified tk is invalid", () => {
  const bytes = Buffer.from(encryptTk(key, "token", seconds + 60), "base64url");
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ change;
      expect(decryptTk(key, changed.toString("base64url"), now)).toBeNull();
      expect(decryptTk(key, bytes.subarray(0, at).toString("base64url"), now)).toBeNull();
    }),
  );
});
test("C22 arbitrary text is invalid and causes no error", () => {
  const anything = fc.property(fc.string({ maxLength: 200 }), (text) => {
    expect(decryptTk(key, text, now)).toBeNull();
  });
  fc.assert(anything);
});
test("C22 another encoding of the same bytes gives the same bytes", () => {
  // Some bits of the last base64url character are unused.
  const made = Array.from({ length: 20 }, (_, at) => encryptTk(key, "t".repeat(at + 1), seconds + 60));
  const text = made.find((one) => one.length % 4 !== 0) ?? "";
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const same = [...alphabet]
    .map((last) => text.slice(0, -1) + last)
    .filter((one) => one !== text && decryptTk(key, one, now) !== null);
  expect(same.length).toBeGreaterThan(0);
  for (const one of same) expect(decryptTk(key, one, now)?.bytes).toEqual(decryptTk(key, text, now)?.bytes);
});
