import { expect, it } from "vitest";
import { userAgents } from "../testing/fake-wechat.ts";
import { urlsToSign, hasPrivateParameters } from "./signed-url.ts";

const base = "https://m.qinglan.example/marketing/area/activity/";
const entry = `${base}?code=C1&state=17&utm_source=a`;

it("E19 iOS: the address that the web view was opened with, whatever the current one is", () => {
  expect(urlsToSign(userAgents.ios, entry, `${base}offline/1?a=1#h`)).toEqual([
    entry,
    `${base}offline/1?a=1`,
  ]);
});
it("E19 Android and PC: the current address, without fragment", () => {
  expect(urlsToSign(userAgents.android, entry, `${base}offline/1?a=1#h`)).toEqual([
    `${base}offline/1?a=1`,
    entry,
  ]);
  expect(urlsToSign("… WindowsWechat MicroMessenger/3.9", base, base)).toEqual([base]);
});
it("I07 a login's code, a tk and an invitation's code are private parameters", () => {
  expect(hasPrivateParameters(entry)).toBe(true);
  expect(hasPrivateParameters(`${base}?tk=x`)).toBe(true);
  expect(hasPrivateParameters(`${base}invited/7?sec=x`)).toBe(true);
  expect(hasPrivateParameters(`${base}?utm_source=a&cityCode=310100`)).toBe(false);
});
