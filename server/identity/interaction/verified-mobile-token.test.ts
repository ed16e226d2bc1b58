import { expect, test } from "vitest";
import { createVerifiedMobileToken, readVerifiedMobileToken } from "./verified-mobile-token.ts";

const now = 1_763_700_000_000;

test("I06 a verified mobile token is valid for its mobile, its interaction and five minutes", () => {
  const token = createVerifiedMobileToken("secret", "uid-1", "13800005678", now);
  expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
  expect(readVerifiedMobileToken("secret", "uid-1", token, now + 299_999)).toBe("13800005678");
  expect(readVerifiedMobileToken("secret", "uid-1", token, now + 300_000)).toBeNull();
  expect(readVerifiedMobileToken("secret", "uid-2", token, now)).toBeNull();
  expect(readVerifiedMobileToken("other", "uid-1", token, now)).toBeNull();
  const [, signature] = token.split(".");
  const forged = Buffer.from(JSON.stringify({ mobile: "13900000000", until: now * 2 })).toString("base64url");
  for (const invalid of [`${forged}.${signature}`, `${forged}.`, forged, "", ".", "a.b.c"])
    expect(readVerifiedMobileToken("secret", "uid-1", invalid, now)).toBeNull();
});
