import { expect, test } from "vitest";
import { globals } from "./globals.ts";
import { fileSizes } from "./sizes.ts";
import { suppressions } from "./suppressions.ts";
import { findingsIn } from "../test-findings.ts";
import { chineseTexts } from "../texts/chinese-texts.ts";

test("finds browser globals outside web/platform, also through globalThis", () => {
  expect(
    findingsIn(globals, {
      "web/activity/a.ts": [
        "const title = document.title;",
        "globalThis.localStorage.clear();",
        "function f(location: string) { return location; }",
        "const { history } = f; history();",
        "type T = { navigator: string }; const t = { window: 1 }.window;",
        "if (typeof window === 'undefined') await fetch('/');",
      ].join("\n"),
      "web/platform/a.ts": "document.title;",
      "web/activity/a.test.ts": "document.title;",
      "server/a.ts": "await fetch('/');",
    }),
  ).toEqual(
    ['1 reads "document"', '2 reads "localStorage"', '6 reads "window"', '6 reads "fetch"'].map(
      (what) => `web/activity/a.ts:${what}: browser globals belong in web/platform`,
    ),
  );
});

test("finds process outside server/config.ts", () => {
  expect(
    findingsIn(globals, {
      "server/config.ts": "process.env;",
      "server/app.ts": "\nprocess.env;",
      "contract/a.ts": "globalThis.process;",
      "scripts/a.ts": "process.argv;",
    }),
  ).toEqual([
    'server/app.ts:2 reads "process": settings belong in server/config.ts',
    'contract/a.ts:1 reads "process": settings belong in server/config.ts',
  ]);
});

test("finds files too long or too deep", () => {
  expect(
    findingsIn(fileSizes, {
      "web/ui/long.ts": "x;\n".repeat(301),
      "web/ui/fits.ts": "x;\n".repeat(70),
      "web/a/b/c/deep.ts": "",
      "web/ui/long.css": "a{}\n".repeat(301),
    }),
  ).toEqual([
    "web/ui/long.ts:300 has 301 lines, over 300",
    "web/a/b/c/deep.ts:1 lies 4 folders deep, over 3",
    "web/ui/long.css:300 has 301 lines, over 300",
    ".:0 one file in twenty has 301 lines or more",
  ]);
});

test("finds a median file length over the limit", () => {
  expect(findingsIn(fileSizes, { "web/ui/a.ts": "x;\n".repeat(90) })).toEqual([
    ".:0 half of the files have 90 lines or more",
  ]);
});

test("finds suppressed rules and skipped tests", () => {
  const off = "oxlint-" + "disable-next-line";
  expect(
    findingsIn(suppressions, {
      "server/a.ts": `// ${off} no-var\nvar a; /* @ts-${"ignore"} */ const text = "${off}";`,
      "server/a.test.ts":
        'test("this.skip is a name", f);\ntest.skip("b", f);\ndescribe.only("c", f);\ntest.each([1]).todo("d");',
    }),
  ).toEqual([
    "server/a.ts:1 silences a rule",
    "server/a.ts:2 silences a rule",
    "server/a.test.ts:2 leaves a test out",
    "server/a.test.ts:3 leaves a test out",
    "server/a.test.ts:4 leaves a test out",
  ]);
});

test("finds Chinese texts in code, not in comments, patterns or messages.ts", () => {
  expect(
    findingsIn(chineseTexts, {
      "web/activity/a.tsx": [
        "// 注释",
        "const a = /[一-龥]/u;",
        'const b = "已报名";',
        "const c = <p title={`剩余${b}`}>查看</p>;",
      ].join("\n"),
      "web/activity/messages.ts": 'export const messages = { done: "已报名" };',
      "server/identity/page-messages.ts": 'export const title = "登录";',
      "demo/a.ts": '"青岚"',
      "web/activity/a.test.ts": '"已报名"',
    }),
  ).toEqual([
    'web/activity/a.tsx:3 says "已报名": belongs in messages.ts',
    'web/activity/a.tsx:4 says "剩余": belongs in messages.ts',
    'web/activity/a.tsx:4 says "查看": belongs in messages.ts',
  ]);
});
