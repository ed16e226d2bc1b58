import { expect, test } from "vitest";
import { errorMessage, framesOfStack, pathPattern } from "#contract/tracking/page-error.ts";
import { pageErrorProperties } from "./page-error.ts";

test("X18 X16 a stored error has no personal data, whatever a client sends", () => {
  const stored = pageErrorProperties({
    kind: "error",
    release: "5c48-8382<b>",
    route: "/marketing/area/activity/offline/3001/林晓岚/13900139000",
    message: 'SyntaxError: Unexpected token "手", "姓名 林晓岚 13900139000" is not valid JSON, a.b@c.example',
    stack: "base-B5G8FtA.js:2:3000 13900139000 page:1:2 javascript:alert(1)",
    $url: "https://m.qinglan.example/x?tk=secret",
    $title: "林晓岚的票",
    mobile: "13900139000",
    platform_type: "wechat",
  });
  expect(stored).toEqual({
    platform_type: "wechat",
    kind: "error",
    release: "5c48-8382b",
    route: "/marketing/area/activity/offline/:id/:id/:id",
    message: 'SyntaxError: Unexpected token "…", "…" is not valid JSON, @',
    stack: "base-B5G8FtA.js:2:3000 page:1:2",
  });
});

test("X18 missing and wrong properties become empty", () => {
  expect(pageErrorProperties({ kind: 3, stack: ["a.js:1:1"], message: null })).toEqual({
    kind: "",
    release: "",
    route: "",
    message: "",
    stack: "",
  });
});

test.each([
  ["TypeError: Cannot read properties of undefined (reading 'title')", undefined],
  ["NotFoundError: Failed to execute 'removeChild' on 'Node'", undefined],
  ["Error: https://x.example/a?tk=1&code=2#c failed", "Error: https://x.example/a failed"],
  ["Error: session aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ", "Error: session …"],
  ["Error: 订单 20261127 不存在", "Error: … # …"],
])("X16 message %s", (text, expected = text) => {
  expect(errorMessage(text)).toBe(expected);
});

test("X18 positions of Chromium, Safari and Firefox, without addresses and names", () => {
  const chromium =
    "TypeError: x\n    at Ab (https://m.qinglan.example/marketing/area/activity/assets/base-B5G8FtA.js:2:3000)\n" +
    "    at https://m.qinglan.example/marketing/area/activity/offline/3001?tk=1:12:7\n    at <anonymous>";
  const safari =
    "Ab@https://m.qinglan.example/assets/react-BF9Feck.js:9:120\nglobal code@https://m.qinglan.example/:3:1";
  expect(framesOfStack(chromium)).toEqual(["base-B5G8FtA.js:2:3000", "page:12:7"]);
  expect(framesOfStack(safari)).toEqual(["react-BF9Feck.js:9:120", "page:3:1"]);
  expect(framesOfStack("")).toEqual([]);
});

test("X18 a path becomes a pattern", () => {
  expect(pathPattern("/marketing/area/activity/club/group/77/info")).toBe(
    "/marketing/area/activity/club/group/:id/info",
  );
  expect(pathPattern("/check-in/aGVsbG8gd29ybGQ")).toBe("/check-in/:id");
});
