import { expect, test } from "vitest";
import { isPasswordLoginOffered } from "./interaction/interactions.ts";
import { secondsToWait, smsPerAddress, smsPerMobile, passwordFailures } from "./rate-limit-rules.ts";
import {
  isKeyDue,
  keyGracePeriod,
  keyLifetime,
  keyActivationDelay,
  usableKeys,
} from "./provider/key-rotation.ts";
import { codeExpiry, hashCode, judgeBeforeTry, judgeTry, makeCode } from "./sms/rules.ts";
import { createVerifiedMobileToken, readVerifiedMobileToken } from "./interaction/verified-mobile-token.ts";
import { firstNickname } from "./messages.ts";

const now = 1_763_700_000_000;

test("F22 a code has six digits, also when they begin with zeros; a test's code is taken as it is", () => {
  const codes = Array.from({ length: 2_000 }, () => makeCode(null));
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBeGreaterThan(1_900);
  expect(makeCode("123456")).toBe("123456");
});

test("a code's hash depends on the installation, the salt and the code", () => {
  const hashes = [
    hashCode("p", "s", "123456"),
    hashCode("q", "s", "123456"),
    hashCode("p", "t", "123456"),
    hashCode("p", "s", "123457"),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
});

test("F22 a code ends after 5 min, is spent once, and locks at the fifth wrong try", () => {
  const kept = { tries: 0, isSpent: false, expires: codeExpiry(now) };
  expect(judgeBeforeTry(kept, now + 299_999)).toBeNull();
  expect(judgeBeforeTry(kept, now + 300_000)?.verdict).toBe("wrong");
  expect(judgeBeforeTry({ ...kept, isSpent: true }, now)?.verdict).toBe("wrong");
  expect(judgeBeforeTry(null, now)).toEqual({ verdict: "wrong", triesLeft: null });
  expect(judgeBeforeTry({ ...kept, tries: 5 }, now)?.verdict).toBe("locked");
  expect(judgeTry({ tries: 1, isSpent: false })).toEqual({ verdict: "wrong", triesLeft: 4 });
  expect(judgeTry({ tries: 5, isSpent: false })).toEqual({ verdict: "locked", triesLeft: 0 });
  expect(judgeTry({ tries: 5, isSpent: true }).verdict).toBe("ok");
});

test("F22 the time to wait is what is left of the minute, of the day, of the lock", () => {
  expect(secondsToWait({ since: now, last: now, done: 1 }, smsPerMobile, now + 20_500)).toBe(40);
  expect(secondsToWait({ since: now - 3_600_000, last: now - 120_000, done: 10 }, smsPerMobile, now)).toBe(
    82_800,
  );
  expect(secondsToWait({ since: now - 3_000_000, last: now, done: 10 }, smsPerAddress, now)).toBe(600);
  expect(secondsToWait({ since: now - 3_000_000, last: now - 60_000, done: 5 }, passwordFailures, now)).toBe(
    840,
  );
  expect(secondsToWait({ since: now, last: now, done: 1 }, smsPerAddress, now)).toBe(1);
});

test("a new key every 90 days, two hours before it signs; the one before good for 30 days more", () => {
  expect([
    isKeyDue(null, now),
    isKeyDue(now, now + keyLifetime - 1),
    isKeyDue(now, now + keyLifetime),
  ]).toEqual([true, false, true]);
  const keys = [{ created: now }, { created: now - keyLifetime }, { created: now - 2 * keyLifetime }];
  const [fresh, before] = keys;
  expect(usableKeys(keys, now + keyActivationDelay - 1)).toEqual([before, fresh]);
  expect(usableKeys(keys, now + keyActivationDelay)).toEqual([fresh, before]);
  expect(usableKeys(keys.slice(0, 1), now)).toEqual([fresh]);
  expect(usableKeys(keys, now + keyGracePeriod)).toEqual(keys.slice(0, 1));
});

test("F03 F21 the password way is open as configured; where the request decides, by its word", () => {
  const offered = (passwordLogin: "never" | "asked" | "always", showPwdLogin: unknown) =>
    isPasswordLoginOffered({ showPwdLogin }, { passwordLogin });
  expect([offered("asked", "true"), offered("asked", "false"), offered("asked", undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([offered("never", "true"), offered("always", undefined)]).toEqual([false, true]);
});

test("I06 a ticket is good for its number, its login and five minutes", () => {
  const ticket = createVerifiedMobileToken("secret", "uid-1", "13800005678", now);
  expect(ticket).toMatch(/^[\w-]+\.[\w-]{43}$/);
  expect(readVerifiedMobileToken("secret", "uid-1", ticket, now + 299_999)).toBe("13800005678");
  expect(readVerifiedMobileToken("secret", "uid-1", ticket, now + 300_000)).toBeNull();
  expect(readVerifiedMobileToken("secret", "uid-2", ticket, now)).toBeNull();
  expect(readVerifiedMobileToken("other", "uid-1", ticket, now)).toBeNull();
  const [, sign] = ticket.split(".");
  const forged = Buffer.from(JSON.stringify({ mobile: "13900000000", until: now * 2 })).toString("base64url");
  for (const made of [`${forged}.${sign}`, `${forged}.`, forged, "", ".", "a.b.c"])
    expect(readVerifiedMobileToken("secret", "uid-1", made, now)).toBeNull();
});

test("I07 a first nickname shows the last four digits and no more", () => {
  expect(firstNickname("青岚汽车", "13800005678")).toBe("青岚用户5678");
  expect(firstNickname("Maker", "13800005678")).toBe("Maker用户5678");
});
