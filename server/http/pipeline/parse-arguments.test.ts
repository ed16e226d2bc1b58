import { expect, it } from "vitest";
import { quickLogin } from "#contract/identity/identity.ts";
import { parseArguments } from "./parse-arguments.ts";

const args = { mobile: "13800000001", smsCode: "246810" };
/** Nested arrays or objects. */
const nested = (levels: number, open = "[", close = "]"): unknown =>
  JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);

it("T10 Z09 arguments over the maximum nesting are refused; unknown fields below it are dropped", () => {
  for (const extra of [nested(8_000), nested(50_000), nested(50_000, '{"a":', "}"), nested(51)])
    expect(() => parseArguments(quickLogin, { ...args, extra })).toThrow("请求格式不正确");
  expect(parseArguments(quickLogin, { ...args, extra: nested(50) })).toEqual(args);
});
