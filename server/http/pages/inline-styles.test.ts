import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { addStyleHash, inlineStyles } from "./inline-styles.ts";

const sheets = new Map([
  ["/assets/a.css", ".a{color:red}"],
  ["/assets/b.css", ".b>a{color:blue}"],
  ["/assets/bad.css", ".c{content:'</style>'}"],
]);
const read = (url: string): string | null => sheets.get(url) ?? null;
const page = (head: string, body = "<main></main>") =>
  `<html><head>${head}</head><body>${body}</body></html>`;

test("Z07 the style sheets of a page are inlined in their order; their links no longer block rendering", () => {
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

test("Z09 foreign style sheets, text that would close the element, and links in the body are not inlined", () => {
  const foreign = '<link rel="stylesheet" href="https://x.example/a.css"/>';
  const bad = '<link rel="stylesheet" href="/assets/bad.css"/>';
  const own = '<link rel="stylesheet" href="/assets/a.css"/>';
  for (const html of [page(foreign), page(bad), page("", own), "no head", ""])
    expect(inlineStyles(html, read)).toEqual({ html, hash: null });
  expect(addStyleHash("style-src 'self'", null)).toBe("style-src 'self'");
});
