import { expect, test } from "vitest";
import { isKeyDue, keyActivationDelay, keyGracePeriod, keyLifetime, usableKeys } from "./key-rotation.ts";

const now = 1_763_700_000_000;

test("a new key is created every 90 days, two hours before it signs; the replaced key verifies for 30 days", () => {
  expect([
    isKeyDue(null, now),
    isKeyDue(now, now + keyLifetime - 1),
    isKeyDue(now, now + keyLifetime),
  ]).toEqual([true, false, true]);
  const keys = [{ created: now }, { created: now - keyLifetime }, { created: now - 2 * keyLifetime }];
  const [newest, replaced] = keys;
  expect(usableKeys(keys, now + keyActivationDelay - 1)).toEqual([replaced, newest]);
  expect(usableKeys(keys, now + keyActivationDelay)).toEqual([newest, replaced]);
  expect(usableKeys(keys.slice(0, 1), now)).toEqual([newest]);
  expect(usableKeys(keys, now + keyGracePeriod)).toEqual(keys.slice(0, 1));
});
