import { expect, it } from "vitest";
import { sha256 } from "../core/secrets.ts";
import { SessionCache } from "./session-cache.ts";
import type { SessionUser } from "./store.ts";

const [hash, other] = [sha256("one"), sha256("another")];
const user = { user_id: "1" } as SessionUser;

function keeping(): SessionCache {
  const kept = new SessionCache();
  kept.heard(performance.now());
  kept.keep(hash, user, kept.begin());
  return kept;
}

it("L10 a session that was looked up is known, and no other", () => {
  const kept = keeping();
  expect(kept.find(hash)).toBe(user);
  expect(kept.find(other)).toBeUndefined();
  // Changes are told by the beginning of a hash: another token's, however alike, is none of it.
  expect(kept.find(`${hash.slice(0, 16)}${other.slice(16)}`)).toBeUndefined();
});

it("L10 what a change names is forgotten, by its beginning too, and everything by a change without a name", () => {
  for (const name of [hash, hash.slice(0, 16), undefined]) {
    const kept = keeping();
    kept.keep(other, user, kept.begin());
    kept.forget(name);
    expect(kept.find(hash)).toBeUndefined();
    expect(kept.find(other)).toBe(name === undefined ? undefined : user);
  }
});

it("L10 nothing is kept of a reading during which something was forgotten: it may be of before", () => {
  const kept = keeping();
  const begun = kept.begin();
  kept.forget(hash);
  kept.keep(hash, user, begun);
  expect(kept.find(hash)).toBeUndefined();
});

it("L10 nobody is known from memory where changes have not been heard of, or not for half a second", async () => {
  const deaf = new SessionCache();
  deaf.keep(hash, user, deaf.begin());
  expect(deaf.find(hash)).toBeUndefined();
  const kept = keeping();
  await expect.poll(() => kept.find(hash), { timeout: 5_000 }).toBeUndefined();
  kept.heard(performance.now());
  expect(kept.find(hash)).toBe(user);
  // Heard just now, of a look that took a second.
  kept.heard(performance.now() - 1_000);
  expect(kept.find(hash)).toBeUndefined();
});
