import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { workQueues } from "../../http/rate-limit/work-quota-rules.ts";
import { hashPassword, verifyPassword, verifyAccountPassword } from "./password-hash.ts";

test("a password is hashed with argon2id, with its cost and a new salt each time", async () => {
  const [one, other] = await Promise.all([hashPassword("qinglan2026"), hashPassword("qinglan2026")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(other);
  expect(await Promise.all([verifyPassword("qinglan2026", one), verifyPassword("qinglan2027", one)])).toEqual(
    [true, false],
  );
});

test("a stored hash is verified with the cost that it contains", async () => {
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
  expect(await verifyPassword("old1password", stored)).toBe(true);
  expect(await verifyPassword("old1password", "plain")).toBe(false);
});

test("an unknown account is verified against a hash too and never succeeds", async () => {
  expect(await verifyAccountPassword("anything1", null)).toBe(false);
  expect(await verifyAccountPassword("qinglan2026", await hashPassword("qinglan2026"))).toBe(true);
});

test("hashing does not block the event loop; beyond the queue limit logins are refused, later ones work again", async () => {
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 1);
  const capacity = workQueues.password.concurrent + workQueues.password.waiting;
  const refusals: unknown[] = [];
  const verifying = Array.from({ length: capacity + 10 }, () =>
    verifyAccountPassword("qinglan2026", null).catch((error: unknown) => refusals.push(error)),
  );
  // Those without a place are refused at once; a slow machine refuses others later, which have waited too long.
  await setImmediate();
  expect(refusals).toHaveLength(10);
  await Promise.all(verifying);
  clearInterval(ticking);
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ refusal: "busy", status: 503, retryAfterSeconds: 2 });
  // On the event loop itself no timer would have run in between.
  expect(ticks).toBeGreaterThan(10);
  expect(await verifyAccountPassword("qinglan2026", null)).toBe(false);
});
