import { expect, test } from "vitest";
import { findingsIn } from "../test-findings.ts";
import { comments } from "./comments.ts";
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
