import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { addStyleHash, inlineStyles } from "./inline-styles.ts";

const sheets = new Map([
  ["/assets/a.css", ".a{color:red}"],
  ["/assets/b.css", ".b>a{color:blue}"],
  ["/assets/bad.css", ".c{content:'</style>'}"],
]);
const read = (address: string): string | null => sheets.get(address) ?? null;
const page = (head: string, body = "<main></main>") =>
  `<html><head>${head}</head><body>${body}</body></html>`;

test("Z07 a page's style sheets stand in it, in their order; their links hold nothing up", () => {
  const links =
    '<link rel="stylesheet" href="/assets/a.css"/><link rel="stylesheet" href="/assets/b.css#"/><style>i{}</style>';
  const { html, hash } = inlineStyles(page(links), read);
  expect(html).toBe(
    page(
      '<style>.a{color:red}.b>a{color:blue}</style><link rel="stylesheet" href="/assets/a.css" media="not all"/><link rel="stylesheet" href="/assets/b.css#" media="not all"/><style>i{}</style>',
    ),
  );
  const expected = createHash("sha256").update(".a{color:red}.b>a{color:blue}").digest("base64");
  expect(addStyleHash("default-src 'self'; style-src 'self' 'sha256-x'", hash)).toBe(
    `default-src 'self'; style-src 'self' 'sha256-${expected}' 'sha256-x'`,
  );
});

test("Z09 nothing else is put in: foreign sheets, what would end the element, what stands in the body", () => {
  const foreign = '<link rel="stylesheet" href="https://x.example/a.css"/>';
  const bad = '<link rel="stylesheet" href="/assets/bad.css"/>';
  const own = '<link rel="stylesheet" href="/assets/a.css"/>';
  for (const html of [page(foreign), page(bad), page("", own), "no head", ""])
    expect(inlineStyles(html, read)).toEqual({ html, hash: null });
  expect(addStyleHash("style-src 'self'", null)).toBe("style-src 'self'");
});
