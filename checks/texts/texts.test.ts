import { expect, test } from "vitest";
import { findingsIn } from "../test-findings.ts";
import { comments } from "./comments.ts";
import { dateFormats } from "./date-formats.ts";
import { inputLengths } from "./input-lengths.ts";
import { words } from "./words.ts";
import { phrases } from "./phrases.ts";

test("finds comments that start with a relative clause, in code and in style sheets", () => {
  expect(
    findingsIn(comments, {
      "server/a.ts": [
        "/** What a call returns. */",
        "export const a = 1;",
        "// Whoever asks first waits.",
        "// Counts the callers.",
        "// Where nothing was asked: a second line of one comment.",
        "/** Whether the call is open. */",
        "export const b = true; // Whose it is",
      ].join("\n"),
      "web/ui/a.css": "/* Which of them */\na {}\n/* Marks the row. */",
      "docs/a.md": "What a call returns.",
    }),
  ).toEqual(
    ["server/a.ts:1 What", "server/a.ts:3 Whoever", "server/a.ts:7 Whose", "web/ui/a.css:1 Which"].map(
      (found) => found.replace(/ (\w+)$/, ' starts with "$1": start with a noun or a verb'),
    ),
  );
});

test("finds private phrases in log messages, errors and documents, not elsewhere", () => {
  const found = findingsIn(phrases, {
    "server/a.ts": [
      'log.warn({ id }, "the file is made anew");',
      "context.log.error(`process ${id} stands still`);",
      'throw new Error("it gives way");',
      'const text = "whoever asks";',
      'console.info("anew");',
    ].join("\n"),
    "server/a.test.ts": 'log.warn("made anew");',
    "docs/operation.md": "The operator\nis told of it for ever.",
    "docs/glossary.md": "anew",
  });
  expect(found.map((line) => line.split(": say ", 1)[0])).toEqual([
    'server/a.ts:1 says "anew"',
    'server/a.ts:1 says "made anew"',
    'server/a.ts:2 says "stands still"',
    'server/a.ts:3 says "gives way"',
    'docs/operation.md:2 says "for ever"',
    'docs/operation.md:2 says "is told"',
  ]);
});

test("finds dates that are formatted by hand or by the machine's locale, in the product", () => {
  expect(
    findingsIn(dateFormats, {
      "web/a.ts": "export const day = (time: Date) => time.getUTCDate();",
      "server/b.ts": 'const text = new Intl.DateTimeFormat("zh-CN").format(0);\nconst zone = 8 * 3_600_000;',
      "web/a.test.ts": "new Date().getMonth();",
      "contract/core/date-text.ts": "shifted.getUTCDate();",
      "bench/a.ts": "new Date().getHours();",
    }),
  ).toEqual(
    ["web/a.ts:1 .getUTCDate(", "server/b.ts:1 DateTimeFormat", "server/b.ts:2 8 * 3_600_000"].map((found) =>
      found.replace(/ (.+)$/, ' has "$1": use contract/core/date-text.ts'),
    ),
  );
});

test("finds inputs that cut what is pasted, not counters with a limit of their own", () => {
  const line = (element: string) => `export const A = () => <${element} value="" maxLength={6} />;`;
  expect(
    findingsIn(inputLengths, {
      "web/a.tsx": line("input"),
      "web/b.tsx": line("TextField"),
      "web/c.tsx": line("TextArea"),
      "web/d.test.tsx": line("input"),
      "simulator/e.tsx": line("input"),
    }).map((found) => found.split(" maxLength", 1)[0]),
  ).toEqual(["web/a.tsx:1 gives input", "web/b.tsx:1 gives TextField"]);
});

test("finds words that have another name, in messages and demo texts", () => {
  const found = findingsIn(words, {
    "web/signup/messages.ts":
      'export const a = { wait: "登记排队", used: "已核销", paper: "行驶证、登记证" };',
    "web/check-in/messages.ts": 'export const a = { done: "券已核销" };',
    "demo/concepts/a.ts":
      'export const text = "12月05日开抢，留资有礼";\nexport const card = "优惠券在卡包";',
    "contract/a.ts": 'export const remark = "报名编号";',
    "web/signup/a.test.ts": 'expect("登记");',
    "simulator/a.ts": 'export const title = "开抢";',
  });
  expect(found.map((line) => line.split(": say ", 1)[0])).toEqual([
    'web/signup/messages.ts:1 says "登记"',
    'web/signup/messages.ts:1 says "已核销"',
    'demo/concepts/a.ts:1 says "开抢"',
    'demo/concepts/a.ts:1 says "留资"',
    'demo/concepts/a.ts:1 says "月05日"',
    'demo/concepts/a.ts:2 says "优惠券"',
    'contract/a.ts:1 says "报名编号"',
  ]);
});
