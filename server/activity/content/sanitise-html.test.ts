import { expect, test } from "vitest";
import { sanitiseRichText } from "./sanitise-html.ts";

test("L14 scripts, event handlers, styles, frames and unknown schemes are removed, text is kept", () => {
  const cases: [string, string][] = [
    ['<p onclick="x()">文<script>alert(1)</script></p>', "<p>文</p>"],
    ['<img src=x onerror="alert(1)">', '<img src="x" alt="" loading="lazy" decoding="async" />'],
    ['<a href="javascript:alert(1)">去</a>', '<a rel="noopener nofollow">去</a>'],
    ['<a href="//evil.example">去</a>', '<a rel="noopener nofollow">去</a>'],
    ['<iframe src="https://x"></iframe><svg onload=a()></svg><style>p{}</style>', ""],
    ['<p style="position:fixed">a</p>', "<p>a</p>"],
  ];
  for (const [html, shown] of cases) expect(sanitiseRichText(html)).toBe(shown);
});

test("K16 pictures over http are changed to https", () => {
  expect(sanitiseRichText('<img src="http://a.example/b.jpg" alt="车">')).toBe(
    '<img src="https://a.example/b.jpg" alt="车" loading="lazy" decoding="async" />',
  );
});
