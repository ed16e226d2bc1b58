import { expect, test } from "vitest";
import { containsSecret } from "./contains-secret.ts";

test.each(['{"smsCode":"246810"}', "code=246810&x=1", "验证码246810。", '{"smsCode":246810}', "246810"])(
  "a code is found as a separate word: %s",
  (text) => expect(containsSecret(text, "246810")).toBe(true),
);

test.each(['"id":"1882468103777"', '"responseTime":3.246810', "a246810f", "246811"])(
  "a code is not found in the digits of an id, a time or a hash: %s",
  (text) => expect(containsSecret(text, "246810")).toBe(false),
);

test("a long secret is found anywhere, also percent-encoded", () => {
  expect(containsSecret("x13900000001y", "13900000001")).toBe(true);
  expect(containsSecret("?token=a%2Bb%2F0123456789", "a+b/0123456789")).toBe(true);
  expect(containsSecret("?name=%E9%9A%90%E5%90%8D", "隐名")).toBe(true);
  expect(containsSecret("?token=another", "a+b/0123456789")).toBe(false);
});
