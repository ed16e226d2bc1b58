import { expect, test } from "vitest";
import { isMobileNumber, isSecretKey, scrubText } from "./scrub.ts";

const scrub = (text: string) => scrubText(text, 500);

test.each([
  ["https://m.example/a?code=X&utm_source=b", "https://m.example/a?utm_source=b"],
  ["https://m.example/a?utm_source=b&code=X", "https://m.example/a?utm_source=b"],
  ["https://m.example/a?code=X", "https://m.example/a"],
  ["https://m.example/a?tk=X&code=Y#h", "https://m.example/a#h"],
  ["https://m.example/#state=X&b=1", "https://m.example/#b=1"],
  ["/a?access_token=X&accessToken=Y&id_token=Z&b=1", "/a?b=1"],
  ["/a?Mobile=1&PHONE=2&smsCode=3&b=%20c", "/a?b=%20c"],
  ["https://x/?u=https%3A%2F%2Fm%2F%3Fcode%3DX%26b%3D1", "https://x/?u=https%3A%2F%2Fm%2F%3Fb%3D1"],
  ["https://x/?u=https%253A%252F%252Fm%252F%253Ftk%253DX", "https://x/?u=https%253A%252F%252Fm%252F%253F"],
])("X16 secret parameters are removed from %s", (given, left) => expect(scrub(given)).toBe(left));

test.each([
  ["13800138000", "[mobile]"],
  ["+86 138-0013-8000", "[mobile]"],
  ["%2B8613800138000", "[mobile]"],
  ["008613800138000!", "[mobile]!"],
  ["１３８００１３８０００", "[mobile]"],
  ["陈屿13912345678号", "陈屿[mobile]号"],
  ["id 11010519491231002X", "id [id]"],
  ["a.b+c@mail.example.com", "[mail]"],
  ["a%40mail.example", "[mail]"],
  ["Bearer abcdefgh12345", "Bearer [token]"],
  ["x eyJhbGciOiJI.eyJzdWIi.c2ln y", "x [token] y"],
])("X16 %s", (given, left) => expect(scrub(given)).toBe(left));

test.each([
  "https://m.example/list?cityCode=310100&provinceCode=310000&activityId=1000000000000000001",
  "文字 & 符号 +/=",
  "100 & 200?",
  "1000000000000000001",
  "1732169434994",
  "400-800-0000",
  "2026-11-21 22:17:14.994",
  "v3.2.1 @ home",
  "decode=1&unstated=2",
])("%s contains no secret and is unchanged", (text) => expect(scrub(text)).toBe(text));

test("texts are truncated, well-formed and without NUL", () => {
  expect(scrubText("x".repeat(2_000), 500)).toHaveLength(500);
  // No digits of the number remain after truncation.
  expect(scrubText(`${"x".repeat(495)}13800138000`, 500)).not.toMatch(/1\d/);
  expect(scrub("a\0b\ud800")).toBe("ab\ufffd");
});

test("secret property names and mobiles as numbers are recognised", () => {
  for (const name of ["mobile", "Phone", "accessToken", "sms_code", "idCard", "email"])
    expect(isSecretKey(name)).toBe(true);
  for (const name of ["$url", "event_duration", "mobile_os", "cityCode"])
    expect(isSecretKey(name)).toBe(false);
  expect([13_800_138_000, 12_000_000_000, 1_732_169_434_994, 1.5].map(isMobileNumber)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
