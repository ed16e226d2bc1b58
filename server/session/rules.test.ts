import { expect, test } from "vitest";
import { clientOfToken, judgeSession, personOfClaims, sessionEnd } from "./rules.ts";

const sub = "f7c1e2d3-uuid";
test.each([
  ["our own claim", { mobile: "13800005678" }, "13800005678"],
  [
    "E.164 as OpenID Connect has it",
    { phone_number: "+8613800005678", phone_number_verified: true },
    "13800005678",
  ],
  ["without phone_number_verified", { phone_number: "+86 138-0000-5678" }, "13800005678"],
  ["called unverified", { phone_number: "+8613800005678", phone_number_verified: false }, null],
  ["a number of another country", { phone_number: "+85261234567" }, null],
  ["no number", { phone_number: "unknown" }, null],
  ["no text", { mobile: 13800005678 }, null],
  ["nothing", {}, null],
])("F14 the mobile of a provider's claims: %s", (_name, claims, mobile) => {
  expect(personOfClaims({ sub, ...claims })).toMatchObject({ idpId: sub, mobile });
});

const number = { phone_number: "+8613800005678" };
const flags: readonly (readonly [unknown, string | null])[] = [
  [true, "13800005678"],
  ["true", "13800005678"],
  [undefined, "13800005678"],
  ...[false, "false", "FALSE", "True", "yes", "1", "", " true", 0, 1, null, {}, ["true"], [true]].map(
    (flag) => [flag, null] as const,
  ),
];
test.each(flags)(
  "F14 phone_number_verified %j binds the number or does not, under either name",
  (flag, mobile) => {
    const flagged = { phone_number_verified: flag };
    expect(personOfClaims({ sub, ...number, ...flagged })?.mobile).toBe(mobile);
    expect(personOfClaims({ sub, mobile: "13800005678", ...flagged })?.mobile).toBe(mobile);
  },
);

test("a nickname is the provider's or is built from the end of the mobile", () => {
  const nameOf = (claims: object) => personOfClaims({ sub, ...claims })?.nickname;
  expect(nameOf({ nickname: "小林", name: "林晓岚" })).toBe("小林");
  expect(nameOf({ name: "林晓岚" })).toBe("林晓岚");
  expect(nameOf({ mobile: "13800005678" })).toBe("用户5678");
  expect(nameOf({})).toBe("新用户");
  expect(nameOf({ name: "长".repeat(100) })).toBe("长".repeat(40));
});

test("claims without a valid subject are no person", () => {
  expect([personOfClaims({}), personOfClaims({ sub: "" }), personOfClaims({ sub: "a".repeat(256) })]).toEqual(
    [null, null, null],
  );
});

const jwt = (claims: unknown) =>
  ["{}", JSON.stringify(claims), "s"].map((part) => Buffer.from(part).toString("base64url")).join(".");
test("U01 the client of a token is read from JWTs only", () => {
  expect(clientOfToken(jwt({ azp: "app", client_id: "other" }))).toBe("app");
  expect(clientOfToken(jwt({ client_id: "app" }))).toBe("app");
  for (const none of [jwt({}), jwt(null), jwt({ azp: 1 }), "opaque", "a.b.c", "..", ""])
    expect(clientOfToken(none)).toBeNull();
});

const DAY = 86_400_000;
const MAX_DAYS = 30;
test.each([
  ["fresh", 0, 7, 0, { isAlive: true, renewedUntil: null }],
  ["in the second half of its time", 0, 7, 4, { isAlive: true, renewedUntil: 11 * DAY }],
  ["unused for a week", 0, 7, 7, { isAlive: false, renewedUntil: null }],
  ["near its maximum age: renewed up to it", 0, 28, 26, { isAlive: true, renewedUntil: 30 * DAY }],
  ["at its maximum end: not written again", 0, 30, 29, { isAlive: true, renewedUntil: null }],
  ["at its maximum age, expired even if used", 0, 30, 30, { isAlive: false, renewedUntil: null }],
  ["renewed when the maximum was longer", 0, 40, 35, { isAlive: false, renewedUntil: null }],
])("H05 a session that is %s", (_name, began, expires, now, verdict) => {
  expect(judgeSession({ began: began * DAY, expires: expires * DAY }, now * DAY, MAX_DAYS)).toEqual(verdict);
});
test("H05 a session never begins with more days than the maximum", () => {
  expect(sessionEnd(0, 0, 1)).toBe(DAY);
  expect(sessionEnd(0, 0, MAX_DAYS)).toBe(7 * DAY);
});

test("a nickname from a provider is one clean line of at most 40 characters, and an unusable one is no nickname", () => {
  const nameOf = (claims: object) => personOfClaims({ sub, mobile: "13700004455", ...claims })?.nickname;
  expect(nameOf({ nickname: "周\u0000舟\u0007\n和山 \u202e" })).toBe("周 舟 和山");
  expect([...(nameOf({ nickname: "山".repeat(200) }) ?? "")]).toHaveLength(40);
  expect(nameOf({ nickname: "🚙".repeat(50) })).toBe("🚙".repeat(40));
  for (const nothing of ["\u0000", " \u3000", "\u2800\u3164", "\ud83d"])
    expect(nameOf({ nickname: nothing, name: nothing })).toBe("用户4455");
  expect(nameOf({ nickname: "\u200b", name: "周舟" })).toBe("周舟");
  expect(personOfClaims({ sub: "4000\u0000" })).toBeNull();
});
