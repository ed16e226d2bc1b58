import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { describeFailure, asRefusal } from "./load-failure.ts";

test("K23 no network, overload, and a refusal's own message", () => {
  expect(describeFailure(new Refusal("offline"))).toMatchObject({ art: "net", title: "网络好像断开了" });
  for (const name of ["timeout", "busy", "tooMany"] as const)
    expect(describeFailure(new Refusal(name)).title).toBe("活动太火爆了，请稍后再试");
  // Only the server's overload is one: an error of the page itself is described as such.
  for (const error of [new TypeError("x is undefined"), new DOMException("", "NotFoundError"), "text", null])
    expect(describeFailure(error)).toMatchObject({ art: "road", title: "页面出了点问题" });
  expect(describeFailure(new Refusal("notEligible")).title).toBe("抱歉，你当前没有活动资格~");
});

test("K23 a failure of the server's rendering is described by its kind, with the request id", () => {
  const rendered = (data: unknown) => ({ status: 503, statusText: "", internal: false, data });
  expect(describeFailure(rendered({ refusal: "busy", message: "忙", requestId: "r-1" }))).toEqual({
    art: "busy",
    title: "活动太火爆了，请稍后再试",
    text: "同一时间来的人有点多。",
    requestId: "r-1",
  });
  expect(describeFailure(rendered({ refusal: "internal", message: "服务异常，请稍后重试" }))).toMatchObject({
    art: "road",
    title: "服务异常，请稍后重试",
    requestId: null,
  });
  for (const data of [null, "text", { refusal: 1 }, { refusal: "busy" }])
    expect(describeFailure(rendered(data)).art).toBe("busy");
  expect(describeFailure({ ...rendered(null), status: 500 }).title).toBe("页面出了点问题");
});

test("V28 a script that does not arrive counts as a network failure", () => {
  const lost = new TypeError("Failed to fetch dynamically imported module: https://x/sending.js");
  expect(describeFailure(lost).title).toBe("网络好像断开了");
});

test("a refusal is recognised by its name, because the server's copy of the contract has its own class", () => {
  const foreign = Object.assign(new Error("内容不存在"), { name: "Refusal", refusal: "notFound" });
  expect(asRefusal(foreign)?.refusal).toBe("notFound");
  expect(asRefusal(new Error("x"))).toBeNull();
  expect(asRefusal({ name: "Refusal" })).toBeNull();
});
