import { expect, test } from "vitest";
import { mobileBucketFor, bucketsFor } from "./rate-limit-rules.ts";

const DAY = 86_400_000;
const now = 100 * DAY;
const read = { method: "GET" } as const;
const user = {
  userId: "7",
  openId: "o",
  hasMobile: true,
  mobile: "13600000001",
  isMobile: () => true,
  owner: false,
  seriesCodes: [],
};
const callerWith = (over: object) => ({
  user: null,
  address: "203.0.113.7",
  device: { id: "d", since: now, proof: null },
  ...over,
});
const deviceWith = (by: "login" | "slider", days: number) => ({
  id: "d",
  since: 0,
  proof: { by, time: now - days * DAY },
});
const subjects = (over: object, call: Parameters<typeof bucketsFor>[0] = read) =>
  bucketsFor(call, callerWith(over), now).map(({ subject }) => subject);

test("T10 each caller is counted by its user, its trusted device or its network", () => {
  expect(subjects({})).toEqual(["address 203.0.113.7 Reads"]);
  expect(subjects({ address: "2001:db8:0:1::5" })).toEqual(["address 2001:db8:0:1 Reads"]);
  // The age of a cookie proves nothing; a slider and a login do, for some time.
  expect(subjects({ device: { id: "d", since: 0, proof: null } })).toEqual(["address 203.0.113.7 Reads"]);
  const known = ["device d Reads", "known 203.0.113.7 Reads"];
  expect(subjects({ device: deviceWith("slider", 29) })).toEqual(known);
  expect(subjects({ device: deviceWith("slider", 30) })).toEqual(["address 203.0.113.7 Reads"]);
  expect(subjects({ device: deviceWith("login", 179) })).toEqual(known);
  expect(subjects({ device: deviceWith("login", 180) })).toEqual(["address 203.0.113.7 Reads"]);
  expect(subjects({ user })).toEqual(["user 7 Reads"]);
  // Accounts without a mobile are free to create, so they are untrusted too.
  expect(subjects({ user: { ...user, hasMobile: false, mobile: null } })).toEqual([
    "user 7 Reads",
    "address 203.0.113.7 Reads",
  ]);
  // A page rendered in process has no device.
  expect(subjects({ device: { id: "", since: 0, proof: { by: "login", time: now } } })).toEqual([
    "address 203.0.113.7 Reads",
  ]);
});
test("T10 every call with a captcha counts as a write", () => {
  expect(subjects({ user }, { method: "GET", captcha: "koc" })).toEqual(["user 7 Writes"]);
  expect(subjects({ user }, { method: "DELETE" })).toEqual(["user 7 Writes"]);
});
test("F22 calls that name a mobile are counted for untrusted callers only", () => {
  const subject = (over: object) =>
    mobileBucketFor("13600000001", callerWith(over), () => "hash", now)?.subject ?? null;
  expect(subject({})).toBe("mobile hash 203.0.113.7");
  // A stranger elsewhere has a counter of their own.
  expect(subject({ address: "203.0.113.8" })).toBe("mobile hash 203.0.113.8");
  expect(subject({ user })).toBeNull();
  expect(subject({ device: deviceWith("slider", 0) })).toBe("mobile hash 203.0.113.7");
  expect(subject({ device: deviceWith("login", 1) })).toBeNull();
});
