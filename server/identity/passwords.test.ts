import { expect, test } from "vitest";
import { hashPassword, isPassword, passwordJudge } from "./passwords.ts";

test("a password is kept as argon2id with its cost, never as itself, and twice not the same", async () => {
  const [one, other] = await Promise.all([hashPassword("qinglan2026"), hashPassword("qinglan2026")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(other);
  expect(await Promise.all([isPassword("qinglan2026", one), isPassword("qinglan2027", one)])).toEqual([
    true,
    false,
  ]);
});

test("a stored hash is judged by the cost it was made with", async () => {
  const cheap = "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$";
  const { argon2Sync } = await import("node:crypto");
  const parameters = {
    message: "old1password",
    nonce: Buffer.from("saltsaltsaltsalt"),
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  };
  const stored = cheap + argon2Sync("argon2id", parameters).toString("base64url");
  expect(await isPassword("old1password", stored)).toBe(true);
  expect(await isPassword("old1password", "plain")).toBe(false);
});

test("an unknown account is judged against a hash as well, and never passes", async () => {
  const judge = passwordJudge();
  expect(await judge("anything1", null)).toBe(false);
  expect(await judge("qinglan2026", await hashPassword("qinglan2026"))).toBe(true);
});
