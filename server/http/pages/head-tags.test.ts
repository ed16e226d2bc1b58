import { expect, test } from "vitest";
import { showArticle } from "#contract/club/articles.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { addHeadTags, type DescribedPage } from "./head-tags.ts";

const html = "<html><head><title>文章 &amp; 照片</title></head><body></body></html>";
const page = (path: string, result: object | null, status = 200): DescribedPage => ({
  url: WEB_BASE + path,
  status,
  origin: "https://m.maker.cn",
  brandName: "某车",
  results: new Map(result === null ? [] : [[showArticle.name, result]]),
});
const article = (over: object) => ({
  title: "山路",
  content: "<p>第一段</p>",
  groupName: "自驾",
  group: { coverUrl: "/media/a.svg" },
  ...over,
});

test("Z20 texts of people stay texts in the head", () => {
  const hostile = `"/><script>alert(1)</script>`;
  const head = addHeadTags(
    html,
    page("club/article/7", article({ title: hostile, content: `<p>a"b</p>${hostile}` })),
  );
  expect(head).not.toContain("<script>");
  expect(head).toContain('<meta property="og:title" content="&#34;/&#62;&#60;script&#62;');
  expect(head.match(/<meta [^>]*>/g)?.every((tag) => tag.endsWith('"/>'))).toBe(true);
});

test("Z20 a page without a title of its own is named by its title element", () => {
  const head = addHeadTags(html, page("club/article/7", article({ title: "" })));
  expect(head).toContain('<meta property="og:title" content="文章 &#38; 照片"/>');
  expect(head).toContain(
    'content="https://m.maker.cn/media/a.svg?x-oss-process=image/resize,m_fill,w_1200,h_630/quality,q_75/format,jpg"',
  );
});

test.each([
  ["a preview", page("offline/1?preview=1", null)],
  ["an error", page("list", null, 500)],
  ["a personal page", page("mine/signups", null)],
  ["an activity that is gone", page("offline/1", null)],
])("Z20 %s is not indexed", (_name, given) => {
  const head = addHeadTags(html, given);
  expect(head).toContain('<meta name="robots" content="noindex"/></head>');
  expect(head).not.toContain("canonical");
});

test("Z20 a long description ends between two characters", () => {
  const head = addHeadTags(html, page("club/article/7", article({ content: `<p>${"👨‍👩‍👧".repeat(100)}</p>` })));
  const text = /name="description" content="([^"]*)"/.exec(head)?.[1] ?? "";
  expect(text.replaceAll("👨‍👩‍👧", "")).toBe("…");
});
