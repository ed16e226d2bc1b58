import { expect, test } from "vitest";
import { references } from "./references.ts";
import { findingsIn } from "../test-findings.ts";

/** Documents as small as they can be, with one of each kind to refer to. */
const documents = {
  "docs/requirements.md": [
    "| L10 | Seats are exact. | ours | built |",
    "| L11 | One record each. | ours | built |",
    "| L12 | Fields are validated. | ours | built |",
    "### Specification section 4",
    "### Platform facts section 1.2",
    "## Appendix D: mockups",
    "| 01-index | home |",
    "| 07-coupon-sent | result |",
    "## Appendix E: traps",
    "| 14 | 3 | prefix | shared |",
  ].join("\n"),
  "docs/contract.md": "## 3. Headers\n\nAs section 3 says.\n\n## 4. Authentication\n",
  "docs/security.md": "| 7.5.2 | yes |\n\n**Bound to its row.** A text.\n",
  "docs/operation.md": "## Audit log\n",
  "docs/decisions/0005-client.md": "# 5. The client\n",
  "server/http/calls.ts": "",
  "package.json": '{"dependencies": {"opentype.js": "1"}}',
};
const of = (texts: Readonly<Record<string, string>>): string[] =>
  findingsIn(references, { ...documents, ...texts });
const inComment = (text: string): string[] => of({ "server/a.ts": `/** ${text} */\n` });

test("finds nothing in references that resolve", () => {
  const resolving = [
    "requirement L10; requirements L10, L11; L10–L12; L10 to L12; L10-L12",
    "contract section 4, contract sections 3 and 4; the specification's section 4; platform facts section 1.2",
    "RFC 5545 section 3.1; mockup 01-index, mockups 07-*, mockups 01, 07-coupon-sent; trap 14; decision 5; ASVS 7.5.2",
    'docs/operation.md "Audit log"; docs/security.md "Bound to its row"; security.md; server/http/calls.ts; http/*.ts; calls.ts; server/http',
    "Node.js, opentype.js, `sdk-XR7IzORn.js`, https://example.com/server/gone.ts, /lab/host.js, server/<module>/index.ts",
    "colour #A10 and #F22; T10:00 and 2026-11-28T10:00; E0001; GB18030; M10V20; H264",
  ];
  expect(resolving.flatMap(inComment)).toEqual([]);
});

test("finds ids of no requirement, also within ranges", () => {
  expect(inComment("requirement L99")).toEqual(["server/a.ts:1 names L99, which is no requirement"]);
  expect(inComment("requirements L10–L13")).toEqual(["server/a.ts:1 names L13, which is no requirement"]);
  expect(inComment("requirements L10,\n * L98")).toEqual([
    "server/a.ts:2 names L98, which is no requirement",
  ]);
  expect(inComment("rows MA01 and CO02")).toEqual([
    "server/a.ts:1 names MA01, which is no requirement",
    "server/a.ts:1 names CO02, which is no requirement",
  ]);
});

test("reads test titles, rows of their tables, and comments of every kind of file", () => {
  const message = "names Q99, which is no requirement";
  const titled =
    'test.each([["Q99 one", 1]])("%s", () => {});\ndescribe("Q99", () => it.skipIf(x)(`L10 Q99 ${y}`, z));\n';
  expect(of({ "server/a.test.ts": titled })).toEqual(
    [1, 2, 2].map((line) => `server/a.test.ts:${line} ${message}`),
  );
  expect(of({ "web/a.css": ".a { color: #A99; } /* requirement\n   Q99 */" })).toEqual([
    `web/a.css:2 ${message}`,
  ]);
  expect(of({ "server/a.sql": "select 'Q99'; -- requirement Q99" })).toEqual([`server/a.sql:1 ${message}`]);
  expect(of({ "a.example": "A=Q99\n# requirement Q99" })).toEqual([`a.example:2 ${message}`]);
  expect(of({ "web/a.html": "<p>Q99</p><!-- Q99 -->" })).toEqual([`web/a.html:1 ${message}`]);
  expect(of({ "docs/a.md": "See\nQ99." })).toEqual([`docs/a.md:2 ${message}`]);
});

test("leaves texts that are no references alone", () => {
  expect(of({ "web/a.tsx": 'const path = "M99 22C14 22"; const seat = `Q99`;' })).toEqual([]);
  expect(of({ "server/a.test.ts": 'const body = "a seat in row Q99";' })).toEqual([]);
});

test("finds sections of no document, and those that a document does not have", () => {
  expect(inComment("see section 4")).toEqual(['server/a.ts:1 names "section 4" of no document']);
  expect(inComment("§ 4")).toEqual(['server/a.ts:1 names "§ 4" of no document']);
  expect(inComment("contract sections 3\n * to 5")).toEqual([
    "server/a.ts:1 names contract section 5, which does not exist",
  ]);
  expect(inComment("Specification section 9")).toEqual([
    "server/a.ts:1 names specification section 9, which does not exist",
  ]);
  expect(of({ "docs/contract.md": "## 3. Headers\n\nAs section 5 says.\n" })).toEqual([
    "docs/contract.md:3 names contract section 5, which does not exist",
  ]);
});

test("finds mockups, traps, decisions and ASVS requirements that do not exist", () => {
  expect(inComment("mockup 01-home")).toEqual(["server/a.ts:1 names mockup 01-home, which does not exist"]);
  expect(inComment("mockups 01, 18-*")).toEqual(["server/a.ts:1 names mockup 18-*, which does not exist"]);
  expect(inComment("trap 15")).toEqual(["server/a.ts:1 names trap 15, which does not exist"]);
  expect(inComment("decision 8")).toEqual(["server/a.ts:1 names decision 8, which does not exist"]);
  expect(inComment("ASVS 7.5.2, 7.5.9")).toEqual(["server/a.ts:1 names ASVS 7.5.9, which does not exist"]);
});

test("finds files, folders and headings that do not exist", () => {
  expect(inComment("docs/gone.md")).toEqual(["server/a.ts:1 names docs/gone.md, which does not exist"]);
  expect(inComment("server/http/gone.ts")).toEqual([
    "server/a.ts:1 names server/http/gone.ts, which does not exist",
  ]);
  expect(inComment("`gone.ts`")).toEqual(["server/a.ts:1 names gone.ts, which does not exist"]);
  expect(inComment("p/calls.ts")).toEqual(["server/a.ts:1 names p/calls.ts, which does not exist"]);
  expect(inComment("http/*.css")).toEqual(["server/a.ts:1 names http/*.css, which does not exist"]);
  expect(inComment("server/http, not server/gone.")).toEqual([
    "server/a.ts:1 names server/gone, which does not exist",
  ]);
  expect(inComment('docs/operation.md "Audit trail"')).toEqual([
    'server/a.ts:1 names "Audit trail" of docs/operation.md, which has no such heading',
  ]);
  expect(
    of({ "docs/a.md": "[a](operation.md#audit-log) [b](operation.md#gone) [c](#here)\n\n# There\n" }),
  ).toEqual([
    "docs/a.md:1 names #gone of docs/operation.md, which has no such heading",
    "docs/a.md:1 names #here, which is no heading of its own",
  ]);
});
