import { expect, it } from "vitest";
import { quickLogin } from "#contract/identity/identity.ts";
import { parseArguments } from "./parse-arguments.ts";

const given = { mobile: "13800000001", smsCode: "246810" };
/** Lists in lists, so deep; what the schema does not know is left out. */
const deep = (levels: number, sign = "[", end = "]"): unknown =>
  JSON.parse(`${sign.repeat(levels)}1${end.repeat(levels)}`);

it("T10 Z09 what lies deeper than any arguments is refused before anything walks it", () => {
  for (const more of [deep(8_000), deep(50_000), deep(50_000, '{"a":', "}"), deep(51)])
    expect(() => parseArguments(quickLogin, { ...given, more })).toThrow("请求格式不正确");
  expect(parseArguments(quickLogin, { ...given, more: deep(50) })).toEqual(given);
});
