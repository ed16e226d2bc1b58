import { expect, it } from "vitest";
import { sha256 } from "../core/secrets.ts";
import { SessionCache } from "./session-cache.ts";
import type { SessionUser } from "./store.ts";

const [hash, other] = [sha256("one"), sha256("another")];
const user = { user_id: "1" } as SessionUser;

function cacheWithSession(): SessionCache {
  const cache = new SessionCache();
  cache.confirmUpTo(performance.now());
  cache.set(hash, user, cache.beginRead());
  return cache;
}

it("L10 only a session that was looked up is in the cache", () => {
  const cache = cacheWithSession();
  expect(cache.get(hash)).toBe(user);
  expect(cache.get(other)).toBeUndefined();
  // Entries are stored by the prefix of a hash, so the whole hash is compared.
  expect(cache.get(`${hash.slice(0, 16)}${other.slice(16)}`)).toBeUndefined();
});

it("L10 a change with a name drops that session, by a prefix too; one without a name drops all", () => {
  for (const name of [hash, hash.slice(0, 16), undefined]) {
    const cache = cacheWithSession();
    cache.set(other, user, cache.beginRead());
    cache.invalidate(name);
    expect(cache.get(hash)).toBeUndefined();
    expect(cache.get(other)).toBe(name === undefined ? undefined : user);
  }
});

it("L10 a session that was read during an invalidation is not cached", () => {
  const cache = cacheWithSession();
  const version = cache.beginRead();
  cache.invalidate(hash);
  cache.set(hash, user, version);
  expect(cache.get(hash)).toBeUndefined();
});

it("L10 the cache is not used before the first confirmation, nor half a second after the last", async () => {
  const unconfirmed = new SessionCache();
  unconfirmed.set(hash, user, unconfirmed.beginRead());
  expect(unconfirmed.get(hash)).toBeUndefined();
  const cache = cacheWithSession();
  await expect.poll(() => cache.get(hash), { timeout: 5_000 }).toBeUndefined();
  cache.confirmUpTo(performance.now());
  expect(cache.get(hash)).toBe(user);
  // A confirmation that arrives a second after its poll began.
  cache.confirmUpTo(performance.now() - 1_000);
  expect(cache.get(hash)).toBeUndefined();
});
