import { expect, test } from "vitest";
import { showArticle } from "#contract/club/articles.ts";
import { showProduct } from "#contract/mall/product.ts";
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

const productPage = (over: object, path = "mall/product/6201", status = 200): DescribedPage => ({
  ...page(path, null, status),
  results: new Map([
    [
      showProduct.name,
      {
        productId: "6201",
        priceFen: 12_900,
        isFrom: false,
        share: { title: "松针车载香氛", text: "一支用三个月", imageUrl: "/media/scent.svg" },
        ...over,
      },
    ],
  ]),
});

test("MA02 Z20 a product's page is named in the head with its price, picture and one address", () => {
  const head = addHeadTags(html, productPage({}, "mall/product/6201?utm_source=a&sku=1"));
  expect(head).toContain('<meta property="og:title" content="松针车载香氛"/>');
  const description = /<meta property="og:description" content="([^"]*)"\/>/.exec(head)?.[1] ?? "";
  expect(description).toMatch(/129.* · 一支用三个月$/);
  expect(head).toContain(`<link rel="canonical" href="https://m.maker.cn${WEB_BASE}mall/product/6201"/>`);
  expect(head).toContain("https://m.maker.cn/media/scent.svg?x-oss-process=image/resize");
  expect(head).not.toContain("noindex");
});

test("MA02 Z20 a product with several prices says so, and hostile texts stay texts", () => {
  const share = { title: `"/><script>1</script>`, text: "", imageUrl: "/media/scent.svg" };
  const head = addHeadTags(html, productPage({ isFrom: true, share }));
  expect(head).not.toContain("<script>");
  const [one, many] = [addHeadTags(html, productPage({})), head].map(
    (text) => /name="description" content="([^"]*)"/.exec(text)?.[1] ?? "",
  );
  expect(many).toContain("起");
  expect(one).not.toContain("起");
});

test.each([
  ["a withdrawn product", productPage({}, "mall/product/6201", 404)],
  ["a product without a result", page("mall/product/6201", null)],
  ["the cart", productPage({}, "mall/cart")],
  ["an order", productPage({}, "mall/order/6201")],
  ["a payment", productPage({}, "mall/pay/6201")],
])("MA02 Z20 %s is not indexed", (_name, given) =>
  expect(addHeadTags(html, given)).toContain('<meta name="robots" content="noindex"/></head>'),
);
